import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { api } from '@/api/client.ts';
import type { OwnStatus, Profile, Quiet, User } from '@/api/types.ts';
import { meQuery } from '@/features/accounts/api.ts';
import { tellStatus } from './store.ts';

const put = (client: QueryClient, change: Partial<Pick<User, 'status' | 'quiet'>>) =>
  client.setQueryData<User>(meQuery.queryKey, (held) => held && { ...held, ...change });

/** Without text and emoji: nothing any more. */
export async function setStatus(client: QueryClient, status: OwnStatus): Promise<void> {
  const said = await api.put<OwnStatus>('/api/v1/me/status', status, { quiet: true });
  const says = said.text || said.emoji;
  put(client, { status: says ? said : null });
  const me = client.getQueryData(meQuery.queryKey);
  if (me) tellStatus(me.idUser, { text: said.text ?? null, emoji: said.emoji ?? null });
}

/** What somebody says of themselves, to those who are near. */
export const statusQuery = (userId: number, userName: string) =>
  queryOptions({
    queryKey: ['status', userId],
    queryFn: async ({ signal }) => {
      const path = `/api/public/users/${encodeURIComponent(userName)}`;
      const { statusText, statusEmoji } = await api.get<Profile>(path, { quiet: true, signal });
      tellStatus(userId, { text: statusText ?? null, emoji: statusEmoji ?? null });
      return true;
    },
    staleTime: 30_000,
    retry: false,
  });

/** No hours, until somebody has chosen some. */
export const NO_HOURS: Quiet = { days: [], from: '20:00', to: '07:00', until: null };

export async function setQuiet(client: QueryClient, change: Partial<Quiet>): Promise<void> {
  // What was chosen on another device stays: only what is changed here is.
  const me = await client.fetchQuery({ ...meQuery, staleTime: 0 });
  const held = me.quiet ?? NO_HOURS;
  const until = held.until && Date.parse(held.until) > Date.now() ? held.until : null;
  const quiet = { ...held, until, ...change };
  put(client, { quiet: await api.put<Quiet>('/api/v1/me/quiet', quiet, { quiet: true }) });
}

/** While it has not run out. */
export const standing = (status: OwnStatus | null | undefined, now: number) =>
  status && (!status.until || Date.parse(status.until) > now) ? status : null;

export const quietUntil = (quiet: Quiet | null | undefined, now: number) =>
  quiet?.until && Date.parse(quiet.until) > now ? quiet.until : null;
