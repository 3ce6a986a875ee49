/** The list of channels as somebody has arranged it: favourites, groups of their own, then the rest. Pure. */
import type { Channel, Sidebar, SidebarGroup } from '@/api/types.ts';

export interface Section {
  /** What `collapsed` names it by. */
  key: string;
  /** null: one of the two that everybody has. */
  group: SidebarGroup | null;
  channels: Channel[];
}

export const FAVOURITES = 'favourites';
export const CHANNELS = 'channels';
export const groupKey = (id: string) => `group:${id}`;

/**
 * `channels` in their own order; each stands once, in the first part that names it, those with something unread first. A
 * group of which nothing is in this workspace is shown only while it is empty everywhere.
 */
export function sectionsOf(
  channels: readonly Channel[],
  sidebar: Sidebar | undefined,
  isUnread: (id: number) => boolean,
): Section[] {
  const left = new Map(channels.map((channel) => [channel.id, channel]));
  const take = (ids: readonly number[]): Channel[] =>
    ids.flatMap((id) => {
      const channel = left.get(id);
      left.delete(id);
      return channel ?? [];
    });
  const unreadFirst = (list: Channel[]) => [
    ...list.filter(({ id }) => isUnread(id)),
    ...list.filter(({ id }) => !isUnread(id)),
  ];
  const favourites = take(sidebar?.favourites ?? []);
  const groups = (sidebar?.groups ?? []).map((group) => ({
    key: groupKey(group.id),
    group,
    channels: unreadFirst(take(group.channels)),
  }));
  return [
    ...(favourites.length > 0
      ? [{ key: FAVOURITES, group: null, channels: unreadFirst(favourites) }]
      : []),
    ...groups.filter((one) => one.channels.length > 0 || one.group.channels.length === 0),
    { key: CHANNELS, group: null, channels: unreadFirst([...left.values()]) },
  ];
}

/** The next channel with something unread after (1) or before (-1) the open one, round the list; null: there is none. */
export function nextUnread(
  shown: readonly Channel[],
  openId: number | null,
  step: 1 | -1,
  isUnread: (id: number) => boolean,
): Channel | null {
  const at = shown.findIndex(({ id }) => id === openId);
  const from = at < 0 ? (step === 1 ? -1 : shown.length) : at;
  for (let away = 1; away <= shown.length; away += 1) {
    const index = (((from + step * away) % shown.length) + shown.length) % shown.length;
    const channel = shown[index];
    if (channel && channel.id !== openId && isUnread(channel.id)) return channel;
  }
  return null;
}
