/** The shapes of contacts, by the names of the API document. */
import type { components } from '@/api/schema.gen.ts';

type Schemas = components['schemas'];

export type Person = Schemas['Person'] & { statusText?: string | null };
export type FeedSetting = Schemas['FeedSetting'];
export type EventSetting = Schemas['EventSetting'];
/** What this contact may see of mine. */
export type Privacy = Schemas['PrivacySettings'];
export type Contact = Schemas['Contact'];
/** `user`: the other one, whichever way it goes. */
export type ContactRequest = Pick<Schemas['ContactRequest'], 'id' | 'user' | 'message' | 'created'>;
export type Blocked = Pick<Schemas['Block'], 'blockId' | 'user' | 'created'>;
export type Followed = Schemas['Followed'];
export type StatusName = Schemas['ContactStatus'];
/** Of somebody towards me; `retryAt`: after a rejection, from when on a request is taken again. */
export type Status = Schemas['Standing'];

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
