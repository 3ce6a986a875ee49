/**
 * Boards by the server's names. Moments are milliseconds since the epoch here and RFC 3339 on the wire (wire.ts), days
 * 'yyyy-mm-dd'.
 */
import type { components } from '@/api/schema.gen.ts';
import type { ChangeOf } from '@/area/board.ts';

export type Person = components['schemas']['Person'];
export type BoardRole = 'owner' | 'editor' | 'commenter' | 'viewer';
export type ListType = 'active' | 'closed' | 'archive';
export type ListStatus = 'TODO' | 'IN_PROGRESS' | 'DONE' | 'CANCELLED';
export type LimitMode = 'hard' | 'soft';

export type BoardList = {
  idList: number;
  name: string;
  type: ListType;
  /** What a card in it is. */
  status: ListStatus | null;
  /** 0: none. */
  limit: number;
  limitMode: LimitMode;
  orderKey: string;
  version: number;
};

/** A task as it stands on a board; the task itself has all that is known of it. */
export type Card = {
  idTask: number;
  idList: number;
  orderKey: string;
  version: number;
  txTitle: string;
  status: ListStatus;
  priority: 0 | 1 | 2 | 3 | 4;
  labels: string[];
  dueDate: string | null;
  dueAt: number | null;
  timeZone: string | null;
  startDate: string | null;
  /** By id; the board has who they are. */
  assignees: number[];
  checklist: { total: number; done: number };
  /** What it is a part of. */
  idParent: number | null;
  hasDescription: boolean;
  created: number;
  changed: number;
  completed: number | null;
};

export type Member = { user: Person; role: BoardRole };

export type Board = {
  idBoard: number;
  name: string;
  txDescription: string;
  idEntity: number | null;
  entityName: string | null;
  entitySlug: string | null;
  createdBy: Person;
  version: number;
  /** Of name, description and roles. */
  settingsVersion: number;
  /** Mine. */
  role: BoardRole;
  /** Of whoever may act for the organisation; null: only its members see it. */
  entityRole: Exclude<BoardRole, 'owner'> | null;
  members: Member[];
  archived: number | null;
  watching: boolean;
  lists: BoardList[];
  cards: Card[];
  /** Whoever is an assignee of a card. */
  people: Person[];
};

export type BoardHead = {
  idBoard: number;
  name: string;
  idEntity: number | null;
  role: BoardRole;
  version: number;
  archived: number | null;
  cards: number;
};

export type BoardChange = ChangeOf<Board> & { idBoard: number; clientMoveId?: string };

export const TEMPLATES = ['EMPTY', 'TERMINSSTART', 'CUP', 'FORALDRAMOTE', 'RELEASE'] as const;
export type Template = (typeof TEMPLATES)[number];

export type BoardDraft = {
  name: string;
  txDescription?: string;
  idEntity?: number;
  entityRole?: Board['entityRole'];
  template?: Template;
  /** What a template's dates are counted from. */
  date?: string;
};
/** As a whole, by an owner. */
export type BoardSettings = {
  name: string;
  txDescription: string;
  entityRole: Board['entityRole'];
  members: { idAuthUser: number; role: BoardRole }[];
  /** As it was read. */
  settingsVersion: number;
};

export type ListFields = Pick<BoardList, 'name' | 'type' | 'status' | 'limit' | 'limitMode'> & {
  after?: number;
  before?: number;
  /** As it was read; of one that is changed. */
  version?: number;
};

/** What a line says of a card to be, as a task is made. */
export type CardDraft = {
  txTitle: string;
  dueDate?: string;
  dueAt?: number;
  timeZone?: string;
  priority?: Card['priority'];
  labels?: string[];
  repeat?: { rrule: string; from: 'SCHEDULE' | 'COMPLETION' };
};

/** Beside which card one is put; neither: last. */
export type Place = { after?: number; before?: number };
/** What of a card changes as it goes from one row of the board to another; nothing else of its people and labels does. */
export type RowChange = { assign?: number; unassign?: number; label?: string; unlabel?: string };

export type Move = Place & RowChange & { idTask: number; idList: number; clientMoveId: string };

export type Bulk = { idTasks: number[] } & (
  | { act: 'MOVE'; idList: number }
  | { act: 'ARCHIVE' | 'DELETE' }
  | { act: 'ASSIGN'; assignee: number }
  | { act: 'LABEL'; label: string }
);
/** So many at once. */
export const BULK_MOST = 40;
