/** A first journey with what openapi-typescript makes of the document, called by openapi-fetch. */

import createClient from 'openapi-fetch';
import type { paths } from './made/schema.ts';
import type { Journey } from './journey.ts';

export const journey: Journey = async (baseUrl, anna, bo) => {
  const signIn = async (body: { email: string; password: string }) => {
    const client = createClient<paths>({ baseUrl });
    const { data, response } = await client.POST('/api/public/auth/login', { body });
    const token = /kalender_jwt=([^;]+)/.exec(response.headers.getSetCookie().join())?.[1];
    client.use({
      onRequest: ({ request }) => request.headers.set('authorization', `Bearer ${token}`),
    });
    return { client, id: data?.user.idUser ?? 0 };
  };
  const [{ client: me }, { client: other, id: otherId }] = [await signIn(anna), await signIn(bo)];

  const entities = await me.GET('/api/v1/me/entities');
  const entity = entities.data?.content[0];
  const workspaces = await me.GET('/api/v1/chat/workspaces');
  const workspace = workspaces.data?.data[0]?.workspaceId ?? 0;

  const open = () =>
    me.POST('/api/v1/chat/workspaces/{id}/channels', {
      params: { path: { id: workspace }, header: { 'Idempotency-Key': 'openapi-fetch-1' } },
      body: { name: 'från-openapi-fetch', channelType: 'PUBLIC' },
    });
  const opened = [(await open()).data?.data.id, (await open()).data?.data.id];
  const path = { id: opened[0] ?? 0 };
  const messages = '/api/v1/chat/channels/{id}/messages';
  const send = () =>
    me.POST(messages, {
      params: { path },
      body: { content: 'hej från openapi-fetch', clientMessageId: 'f-1' },
    });
  const sent = [(await send()).data?.data.id, (await send()).data?.data.id];
  const page = await me.GET(messages, { params: { path, query: { limit: 10 } } });
  const reacted = await me.PUT('/api/v1/chat/messages/{id}/reactions/{emoji}', {
    params: { path: { id: sent[0] ?? 0, emoji: '👍' } },
  });

  await me.PUT('/api/v1/entities/{id}/relations/{user_id}', {
    params: { path: { id: entity?.idEntity ?? 0, user_id: otherId } },
    body: { txRelationType: 'TEACHER' },
  });
  const bell = await other.GET('/api/v1/notifications');
  const stranger = await other.GET(messages, { params: { path } });
  const empty = await me.POST(messages, { params: { path }, body: { content: '' } });
  return {
    entities: entities.data?.content.map((it) => it.entityName),
    opened,
    sent,
    page: page.data?.data.map((it) => it.content),
    reactions: reacted.data?.data.map((it) => [it.emoji, it.count]),
    bell: bell.data?.content.map((it) => it.type),
    stranger: [stranger.response.status, stranger.error?.code],
    empty: [
      empty.response.status,
      empty.error?.code,
      empty.error?.errors?.map((it) => it.field).join(),
    ],
  };
};
