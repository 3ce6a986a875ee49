/** One signed-in person: REST as that person, with the calls that the tests need by name. */

import type {
  Channel,
  Conversation,
  Entity,
  EventsPage,
  Message,
  MessagesPage,
  Workspace,
} from './types.ts';
import { until } from './wait.ts';

/** A refusal by the server. */
export class Refused extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, what: string) {
    super(`${what}: ${status} ${code}`);
    this.status = status;
    this.code = code;
  }
}

export interface Answer<T> {
  status: number;
  body: T;
  headers: Headers;
}

export interface ChannelSettings {
  name: string;
  displayName?: string;
  channelType?: 'PUBLIC' | 'PRIVATE';
  readOnly?: boolean;
  allowFollowers?: boolean;
  visibleToGuests?: boolean;
  requireModeration?: boolean;
  autoApproveMembers?: boolean;
  relationTypes?: string[];
}

/** Where people are served: a node, or what stands in front of some. */
export interface Place {
  readonly url: string;
  readonly port: number;
}

export class Person {
  readonly server: Place;
  readonly token: string;
  readonly id: number;
  readonly userName: string;
  readonly displayName: string;
  readonly email: string;

  /** The same session by way of another node. */
  at(server: Place): Person {
    const { id: idUser, userName, displayName, email } = this;
    return new Person(server, this.token, { idUser, userName, displayName, email });
  }

  private constructor(server: Place, token: string, user: User) {
    this.server = server;
    this.token = token;
    this.id = user.idUser;
    this.userName = user.userName;
    this.displayName = user.displayName;
    this.email = user.email;
  }

