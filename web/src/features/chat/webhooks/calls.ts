/** The calls of a channel's webhooks. */
import { queryOptions } from '@tanstack/react-query';
import { api } from '@/api/client.ts';
import type { components } from '@/api/schema.gen.ts';
import type { Success } from '@/api/types.ts';

type Schemas = components['schemas'];
export type Webhook = Schemas['Webhook'];
export type WebhookMade = Schemas['WebhookMade'];

const path = (channelId: number) => `/api/v1/chat/channels/${channelId}/webhooks`;
const quiet = { quiet: true } as const;

export const webhooksQuery = (channelId: number) =>
  queryOptions({
    queryKey: ['chat', 'webhooks', channelId],
    queryFn: async ({ signal }) =>
      (await api.get<Success<Webhook[]>>(path(channelId), { ...quiet, signal })).data,
    // Nothing tells of what other moderators do.
    staleTime: 0,
  });

export const webhookCalls = {
  make: async (channelId: number, name: string) =>
    (await api.post<Success<WebhookMade>>(path(channelId), { name }, quiet)).data,
  remove: (channelId: number, id: number) => api.delete(`${path(channelId)}/${id}`, quiet),
};
