/** Changes of how one's list is arranged. Pure; a channel stands in one place. */
import type { Sidebar } from '@/api/types.ts';

export type Arranging = (sidebar: Sidebar) => Sidebar;
/** The server's bounds (contract 3.8 by the API's document). */
export const GROUPS_MAX = 30;
export const NAME_MAX = 60;

const without = (ids: readonly number[], id: number) => ids.filter((one) => one !== id);

/** Nowhere but among the rest. */
export const released =
  (id: number): Arranging =>
  (sidebar) => ({
    ...sidebar,
    favourites: without(sidebar.favourites, id),
    groups: sidebar.groups.map((group) => ({ ...group, channels: without(group.channels, id) })),
  });

export const asFavourite =
  (id: number): Arranging =>
  (sidebar) => {
    const rest = released(id)(sidebar);
    return { ...rest, favourites: [...rest.favourites, id] };
  };

export const intoGroup =
  (id: number, groupId: string): Arranging =>
  (sidebar) => {
    const rest = released(id)(sidebar);
    const groups = rest.groups.map((group) =>
      group.id === groupId ? { ...group, channels: [...group.channels, id] } : group,
    );
    return { ...rest, groups };
  };

/** With a channel in it, or empty. */
export const withGroup =
  (groupId: string, name: string, channelId: number | null): Arranging =>
  (sidebar) => {
    const made = { ...sidebar, groups: [...sidebar.groups, { id: groupId, name, channels: [] }] };
    return channelId === null ? made : intoGroup(channelId, groupId)(made);
  };

export const renamed =
  (groupId: string, name: string): Arranging =>
  (sidebar) => ({
    ...sidebar,
    groups: sidebar.groups.map((group) => (group.id === groupId ? { ...group, name } : group)),
  });

/** Its channels go back among the rest. */
export const withoutGroup =
  (groupId: string): Arranging =>
  (sidebar) => ({
    ...sidebar,
    groups: sidebar.groups.filter(({ id }) => id !== groupId),
    collapsed: sidebar.collapsed.filter((key) => key !== `group:${groupId}`),
  });

export const folded =
  (key: string, on: boolean): Arranging =>
  (sidebar) => {
    const rest = sidebar.collapsed.filter((one) => one !== key);
    return { ...sidebar, collapsed: on ? [...rest, key] : rest };
  };

/** One place up or down past the next that counts: other workspaces' channels lie between and are not seen. */
function moved<T>(list: readonly T[], item: T, step: 1 | -1, counts: (one: T) => boolean): T[] {
  const at = list.indexOf(item);
  let to = at + step;
  while (to >= 0 && to < list.length && !counts(list[to] as T)) to += step;
  if (at < 0 || to < 0 || to >= list.length) return [...list];
  const rest = list.filter((one) => one !== item);
  rest.splice(to, 0, item);
  return rest;
}

/** Where one arranges oneself: among favourites and in groups. */
export const channelMoved =
  (id: number, step: 1 | -1, isHere: (id: number) => boolean): Arranging =>
  (sidebar) => ({
    ...sidebar,
    favourites: moved(sidebar.favourites, id, step, isHere),
    groups: sidebar.groups.map((group) => ({
      ...group,
      channels: moved(group.channels, id, step, isHere),
    })),
  });

export const groupMoved =
  (groupId: string, step: 1 | -1): Arranging =>
  (sidebar) => {
    const group = sidebar.groups.find(({ id }) => id === groupId);
    return group ? { ...sidebar, groups: moved(sidebar.groups, group, step, () => true) } : sidebar;
  };
