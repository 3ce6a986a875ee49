/** The chat's addresses: each pane has its own, so that back does what one expects on a phone. */
export const CHAT_ROOT = '/konversation';
export const MESSAGES_ROOT = '/messages';

/** Of an address that nobody asked for: the focus stays where it is. */
export const UNASKED = 'unasked';

export interface Place {
  id: number;
  workspaceId: number;
}

/** What the comments of events name in place of a workspace; their channel has the event's number. */
export const OF_EVENTS = 1;
/** A conversation belongs to no organisation: its channel names workspace 0. Comments stand on their event's page. */
export const workspacePath = (workspaceId: number) => {
  if (workspaceId === 0) return MESSAGES_ROOT;
  return workspaceId === OF_EVENTS ? '/event' : `${CHAT_ROOT}/${workspaceId}`;
};
/** What a channel is called among others; an event by its title. */
export const calledIn = (workspaceId: number, name: string) =>
  workspaceId === OF_EVENTS ? name : `#${name}`;
/** What is one's own stands in a channel's place. */
export const OWN_LISTS = ['tradar', 'sparade', 'utkast', 'senare'] as const;
export type OwnList = (typeof OWN_LISTS)[number];
export const ownPath = (workspaceId: number, list: OwnList) =>
  `${workspacePath(workspaceId)}/${list}`;
export const channelPath = (channel: Place) =>
  `${workspacePath(channel.workspaceId)}/${channel.id}`;
export const threadPath = (channel: Place, messageId: number) =>
  `${channelPath(channel)}/trad/${messageId}`;
export const detailsPath = (channel: Place) => `${channelPath(channel)}/om`;
export const moderationPath = (channel: Place) => `${channelPath(channel)}/granska`;
export const pinsPath = (channel: Place) => `${channelPath(channel)}/fasta`;
export const searchPath = (channel: Place) => `${channelPath(channel)}/sok`;
