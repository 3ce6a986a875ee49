/** Moments are RFC 3339 on the wire and milliseconds here, where they are compared and counted. Pure. */
import type { Board, BoardChange, BoardHead, Card, CardDraft } from './types.ts';

type Moment = string | number;
type Sent<T, Names extends keyof T> = Omit<T, Names> & {
  [Name in Names]: Moment | Extract<T[Name], null>;
};
type SentCard = Sent<Card, 'dueAt' | 'created' | 'changed' | 'completed'>;
type SentArchived = { archived?: Moment | null };

export type SentBoard = Omit<Board, 'cards' | 'archived'> & { cards: SentCard[] } & SentArchived;
export type SentHead = Sent<BoardHead, 'archived'>;
export type SentChange = Omit<BoardChange, 'cards' | 'head'> & {
  cards: SentCard[];
  head?: Partial<Pick<Board, 'name' | 'txDescription'>> & SentArchived;
};
export type SentMissed = SentChange & { reset: boolean };

const ms = (moment: Moment): number => (typeof moment === 'number' ? moment : Date.parse(moment));
const msOrNull = (moment: Moment | null | undefined): number | null =>
  moment === null || moment === undefined ? null : ms(moment);

const cardOf = (sent: SentCard): Card => ({
  ...sent,
  dueAt: msOrNull(sent.dueAt),
  created: ms(sent.created),
  changed: ms(sent.changed),
  completed: msOrNull(sent.completed),
});

export const boardOf = (sent: SentBoard): Board => ({
  ...sent,
  archived: msOrNull(sent.archived),
  cards: sent.cards.map(cardOf),
});

export const headOf = (sent: SentHead): BoardHead => ({
  ...sent,
  archived: msOrNull(sent.archived),
});

export function changeOf({ head, ...sent }: SentChange): BoardChange {
  return {
    ...sent,
    cards: sent.cards.map(cardOf),
    ...(head && {
      head: {
        ...head,
        ...('archived' in head && { archived: msOrNull(head.archived) }),
      } as Partial<Board>,
    }),
  };
}

export const sentDraft = ({ dueAt, ...draft }: CardDraft) => ({
  ...draft,
  ...(dueAt !== undefined && { dueAt: new Date(dueAt).toISOString() }),
});
