/** The calls of an organisation's bots. */
import { queryOptions } from '@tanstack/react-query';
import { api } from '@/api/client.ts';
import type { components } from '@/api/schema.gen.ts';
import type { Page } from '@/api/types.ts';
import type { TokenInput } from '@/area/TokenDialog.tsx';

type Schemas = components['schemas'];
export type Bot = Schemas['Bot'];
type BotMade = Schemas['BotMade'];

const path = (idEntity: number) => `/api/v1/entities/${idEntity}/bots`;
const quiet = { quiet: true } as const;

export const botsQuery = (idEntity: number) =>
  queryOptions({
    queryKey: ['entities', idEntity, 'bots'],
    queryFn: async ({ signal }) =>
      (await api.get<Page<Bot>>(path(idEntity), { ...quiet, signal })).content,
    // Nothing tells of what other administrators do, or of a use.
    staleTime: 0,
  });

export const botCalls = {
  make: (idEntity: number, bot: TokenInput) => api.post<BotMade>(path(idEntity), bot, quiet),
  remove: (idEntity: number, id: number) => api.delete(`${path(idEntity)}/${id}`, quiet),
};
