import type { DayType } from '@/api/types.ts';

/** A public page of information: data, drawn by one component (InfoPage). */
export type InfoPage = {
  title: string;
  /** What it is about, in one or two sentences; also the page's description. */
  lead: string;
  /** The almanac's days of this kind stand below, year by year. */
  days?: DayType;
  /** What organisations show to everybody stands last. */
  events?: true;
  /** Who is signed in begins here with what they have of it (the slot `info`). */
  start?: true;
  sections?: Section[];
  /** Where to go from here; at least one, so that no page is an end. */
  next: [Action, ...Action[]];
};

export type Section = {
  heading: string;
  paragraphs?: string[];
  /** Name and what it says: a day and its date, a word and its meaning. */
  facts?: [string, string][];
  list?: string[];
  links?: Action[];
};

export type Action = {
  label: string;
  /** A path of ours, or an address that starts with https: or mailto:. */
  to: string;
};

export type InfoPages = Record<string, InfoPage>;

/** What most pages lead to. */
export const signup: Action = { label: 'Skapa konto', to: '/signup' };
export const found: Action = { label: 'Skapa en organisation', to: '/cre' };
export const chat: Action = { label: 'Öppna chatten', to: '/konversation' };
export const docs: Action = { label: 'All dokumentation', to: '/docs' };
export const contact: Action = { label: 'Kontakta oss', to: '/kontakt' };
