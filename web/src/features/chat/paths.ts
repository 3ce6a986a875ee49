/** The chat's addresses: each pane has its own, so that back does what one expects on a phone. */
export const CHAT_ROOT = '/konversation';
export const MESSAGES_ROOT = '/messages';

/** Of an address that nobody asked for: the focus stays where it is. */
export const UNASKED = 'unasked';

export interface Place {
  id: number;
  workspaceId: number;
}

/** What comments name in place of a workspace, and where what they are about has its page: their channel has its number. */
const SUBJECTS = new Map([
  [1, '/event'],
  [2, '/uppgifter'],
  [3, '/klyftig/lektion'],
]);
/** Whether channels of a workspace are the comments of something. */
export const ofComments = (workspaceId: number) => SUBJECTS.has(workspaceId);
/** A conversation belongs to no organisation: its channel names workspace 0. Comments stand on their subject's page. */
export const workspacePath = (workspaceId: number) => {
  if (workspaceId === 0) return MESSAGES_ROOT;
  return SUBJECTS.get(workspaceId) ?? `${CHAT_ROOT}/${workspaceId}`;
};
/** What a channel is called among others; what has comments by its title. */
export const calledIn = (workspaceId: number, name: string) =>
  ofComments(workspaceId) ? name : `#${name}`;
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
