/**
 * The shapes the server speaks, by the names of its API document (schema.gen.ts). The server
 * always sends what may be null, though the document does not call it required.
 */
import type { components } from './schema.gen.ts';

type Schemas = components['schemas'];

export type Problem = Schemas['Problem'];
export type FieldError = Schemas['FieldError'];

/** A list's page. */
export type Page<T> = { content: T[]; page: number; size: number; hasMore: boolean };
/** What chat and workspaces answer. */
export type Success<T> = { success: boolean; data: T; error?: string };

export type User = Required<Schemas['User']>;
export type DisplayFlags = Schemas['DisplayFlags'];
export type Session = Required<Schemas['Session']>;
export type UnreadCounts = Schemas['Unread'];

export type Ability = Schemas['Ability'];
export type RelationType = Schemas['RelationType'];
export type EntityType = Schemas['EntityType'];
export type MembershipMode = Schemas['MembershipMode'];
export type ApplicationState = Schemas['ApplicationState'];
export type Entity = Required<Schemas['Entity']>;
/** Whether I like something, and how many do. */
export type Liked = Schemas['Liked'];
export type Membership = Required<Schemas['Membership']>;
export type Relation = Required<Schemas['Relation']>;
export type Application = Required<Schemas['Application']>;
/** What one chooses about in the settings; an entry of the bell has a kind besides (`NotificationType`). */
export type SettingType = Schemas['NotificationType'];
export type NotificationChannel = Schemas['NotificationChannel'];
export type Digest = Schemas['Digest'];
export type Follower = Schemas['Followed'];
export type Invitation = Required<Schemas['Invitation']>;
/** A person here who was asked and has not answered. */
export type SentInvitation = Required<
  Pick<
    Schemas['EntityInvitation'],
    'displayName' | 'kind' | 'txRelationType' | 'created' | 'expires'
  >
> & { userId: number };

export type Workspace = Schemas['Workspace'];
export type ChannelType = Schemas['ChannelType'];
export type ChannelPermission = Schemas['Permission'];
export type NotifyLevel = Schemas['NotifyLevel'];
export type ChannelMembership = Required<Schemas['ChannelMemberState']>;
export type Channel = Required<Schemas['Channel']> & { member: ChannelMembership };
export type Member = Required<Schemas['Member']>;
export type Reaction = Schemas['Reaction'];
export type Attachment = Schemas['Attachment'];
/** A file on its way, and what it became. */
export type UploadState = Schemas['Upload'];
/** Whom it names is left out where it names nobody. */
export type Message = Required<Omit<Schemas['Message'], 'mentionNames'>> &
  Pick<Schemas['Message'], 'mentionNames'>;
export type Poll = Schemas['Poll'];
export type PollInput = Schemas['PollInput'];
export type PollOption = Schemas['PollOption'];
export type Priority = Schemas['Priority'];
export type Receipts = Schemas['Receipts'];
export type ReceiptPerson = Schemas['ReceiptPerson'];
export type MyThread = Omit<Schemas['MyThread'], 'message' | 'replies'> & {
  message: Message;
  replies: Message[];
};
export type MyThreads = Omit<Schemas['MyThreads'], 'content'> & { content: MyThread[] };
export type OwnStatus = Schemas['Status'];
export type Quiet = Schemas['Quiet'];
export type Pin = Required<Schemas['Pin']> & { message: Message };
export type SavedMessage = Required<Schemas['SavedMessage']> & { message: Message };
export type ChannelDraft = Schemas['ChannelDraft'];
export type ScheduledMessage = Schemas['ScheduledMessage'];
export type Sidebar = Required<Schemas['Sidebar']>;
export type SidebarGroup = Schemas['SidebarGroup'];
export type Reactors = Schemas['Reactors'];
export type FoundMessage = Required<Schemas['FoundMessage']> & { message: Message };
export type FoundMessages = Required<Schemas['FoundMessages']> & { content: FoundMessage[] };

/** The document leaves this open; a type that is not known here is shown by its plain words. */
export type NotificationType =
  | 'MENTION'
  | 'REPLY'
  | 'MESSAGE_REJECTED'
  | 'APPLICATION_APPROVED'
  | 'APPLICATION_DENIED'
  | 'APPLICATION_RECEIVED'
  | 'INVITATION_RECEIVED'
  | 'INVITATION_ACCEPTED'
  | 'OWNERSHIP_OFFERED'
  | 'CONTACT_REQUEST'
  | 'CONTACT_ACCEPTED'
  | 'NEW_FOLLOWER'
  | 'FOLLOW_REQUEST'
  | 'FOLLOW_APPROVED'
  | 'FEED_MENTION'
  | 'FEED_COMMENT'
  | 'FEED_REPLY'
  | 'FEED_REPOST';
export type Notification = Required<Schemas['Notification']> & { type: NotificationType };

export type DayType = Schemas['DayType'];
export type Almanac = Schemas['Whole_Day'];
export type Municipality = Schemas['Municipality'];
export type Locality = Schemas['Locality'];

export type Guide = Required<Schemas['Guide']>;
export type GuidesStatus = Schemas['GuidesStatus'];
export type CanDismiss = Schemas['CanDismiss'];
export type ContextInfo = Required<Schemas['Context']>;
type Found = Schemas['Suggestion'];
/** Only events have a time. */
type FoundTime = 'start' | 'startDate';
export type Suggestion = Required<Omit<Found, FoundTime>> & Pick<Found, FoundTime>;
export type Suggestions = Schemas['Suggestions'];
/** One group of what was found, with its heading. */
export type SuggestionGroup = { group: string; content: Suggestion[] };

/** A person's page, with what they allow. */
export type Profile = Required<Schemas['Profile']>;