  static async signIn(server: Place, email: string, password: string): Promise<Person> {
    const answer = await fetch(`${server.url}/api/public/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, password }),
    });
    if (!answer.ok) throw new Refused(answer.status, await answer.text(), `${email} signs in`);
    const cookies = answer.headers.getSetCookie();
    const token = cookies.map((cookie) => /^kalender_jwt=([^;]+)/.exec(cookie)?.[1]).find(Boolean);
    if (!token) throw new Error('no session cookie');
    const { user } = (await answer.json()) as { user: User };
    return new Person(server, token, user);
  }

  /** Asks, whatever the answer is. */
  async ask<T>(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Answer<T>> {
    const answer = await fetch(this.server.url + path, {
      method,
      headers: {
        authorization: `Bearer ${this.token}`,
        'content-type': 'application/json',
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    const parsed = text === '' ? null : JSON.parse(text);
    return { status: answer.status, body: parsed as T, headers: answer.headers };
  }

  /** Asks, and throws `Refused` unless it is granted. */
  async call<T>(method: string, path: string, body?: unknown): Promise<T> {
    const answer = await this.ask<T & { code?: string }>(method, path, body);
    if (answer.status >= 400) {
      throw new Refused(answer.status, answer.body?.code ?? '?', `${method} ${path}`);
    }
    return answer.body;
  }

  /** Makes something, and asks again under the same key while the store has no time: others may be making their tables. */
  private async made<T>(path: string, body: unknown): Promise<T> {
    const key = crypto.randomUUID();
    return until(`POST ${path}`, async () => {
      const answer = await this.ask<T & { code?: string }>('POST', path, body, {
        'idempotency-key': key,
      });
      if (answer.status === 503 || answer.body?.code === 'IDEMPOTENCY_RUNNING') return undefined;
      if (answer.status >= 400) throw new Refused(answer.status, answer.body?.code ?? '?', path);
      return answer.body;
    });
  }

  private async data<T>(method: string, path: string, body?: unknown): Promise<T> {
    return (await this.call<{ data: T }>(method, path, body)).data;
  }

  socketToken = async () =>
    (await this.call<{ token: string }>('POST', '/api/v1/websocket/token', {})).token;

  /** Makes an organisation; answers it with its workspace and general channel. */
  async found(name: string, membershipMode = 'OPEN') {
    const entity = await this.made<Entity>('/api/v1/entities', {
      entityName: name,
      entityType: 'association',
      membershipMode,
    });
    const workspaces = await this.data<Workspace[]>('GET', '/api/v1/chat/workspaces');
    const workspace = workspaces.find((found) => found.entityId === entity.idEntity);
    if (!workspace) throw new Error('an organisation without a workspace');
    const general = (await this.channels(workspace.workspaceId)).find((channel) => channel.general);
    if (!general) throw new Error('a workspace without its general channel');
    return {
      id: entity.idEntity,
      slug: entity.entitySlug,
      ws: workspace.workspaceId,
      general: general.id,
    };
  }

  /** Gives a person a relation; whoever is asked for it says yes. */
  relate = async (entity: number, person: Person, txRelationType: string) => {
    const path = `/api/v1/entities/${entity}/relations/${person.id}`;
    const { state } = await this.call<{ state: string }>('PUT', path, { txRelationType });
    if (state === 'INVITED') await person.accept(entity);
  };
  accept = (entity: number) => this.call('POST', `/api/v1/me/invitations/${entity}/accept`);
  invite = (entity: number, person: Person, txRelationType: string) =>
    this.call('PUT', `/api/v1/entities/${entity}/relations/${person.id}`, { txRelationType });
  dismiss = (entity: number, person: Person) =>
    this.call('DELETE', `/api/v1/entities/${entity}/relations/${person.id}`);
  follow = (entity: number) => this.call('POST', `/api/v1/entities/${entity}/follow`);

  channels = (ws: number) => this.data<Channel[]>('GET', `/api/v1/chat/workspaces/${ws}/channels`);
  open = (ws: number, settings: ChannelSettings) =>
    this.data<Channel>('POST', `/api/v1/chat/workspaces/${ws}/channels`, settings);
  change = (channel: number, settings: Partial<ChannelSettings>) =>
    this.data<Channel>('PUT', `/api/v1/chat/channels/${channel}`, settings);
  archive = (channel: number) =>
    this.data<Channel>('POST', `/api/v1/chat/channels/${channel}/archive`);
  admit = (channel: number, person: Person, role?: string) =>
    this.call('PUT', `/api/v1/chat/channels/${channel}/members/${person.id}`, role ? { role } : {});
  expel = (channel: number, person: Person) =>
    this.call('DELETE', `/api/v1/chat/channels/${channel}/members/${person.id}`);
  read = (channel: number, lastReadMessageId?: number) =>
    this.data('POST', `/api/v1/chat/channels/${channel}/read`, { lastReadMessageId });

  /** Writes a post, for everybody where nothing else is said. */
  post = (txMessage: string, more: { audience?: string; idEntity?: number } = {}) =>
    this.call<{ uuid: string; version: number }>('POST', '/api/v1/feed/posts', {
      txMessage,
      audience: 'PUBLIC',
      ...more,
    });
  like = (uuid: string, on = true) =>
    this.call(on ? 'PUT' : 'DELETE', `/api/v1/feed/posts/${uuid}/like`);
  comment = (uuid: string, txMessage: string) =>
    this.call<{ idFeedComment: number }>('POST', `/api/v1/feed/posts/${uuid}/comments`, {
      txMessage,
    });
  followPerson = (person: Person) =>
    this.call('POST', '/api/v1/contacts/follow', { toUserId: person.id });
  unfollowPerson = (person: Person) => this.call('DELETE', `/api/v1/contacts/follow/${person.id}`);
  befriend = async (person: Person) => {
    for (const [one, other] of [
      [this, person],
      [person, this],
    ] as const) {
      await one.call('POST', '/api/v1/contacts/requests', { toUserId: other.id });
    }
  };
  block = (person: Person) =>
    this.call<{ blockId: number }>('POST', '/api/v1/contacts/block', { userId: person.id });

  /** The conversation with these people. */
  talk = (people: Person[]) =>
    this.data<Conversation>('POST', '/api/v1/messages/conversations', {
      userIds: people.map((person) => person.id),
      idType: 1,
    });
  conversations = async () =>
    (await this.data<{ content: Conversation[] }>('GET', '/api/v1/messages/conversations')).content;
  say = (
    channel: number,
    content: string,
    more: { parentMessageId?: number; clientMessageId?: string; priority?: string } = {},
  ) =>
    this.data<Message>('POST', `/api/v1/chat/channels/${channel}/messages`, { content, ...more });
  edit = (message: number, content: string) =>
    this.data<Message>('PUT', `/api/v1/chat/messages/${message}`, { content });
  erase = (message: number) => this.data<Message>('DELETE', `/api/v1/chat/messages/${message}`);
  react = (message: number, emoji: string, on = true) =>
    this.data(
      on ? 'PUT' : 'DELETE',
      `/api/v1/chat/messages/${message}/reactions/${encodeURIComponent(emoji)}`,
    );
  approve = (message: number) =>
    this.data<Message>('POST', `/api/v1/chat/messages/${message}/approve`);
  reject = (message: number, reason?: string) =>
    this.data('POST', `/api/v1/chat/messages/${message}/reject`, { reason });
  pending = (channel: number) =>
    this.data<Message[]>('GET', `/api/v1/chat/channels/${channel}/pending`);
  thread = (message: number) =>
    this.data<{ parent: Message; replies: Message[] }>(
      'GET',
      `/api/v1/chat/messages/${message}/thread?limit=100`,
    );

  page = (channel: number, query = 'limit=100') =>
    this.call<MessagesPage>('GET', `/api/v1/chat/channels/${channel}/messages?${query}`);
  events = (channel: number, after: number, limit = 100) =>
    this.data<EventsPage>(
      'GET',
      `/api/v1/chat/channels/${channel}/events?after=${after}&limit=${limit}`,
    );

  /** Every top-level message of a channel, oldest first. */
  async history(channel: number): Promise<Message[]> {
    let all: Message[] = [];
    for (let query = 'limit=100'; ; ) {
      const page = await this.page(channel, query);
      all = [...page.data, ...all];
      const oldest = page.data[0];
      if (!page.hasMore || !oldest) return all;
      query = `limit=100&before=${oldest.id}`;
    }
  }
}

interface User {
  idUser: number;
  userName: string;
  displayName: string;
  email: string;
}
