/** The chat's addresses: each pane has its own, so that back does what one expects on a phone. */
export const CHAT_ROOT = '/konversation';

export interface Place {
  id: number;
  workspaceId: number;
}

export const channelPath = (channel: Place) => `${CHAT_ROOT}/${channel.workspaceId}/${channel.id}`;
export const workspacePath = (workspaceId: number) => `${CHAT_ROOT}/${workspaceId}`;
export const threadPath = (channel: Place, messageId: number) =>
  `${channelPath(channel)}/trad/${messageId}`;
export const detailsPath = (channel: Place) => `${channelPath(channel)}/om`;
export const moderationPath = (channel: Place) => `${channelPath(channel)}/granska`;
export const searchPath = (channel: Place) => `${channelPath(channel)}/sok`;
