/** The shapes of contacts, by the names of the API document. */
import type { components } from '@/api/schema.gen.ts';

type Schemas = components['schemas'];

export type Person = Schemas['Person'];
export type FeedSetting = Schemas['FeedSetting'];
export type EventSetting = Schemas['EventSetting'];
/** What this contact may see of mine. */
export type Privacy = Schemas['PrivacySettings'];
export type Contact = Schemas['Contact'];
/** `user`: the other one, whichever way it goes. */
export type ContactRequest = Pick<Schemas['ContactRequest'], 'id' | 'user' | 'message' | 'created'>;
export type Blocked = Pick<Schemas['Block'], 'blockId' | 'user' | 'created'>;
export type { Follower as Followed } from '@/api/types.ts';
export type StatusName = Schemas['ContactStatus'];
/** Of somebody towards me; `retryAt`: after a rejection, from when on a request is taken again. */
export type Status = Schemas['Standing'];

export type CommonEntity = Schemas['EntityInCommon'];
export type PersonCardData = Omit<Schemas['PersonCard'], 'user'> & { user: Person };
export type Suggested = Schemas['SuggestedPerson'];
/** The address by which whoever has it becomes my contact, until it runs out. */
export type PersonalLink = Schemas['ContactLink'];
/** What a link or an invitation says before one signs in. */
export type Welcome = Schemas['ContactToken'];
/** What comes of it: a contact at once, or a request that waits for my answer. */
export type Welcomed = Schemas['Brought'];
/** Who is here and lets themselves be found has a `user`. */
export type ImportedPerson = Schemas['ImportedPerson'];

/** What a call has done, in the server's words; they may be missing. */
export type Said = { message?: string | null } | undefined;
