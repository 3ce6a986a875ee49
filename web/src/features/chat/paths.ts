/** The chat's addresses: each pane has its own, so that back does what one expects on a phone. */
export const CHAT_ROOT = '/konversation';
export const MESSAGES_ROOT = '/messages';

export interface Place {
  id: number;
  workspaceId: number;
}

/** A conversation belongs to no organisation: its channel names workspace 0. */
export const workspacePath = (workspaceId: number) =>
  workspaceId === 0 ? MESSAGES_ROOT : `${CHAT_ROOT}/${workspaceId}`;
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
