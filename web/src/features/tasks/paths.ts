import type { FromMessage } from '@/area/slots.ts';
import type { Target } from './types.ts';

export const TASKS = '/uppgifter';

/** One task's page; the bell leads there too. */
export const taskPath = (idTask: number): string => `${TASKS}/${idTask}`;

/** An organisation's tasks. */
export const tasksOfPath = (slug: string): string => `/${encodeURIComponent(slug)}/uppgifter`;

export const stackPath = (idTaskStack: number): string =>
  `${TASKS}?tab=stackar&stack=${idTaskStack}`;

const MESSAGE = /^(\d+)\/(\d+)\/(\d+)(?:\/(\d+))?$/;
/** The conversations of no organisation. */
const NO_WORKSPACE = '0';

/** What a message is named by as what a task is about: with its place, so that a link leads back to it. */
export const messageTarget = (
  { workspaceId, channelId, threadId }: FromMessage['place'],
  messageId: number,
): Target => ({
  kind: 'MESSAGE',
  id: [workspaceId, channelId, messageId, ...(threadId === null ? [] : [threadId])].join('/'),
});

/** Where what a task is about stands; null: of a message without its place nobody knows. */
export function targetPath({ kind, id }: Target): string | null {
  if (kind === 'EVENT') return `/event/${encodeURIComponent(id)}`;
  if (kind === 'BOOKING') return '/bookings';
  const [, workspace, channel, message, thread] = MESSAGE.exec(id) ?? [];
  if (!message) return null;
  const root = workspace === NO_WORKSPACE ? '/messages' : `/konversation/${workspace}`;
  return thread ? `${root}/${channel}/trad/${thread}` : `${root}/${channel}?message=${message}`;
}
