/**
 * What areas add to pages that are not theirs: each area's own file (features/<name>/slots.ts), found by itself. These files come
 * with the first page that has a slot, so they name components without importing them; whose code follows after the page.
 */
import type { ComponentType } from 'react';
import type { EntityType, Message } from '@/api/types.ts';
import type { Icon } from '@/commands/registry.ts';
import type { PickerProps } from './Picker.tsx';
import type { Choice, ChoicesQuery } from './useChoices.ts';

type Load<Props> = () => Promise<{ default: ComponentType<Props> }>;

/** The slots of pages, and what is passed to a component in each. */
export type SlotProps = {
  /** A day in the calendar: what is said of it besides its events. */
  day: { day: string };
  /** The page of an organisation, below its name and above its people. */
  organisation: {
    kind: 'entity';
    id: number;
    name: string;
    slug: string;
    entityType: EntityType;
  };
  /** The page of a family, in the same place: what a household shares. */
  family: SlotProps['organisation'];
  /** The page of a municipality or a locality; `slug`: the last part of its address. */
  localArea: { kind: 'municipality' | 'locality'; slug: string; name: string };
  /** 'Mina bokningar', above what is to come. */
  bookings: object;
  /** The page of a person, below their name. */
  person: { kind: 'person'; id: number; name: string; self: boolean };
  /** Pages of tasks, beside their heading: one's own (null), or an organisation's. */
  tasks: { idEntity: number | null };
  /** The page of a task, below what is known of it. `onMoved`: it was put somewhere, read it anew. */
  taskPage: {
    idTask: number;
    idEntity: number | null;
    idBoard: number | null;
    mayEdit: boolean;
    onMoved: () => void;
  };
  /** The bar of who acts for an organisation, before the way back: links. */
  acting: { idEntity: number; slug: string };
  /** One's own day as one line of time: draws nothing, tells what its area has of it whenever that changes. */
  myDay: { day: string; tell: (found: DayFound) => void };
};

/** Something of one's own on a day. */
export type DayEntry = {
  key: string;
  /** Moments (ms); null: over the whole day. */
  from: number | null;
  to: number | null;
  title: string;
  /** Where, with whom. */
  about?: string;
  /** Where it leads. */
  path: string;
};

/** What an area has of a day. */
export type DayFound = {
  /** What these are called: 'Händelser'. */
  source: string;
  entries: readonly DayEntry[];
  pending: boolean;
  /** They could not be fetched. */
  failed: boolean;
  retry: () => void;
};

/** A task on a page of something else, below a heading of its own. */
export type TaskShown = {
  idTask: number;
  /** It was deleted there, or is no longer for me. */
  onGone: () => void;
};

/** One line of Swedish as a task: what is sent of it, and what was understood in words. */
export type TaskLine = (
  text: string,
  now: number,
) => {
  draft: {
    txTitle: string;
    dueDate?: string;
    dueAt?: number;
    timeZone?: string;
    priority?: 0 | 1 | 2 | 3 | 4;
    labels?: string[];
    repeat?: { rrule: string; from: 'SCHEDULE' | 'COMPLETION' };
  };
  words: string;
};

/** A thread of chat on a page of something else. */
export type Thread = { channelId: number; threadId: number };

/** A place of the guide, as whatever is somewhere names it. */
export type GuidePlace = {
  idInfopoint: number;
  name: string;
  address: string | null;
  latitude: number;
  longitude: number;
};

/** Places whose names have the words that are typed. */
export type FindPlaces = (
  typed: string,
  signal: AbortSignal,
) => Promise<(Choice & { place: GuidePlace })[]>;

/** What is put into a message: a card, or words that are written first; and what it is called within a sentence ('bokningen'). */
export type Shared = {
  card?: NonNullable<Message['card']>;
  text?: string;
  what: string;
  onClose: () => void;
};

/** A question with answers to choose from, asked in a channel. */
export type Asked = {
  /** The organisation in whose channels it is asked. */
  idEntity: number;
  /** What one chooses from; questions with the same options are shown as asked before. */
  options: readonly string[];
  /** Written at first: what is asked. */
  question: string;
  /** In the name of a channel that is meant for it. */
  hint: string;
  /** Closed at the latest then. */
  closes: string | null;
};

/** What somebody makes of a message of the chat. */
export type FromMessage = {
  idMessage: number;
  /** Where it stands; `threadId`: as a reply in that thread. */
  place: { workspaceId: number; channelId: number; threadId: number | null };
  /** Its words, line by line, without marks. */
  text: string;
  created: string;
  /** Whose channel it is; null: it is of a conversation between people. */
  idEntity: number | null;
  /** Who reads there, by what is typed. */
  people: (typed: string) => ChoicesQuery;
  /** Puts a card where the message stands; sent again it is the same one. Null: one may not write there. */
  tell: ((card: NonNullable<Message['card']>) => Promise<void>) | null;
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
  /** A working start on a page of information, by its address (content/paths.ts): for who is signed in, below its lead. */
  info?: readonly { path: string; load: Load<object> }[];
  /** A question asked in a channel, and who has answered what; of the area that sends messages. */
  ask?: readonly { load: Load<Asked> }[];
  /** The dialog by which a thing is put into a message; of the area that sends messages. */
  share?: readonly { load: Load<Shared> }[];
  /** A thread of chat on a page of something else; of the area that has threads. */
  thread?: readonly { load: Load<Thread> }[];
  /** A task as its page has it, and the reading of a line that makes one; of the area that has tasks. */
  task?: readonly { load: Load<TaskShown>; line: () => Promise<{ default: TaskLine }> }[];
  /** The field for one of one's contacts; of the area that has contacts. */
  contact?: readonly { load: Load<Omit<PickerProps, 'find'>> }[];
  /** Places that are offered where something asks where it is, and the page of one; of the area that has them. */
  places?: readonly {
    find: () => Promise<{ default: FindPlaces }>;
    path: (id: number) => string;
  }[];
  /** What can be made of a message of the chat: an entry of its menu, and the dialog that follows. */
  fromMessage?: readonly {
    id: string;
    label: string;
    icon: Icon;
    order: number;
    load: Load<FromMessage>;
  }[];
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
