/** The shapes the server speaks, by the names of its API document. */

export type Ability =
  | 'EDIT'
  | 'MANAGE_RELATIONS'
  | 'TRANSFER'
  | 'GRANT_ADMINISTRATOR'
  | 'DECIDE_APPLICATIONS'
  | 'APPLY'
  | 'FOLLOW'
  | 'UNFOLLOW'
  | 'LEAVE'
  | 'SEE_RELATIONS';

export type FieldError = { field: string; code: string; message: string };

export type Problem = {
  type: string;
  title: string;
  status: number;
  detail?: string;
  code: string;
  message: string;
  errors?: FieldError[];
  requestId?: string;
};

/** A list's page. */
export type Page<T> = { content: T[]; page: number; size: number; hasMore: boolean };

/** What chat and workspaces answer. */
export type Success<T> = { success: boolean; data: T };

export type User = {
  idUser: number;
  firstName: string;
  lastName: string;
  displayName: string;
  email: string;
  profileImage: string | null;
  userName: string;
  /** -1: none chosen */
  selectedMunicipalityId: number;
  verified: boolean;
  created: string;
};

export type Session = {
  id: number;
  created: string;
  lastSeen: string;
  userAgent: string;
  address: string;
  current: boolean;
};

export type MembershipMode = 'OPEN' | 'MODERATED' | 'INVITE_ONLY';

export type Membership = {
  idEntity: number;
  entityName: string;
  entitySlug: string;
  txRelationType: string;
  entityType: string;
  image: string | null;
};

export type UnreadCounts = {
  messages: number;
  chat: number;
  contacts: number;
  notifications: number;
};

export type Entity = {
  idEntity: number;
  entityName: string;
  entitySlug: string;
  entityType: string;
  membershipMode: MembershipMode;
  image: string | null;
  created: string;
  /** My own relation to the organisation. */
  txRelationType: string | null;
  abilities: Ability[];
  /** The state of my application for membership, if I made one. */
  myApplication: ApplicationState | null;
};

export type Relation = {
  userId: number;
  userName: string;
  displayName: string;
  profileImage: string | null;
  txRelationType: string;
  since: string;
  /** Came with an import and has not taken over the account yet. */
  imported: boolean;
};

export type ApplicationState = 'INVITED' | 'PENDING' | 'ACTIVE' | 'DENIED' | 'LEFT' | 'BANNED';

export type Application = {
  userId: number;
  userName: string;
  displayName: string;
  profileImage: string | null;
  state: ApplicationState;
  message: string | null;
  created: string;
  decided: string | null;
};

export type Workspace = {
  workspaceId: number;
  workspaceName: string;
  entityId: number;
  entitySlug: string;
  entityName: string;
  role: string;
};

export type ChannelType = 'PUBLIC' | 'PRIVATE' | 'DIRECT';
export type ChannelPermission = 'READ' | 'POST' | 'MODERATE' | 'MANAGE';
export type NotifyLevel = 'default' | 'all' | 'mention' | 'none';

export type ChannelMembership = {
  lastReadMessageId: number | null;
  mentionCount: number;
  notifyLevel: NotifyLevel;
  muted: boolean;
};

export type Channel = {
  id: number;
  workspaceId: number;
  name: string;
  displayName: string;
  description: string;
  channelType: ChannelType;
  topic: string;
  archived: boolean;
  general: boolean;
  readOnly: boolean;
  allowFollowers: boolean;
  visibleToGuests: boolean;
  createdBy: number;
  requireModeration: boolean;
  autoApproveMembers: boolean;
  relationTypes: string[];
  created: string;
  role: string;
  permissions: ChannelPermission[];
  member: ChannelMembership;
};

export type Member = {
  userId: number;
  username: string;
  slug: string;
  displayName: string;
  avatar: string | null;
  role: string;
  online: boolean;
  /** Has a row of its own in the channel (and can be taken out of it). */
  explicit: boolean;
};

export type Reaction = { emoji: string; count: number; me: boolean };

export type Message = {
  id: number;
  channelId: number;
  userId: number;
  userName: string;
  userSlug: string;
  userAvatar: string | null;
  messageType: string;
  content: string;
  formattedContent: string;
  edited: boolean;
  deleted: boolean;
  visible: boolean;
  created: string;
  updated: string;
  parentMessageId: number | null;
  replyCount: number;
  lastReplyAt: string | null;
  reactions: Reaction[];
  attachments: unknown[];
  pinned: boolean;
  clientMessageId: string | null;
  mentions: number[];
};

export type NotificationType =
  | 'MENTION'
  | 'REPLY'
  | 'MESSAGE_REJECTED'
  | 'APPLICATION_APPROVED'
  | 'APPLICATION_DENIED'
  | 'APPLICATION_RECEIVED';

export type Notification = {
  id: number;
  type: NotificationType;
  created: string;
  read: boolean;
  actorId: number | null;
  actorName: string | null;
  actorAvatar: string | null;
  entityId: number | null;
  workspaceId: number | null;
  channelId: number | null;
  channelName: string | null;
  messageId: number | null;
  parentMessageId: number | null;
  preview: string | null;
};
