/** What people do with an event. */
import { queryOptions } from '@tanstack/react-query';
import { api } from '@/api/client.ts';
import type { components } from '@/api/schema.gen.ts';
import type { Page } from '@/api/types.ts';
import { calendarKey } from '../api.ts';
import type { CalendarEvent } from '../types.ts';

type Schemas = components['schemas'];
export type Reaction = Schemas['EventReaction'];
export type Signs = Pick<
  CalendarEvent,
  | 'liked'
  | 'nrLikes'
  | 'attending'
  | 'nrAttending'
  | 'isBookmarked'
  | 'bookmarkCount'
  | 'shareCount'
  | 'uniqueSharers'
>;
export type Toggle = 'like' | 'attend' | 'bookmark';

const at = (eventUUID: string, what: string) =>
  `/api/v1/event/${encodeURIComponent(eventUUID)}/${what}`;

export const reactionsQuery = (eventUUID: string) =>
  queryOptions({
    queryKey: [...calendarKey, 'reactions', eventUUID],
    queryFn: async ({ signal }) =>
      (await api.get<Page<Reaction>>(at(eventUUID, 'reactions'), { signal, quiet: true })).content,
  });

/** As it will be, before the server has said so. */
export function toggled(signs: Signs, what: Toggle): Partial<Signs> {
  const step = (on: boolean, n: number) => Math.max(0, n + (on ? -1 : 1));
  switch (what) {
    case 'like':
      return { liked: !signs.liked, nrLikes: step(signs.liked, signs.nrLikes) };
    case 'attend':
      return { attending: !signs.attending, nrAttending: step(signs.attending, signs.nrAttending) };
    case 'bookmark':
      return {
        isBookmarked: !signs.isBookmarked,
        bookmarkCount: step(signs.isBookmarked, signs.bookmarkCount),
      };
  }
}

/** Answers how it stands then. */
export async function setToggle(
  eventUUID: string,
  what: Toggle,
  on: boolean,
): Promise<Partial<Signs>> {
  const path = at(eventUUID, what);
  if (what === 'bookmark') {
    const { isBookmarked, totalBookmarks } = on
      ? await api.post<Schemas['Bookmarked']>(path)
      : await api.delete<Schemas['Bookmarked']>(path);
    return { isBookmarked, bookmarkCount: totalBookmarks };
  }
  return on ? api.put<Partial<Signs>>(path) : api.delete<Partial<Signs>>(path);
}

export const engagementCalls = {
  share: async (eventUUID: string): Promise<Partial<Signs>> => {
    const body = { method: 'copy', source: 'event' };
    const { totalShares, uniqueSharers } = await api.post<Schemas['Shared']>(
      at(eventUUID, 'share'),
      body,
    );
    return { shareCount: totalShares, uniqueSharers };
  },
  react: async (eventUUID: string, emoji: string, on: boolean) => {
    const path = at(eventUUID, `reactions/${encodeURIComponent(emoji)}`);
    const answer = on
      ? await api.put<Page<Reaction>>(path)
      : await api.delete<Page<Reaction>>(path);
    return answer.content;
  },
  /** Into my own private calendar; saved already, that copy. */
  save: (eventUUID: string) => api.post<CalendarEvent>(at(eventUUID, 'save')),
  republish: (eventUUID: string, calendarUUID: string) =>
    api.post<CalendarEvent>(at(eventUUID, 'republish'), { calendarUUID }),
};
