/**
 * What areas add to pages that are not theirs: each area's own file (features/<name>/slots.ts), found by itself. These files come
 * with the first page that has a slot, so they name components without importing them; whose code follows after the page.
 */
import type { ComponentType } from 'react';
import type { EntityType, Message } from '@/api/types.ts';
import type { Icon } from '@/commands/registry.ts';

type Load<Props> = () => Promise<{ default: ComponentType<Props> }>;

/** The slots of pages, and what is passed to a component in each. */
export type SlotProps = {
  /** A day in the calendar: what is said of it besides its events. */
  day: { day: string };
  /** The page of an organisation, below its name and above its people. */
  organisation: { kind: 'entity'; id: number; name: string; entityType: EntityType };
  /** 'Mina bokningar', above what is to come. */
  bookings: object;
  /** The page of a person, below their name. */
  person: { kind: 'person'; id: number; name: string; self: boolean };
};

/** What is put into a message: the card, and what it is called within a sentence ('bokningen'). */
export type Shared = {
  card: NonNullable<Message['card']>;
  what: string;
  onClose: () => void;
};

export type Part<Props> = {
  /** Smaller numbers stand first. */
  order: number;
  /** Where it is left out its code is not loaded either. */
  when?: (props: Props) => boolean;
  load: Load<Props>;
};

/** One of several sections with a name, of which its id stands in the address. */
export type Section = { id: string; label: string; order: number; load: Load<object> };

export type Slots = { [Name in keyof SlotProps]?: readonly Part<SlotProps[Name]>[] } & {
  /** Sections of the start page, /?section=<id>, also in a phone's menu. */
  home?: readonly (Section & { icon: Icon })[];
  /** Sections of the settings: /settings#<id>. A label there comes with the page, so it is a word or two. */
  settings?: readonly Section[];
  /** The dialog by which a thing is put into a message; of the area that sends messages. */
  share?: readonly { load: Load<Shared> }[];
  /** What a message of the chat may point at, by its type (storage/src/chat/cards.rs). */
  cards?: readonly { type: NonNullable<Message['card']>['type']; load: Load<{ id: string }> }[];
};

const known: Slots[] = Object.values(
  import.meta.glob<Slots>('../features/*/slots.ts', { eager: true, import: 'slots' }),
);

/** Of an area outside of features/: before anything is drawn. */
export const addSlots = (slots: Slots): void => void known.push(slots);

type Entry<Name extends keyof Slots> = NonNullable<Slots[Name]>[number];

/** What all areas add to one slot, in its order. */
export function inSlot<Name extends keyof Slots>(name: Name): Entry<Name>[] {
  const entries = known.flatMap((slots) => (slots[name] ?? []) as readonly Entry<Name>[]);
  const orderOf = (entry: object) => ('order' in entry ? Number(entry.order) : 0);
  return entries.sort((a, b) => orderOf(a) - orderOf(b));
}
