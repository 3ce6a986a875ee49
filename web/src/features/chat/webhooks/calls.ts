/** The calls of a channel's webhooks and subscriptions. */
import { queryOptions } from '@tanstack/react-query';
import { api } from '@/api/client.ts';
import type { components } from '@/api/schema.gen.ts';
import type { Success } from '@/api/types.ts';

type Schemas = components['schemas'];
export type Webhook = Schemas['Webhook'];
export type WebhookMade = Schemas['WebhookMade'];
export type Subscription = Schemas['Subscription'];
export type SubscriptionMade = Schemas['SubscriptionMade'];
export type HookEvent = Schemas['HookEvent'];
export type HookFailure = Schemas['HookFailure'];

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

const told = (channelId: number) => `/api/v1/chat/channels/${channelId}/subscriptions`;

export const subscriptionsQuery = (channelId: number) =>
  queryOptions({
    queryKey: ['chat', 'subscriptions', channelId],
    queryFn: async ({ signal }) =>
      (await api.get<Success<Subscription[]>>(told(channelId), { ...quiet, signal })).data,
    // Calls are made meanwhile, and other moderators are not told of.
    staleTime: 0,
  });

export const subscriptionCalls = {
  make: async (channelId: number, url: string, events: HookEvent[]) =>
    (await api.post<Success<SubscriptionMade>>(told(channelId), { url, events }, quiet)).data,
  remove: (channelId: number, id: number) => api.delete(`${told(channelId)}/${id}`, quiet),
};
