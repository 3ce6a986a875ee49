/** The same journey with the functions that @hey-api/openapi-ts makes of the document. */

import type { Journey } from './journey.ts';
import { type Client, createClient } from './made/client/index.ts';
import * as api from './made/sdk.gen.ts';

export const journey: Journey = async (baseUrl, anna, bo) => {
  const signIn = async (body: { email: string; password: string }) => {
    const nobody = createClient({ baseUrl });
    const { data, response } = await api.accountsLoginLogIn({ client: nobody, body });
    const token = /kalender_jwt=([^;]+)/.exec(response?.headers.getSetCookie().join() ?? '')?.[1];
    const client: Client = createClient({ baseUrl, auth: () => token });
    return { client, id: data?.user.idUser ?? 0 };
  };
  const [{ client }, { client: other, id: otherId }] = [await signIn(anna), await signIn(bo)];

  const entities = await api.accountsEntitiesMyEntities({ client });
  const entity = entities.data?.content[0];
  const workspaces = await api.chatWorkspacesWorkspaces({ client });
  const workspace = workspaces.data?.data[0]?.workspaceId ?? 0;

  const open = () =>
    api.chatChannelsCreateChannel({
      client,
      path: { id: workspace },
      headers: { 'Idempotency-Key': 'hey-api-1' },
      body: { name: 'från-hey-api', channelType: 'PUBLIC' },
    });
  const opened = [(await open()).data?.data.id, (await open()).data?.data.id];
  const path = { id: opened[0] ?? 0 };
  const send = () =>
    api.chatMessagesSend({
      client,
      path,
      body: { content: 'hej från hey-api', clientMessageId: 'h-1' },
    });
  const sent = [(await send()).data?.data.id, (await send()).data?.data.id];
  const page = await api.chatMessagesMessages({ client, path, query: { limit: 10 } });
  const reacted = await api.chatReactionsAddReaction({
    client,
    path: { id: sent[0] ?? 0, emoji: '👍' },
  });

  await api.entitiesRelationsPutRelation({
    client,
    path: { id: entity?.idEntity ?? 0, user_id: otherId },
    body: { txRelationType: 'TEACHER' },
  });
  const bell = await api.notificationsNotificationsList({ client: other });
  const stranger = await api.chatMessagesMessages({ client: other, path });
  const empty = await api.chatMessagesSend({ client, path, body: { content: '' } });
  return {
    entities: entities.data?.content.map((it) => it.entityName),
    opened,
    sent,
    page: page.data?.data.map((it) => it.content),
    reactions: reacted.data?.data.map((it) => [it.emoji, it.count]),
    bell: bell.data?.content.map((it) => it.type),
    stranger: [stranger.response?.status, stranger.error?.code],
    empty: [
      empty.response?.status,
      empty.error?.code,
      empty.error?.errors?.map((it) => it.field).join(),
    ],
  };
};
