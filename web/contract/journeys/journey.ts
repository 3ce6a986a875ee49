/** What a client that somebody generates from the document must be able to do first of all, and what it saw. */

export interface SignIn {
  email: string;
  password: string;
}

export interface Seen {
  /** The names of my organisations. */
  entities: string[] | undefined;
  /** The channel's id, opened twice with one Idempotency-Key. */
  opened: (number | undefined)[];
  /** The message's id, sent twice with one clientMessageId. */
  sent: (number | undefined)[];
  /** What stands in the channel. */
  page: string[] | undefined;
  /** Emoji and count under the message. */
  reactions: (string | number)[][] | undefined;
  /** The other person's notifications by type, after I have invited them. */
  bell: string[] | undefined;
  /** Status and code when the other person reads the channel. */
  stranger: (number | string | undefined)[];
  /** Status, code and fields of a message without a text. */
  empty: (number | string | undefined)[];
}

export type Journey = (baseUrl: string, me: SignIn, other: SignIn) => Promise<Seen>;
