/**
 * The shapes of the notice board's API. When the server's document is there they come from it:
 * `import type { components } from './schema.gen.ts'; export type Notice = components['schemas']['Notice']`.
 */
export type Notice = {
  id: number;
  idEntity: number;
  title: string;
  text: string;
  authorId: number;
  authorName: string;
  /** RFC 3339, as all times here. */
  created: string;
  updated: string;
  remindAt: string | null;
  /** Grows with each change. */
  version: number;
  /** What I may do with it; events, which everybody hears, do not tell. */
  abilities?: ('EDIT' | 'DELETE')[];
};

export type NoticeInput = Pick<Notice, 'title' | 'text' | 'remindAt'>;

/** On /topic/entity/{idEntity}/notices. */
export type NoticeEvent =
  | { type: 'NOTICE_CREATED' | 'NOTICE_UPDATED'; notice: Omit<Notice, 'abilities'> }
  | { type: 'NOTICE_DELETED'; noticeId: number; version: number };
