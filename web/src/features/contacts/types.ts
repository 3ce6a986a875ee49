/** The shapes of contacts, as the server speaks them. */

export type Person = {
  id: number;
  displayName: string;
  username: string;
  slug: string;
  avatar?: string | null;
  statusText?: string | null;
};

export type FeedSetting = 'ALL' | 'PUBLIC';
export type EventSetting = 'NONE' | 'FREE_BUSY' | 'DETAILS' | 'EDIT';
/** What this contact may see of mine. */
export type Privacy = { feedSetting: FeedSetting; eventSetting: EventSetting };

export type Contact = { id: number; user: Person; privacySettings: Privacy; created: string };

/** `user`: the other one, whichever way it goes. */
export type ContactRequest = {
  id: number;
  user: Person;
  message?: string | null;
  created: string;
};

export type Blocked = { blockId: number; user: Person; created: string };
export type Followed = { user: Person; created: string };

export type StatusName =
  | 'self'
  | 'blocked'
  | 'contact'
  | 'request_received'
  | 'request_sent'
  | 'follower'
  | 'none';

/** Of somebody towards me: the first that holds. */
export type Status = {
  userId: number;
  status: StatusName;
  canRequest: boolean;
  isFollowing: boolean;
  contactId?: number | null;
  requestId?: number | null;
  blockId?: number | null;
  /** After a rejection: from when on a request is taken again. */
  retryAt?: string | null;
};

export type CommonEntity = { id: number; displayName: string; slugName: string };

export type PersonCardData = {
  user: Person;
  entities: CommonEntity[];
  mutualContacts: number;
  online?: boolean | null;
  mayMessage: boolean;
  status: Status;
};

export type Suggested = {
  user: Person;
  reasons: { entities: { id: number; name: string }[]; mutualContacts: number };
};

/** The address by which whoever has it becomes my contact, until it runs out. */
export type PersonalLink = { url: string; token: string; expires: string };

/** What a link or an invitation says before one signs in. */
export type Welcome = {
  kind: 'LINK' | 'INVITATION';
  user: { displayName: string; slug: string; avatar?: string | null };
  message?: string | null;
  expires: string;
};

/** What comes of it: a contact at once, or a request that waits for my answer. */
export type Welcomed = { status: StatusName; userId: number; slug: string };

/** What a call has done, in the server's words; they may be missing. */
export type Said = { message?: string | null } | undefined;

export type ImportedPerson = {
  name: string;
  email?: string | null;
  phone?: string | null;
  /** Who is here and lets themselves be found. */
  user?: Person | null;
  status?: StatusName | null;
};
