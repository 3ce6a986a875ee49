import { QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Channel, Message } from '@/api/types.ts';
import { createQueryClient } from '@/app/providers/queryClient.ts';
import { ActionsContext, type MessageActions } from '@/features/chat/components/actions.ts';
import { MessageRow } from '@/features/chat/components/MessageRow.tsx';
import { nothing } from '@/features/chat/lib/abilities.ts';
import { buildRows } from '@/features/chat/lib/rows.ts';
import { drawAs } from '@/lib/session.ts';
import { anna, signIn, signOut } from '@/test/world.ts';
import { paintChat } from './chat.ts';
import { fill } from './fill.ts';
import { paintHome } from './home.ts';
import { paintLed } from './led.ts';
import { drawParts } from './parts.tsx';

const HOSTILE =
  '<img src=x onerror=alert(1)></script><script>alert(2)</script>{name}{count}\u202Eabc';
const parts = { home: '', chat: '', led: '' };

beforeAll(async () => {
  parts.home = await drawParts('home', anna);
  parts.chat = await drawParts('chat', anna);
  signIn();
  drawAs(true);
  parts.led = await drawParts('led', anna);
  drawAs(false);
  signOut();
});

beforeEach(() => {
  localStorage.clear();
  history.replaceState(null, '', '/konversation/2/1');
});

/** A frame as scripts/drawPages.ts puts it together, with as much of the page as is painted. */
function frameOf(painted: keyof typeof parts, page: string): HTMLElement {
  const frame = document.createElement('div');
  frame.innerHTML = `<main>${page}</main><div hidden>${parts[painted]}</div>`;
  document.body.replaceChildren(frame);
  return frame;
}

const words = (element: Element | null | undefined) => element?.textContent?.replace(/\s+/g, ' ');

describe('what is filled in', () => {
  it('is text and values, and is not read again', () => {
    const part = document.createElement('p');
    part.innerHTML = '<b title="{a}">{a}, {b}</b>';
    fill(part, { a: '{b}<i>', b: 2 });
    expect(words(part)).toBe('{b}<i>, 2');
    expect(part.querySelector('b')?.title).toBe('{b}<i>');
    expect(part.querySelector('i')).toBeNull();
  });
});

describe('the start page', () => {
  const now = new Date(2026, 5, 5, 12);
  const page =
    '<h1></h1><section><section><h2>I dag<span></span></h2><p></p></section><section><h2>I morgon<span></span></h2><p></p></section></section>';
  const begins = encodeURIComponent(new Date('2026-06-05T00:00:00').toISOString());
  const day = (date: string, name: string, type: string, group = 1) => ({
    date,
    name,
    type,
    group,
    slug: `x/${group}`,
    source: '',
  });
  const answers = (events: unknown[] = []) => ({
    '/api/v1/me': { ...anna, firstName: HOSTILE },
    '/api/public/days?types=a%2Cb&from=2026-06-05&to=2026-06-06': {
      content: [
        day('2026-06-05', 'Bo', 'nameday'),
        day('2026-06-06', HOSTILE, 'holiday', 2),
        day('2026-06-06', 'Svenska flaggans dag', 'flagdays'),
        day('2026-06-06', 'Gustav', 'nameday'),
        day('2026-06-06', 'Gösta', 'nameday'),
      ],
    },
    [`/api/v1/events?from=${begins}&to=x`]: { content: events },
  });

  it('says whose it is, and what the almanac says of two days', () => {
    const frame = frameOf('home', page);
    expect(paintHome(frame, answers(), now)).toBe(true);
    expect(words(frame.querySelector('h1'))).toBe(`Hej ${HOSTILE}!`);
    const [today, tomorrow] = frame.querySelectorAll<HTMLElement>('main section section');
    expect(words(today)).toBe('I dagFredag 5 juni 2026, vecka 23Namnsdag: BoInga händelser');
    expect(words(tomorrow)).toBe(
      `I morgonLördag 6 juni 2026, vecka 23${HOSTILE} FlaggdagNamnsdag: Gustav, GöstaInga händelser`,
    );
    expect(today?.querySelector('[data-red]')).toBeNull();
    expect(tomorrow?.querySelectorAll('h2[data-red], a[data-red]')).toHaveLength(2);
    expect(tomorrow?.querySelector('a')?.getAttribute('href')).toBe('/x/2');
    expect(frame.querySelector('main img, main script')).toBeNull();
  });

  it('leaves to the app what stands below an event, but not below one that is not shown', () => {
    const event = {
      id: 1,
      calendarUUID: 'u',
      title: 'Möte',
      start: new Date(2026, 5, 5, 10).toISOString(),
      end: new Date(2026, 5, 5, 11).toISOString(),
    };
    const frame = frameOf('home', page);
    paintHome(frame, answers([event]), now);
    expect(words(frame.querySelector('main'))).not.toContain('Inga händelser');
    expect(words(frame.querySelector('main'))).not.toContain('Lördag');
    localStorage.setItem('kalender:user:calendar:hidden', '["u"]');
    const other = frameOf('home', page);
    paintHome(other, answers([event]), now);
    expect(words(other.querySelector('main'))).toContain('Lördag');
  });

  it('is not painted without its answers, on another part, or in an organisation’s name', () => {
    const untouched = (given: Record<string, unknown>, at = now) => {
      const frame = frameOf('home', page);
      expect(paintHome(frame, given, at)).toBe(false);
      expect(frame.querySelector('main')?.innerHTML).toBe(page);
    };
    for (const one of Object.keys(answers())) untouched({ ...answers(), [one]: undefined });
    // By another clock it is another day.
    untouched(answers(), new Date(2026, 5, 4, 23, 59));
    history.replaceState(null, '', '/?section=articles');
    untouched(answers());
    history.replaceState(null, '', '/');
    localStorage.setItem('activeContext', '{"type":"organization","id":3}');
    untouched(answers());
  });
});

describe('a channel', () => {
  const channel = {
    id: 1,
    workspaceId: 2,
    channelType: 'PUBLIC',
    name: 'allmant',
    displayName: 'Allmänt',
    topic: HOSTILE,
    permissions: ['POST'],
    role: 'MEMBER',
    member: { lastReadMessageId: null, unreadFrom: null },
  } as unknown as Channel;
  const message = (id: number, change: Partial<Message> = {}): Message => ({
    id,
    channelId: 1,
    isBot: false,
    userId: 8,
    userName: 'Bo Ek',
    userSlug: 'bo',
    userAvatar: null,
    messageType: 'TEXT',
    content: `Text ${id}`,
    formattedContent: change.content ?? `Text ${id}`,
    edited: false,
    deleted: false,
    visible: true,
    created: new Date(2026, 0, 2, 10, id).toISOString(),
    updated: new Date(2026, 0, 2, 10, id).toISOString(),
    parentMessageId: null,
    replyCount: 0,
    lastReplyAt: null,
    reactions: [],
    attachments: [],
    pinned: false,
    priority: 'NORMAL',
    requestedAck: false,
    myAck: false,
    ackCount: null,
    poll: null,
    card: null,
    clientMessageId: null,
    mentions: [],
    version: 1,
    ...change,
  });
  const answers = (messages: Message[], one: Partial<Channel> = {}) => ({
    '/api/v1/me': anna,
    '/api/v1/contacts/blocked': { content: [{ user: { id: 99 } }] },
    '/api/v1/chat/workspaces/2/channels?archived=false': {
      data: [
        { ...channel, ...one },
        { ...channel, id: 5, name: 'kanal' },
      ],
    },
    '/api/v1/chat/channels/1/messages?limit=50&offset=0': { data: messages, hasMore: false },
  });
  const standing = () => {
    const pane = /data-part="pane" class="([^"]+)"|class="([^"]+)" data-part="pane"/.exec(
      parts.chat,
    );
    return `<div class="${pane?.[1] ?? pane?.[2]}"><div>place</div><div id="wait">wait</div></div>`;
  };
  const paint = (messages: Message[], one: Partial<Channel> = {}) => {
    const frame = frameOf('chat', standing());
    const painted = paintChat(frame, answers(messages, one));
    return { frame, painted, rows: [...frame.querySelectorAll('[data-rows] > *')] };
  };

  /** What one sees and where: tags, classes, texts. */
  function shape(element: Element): unknown[] {
    const inside: unknown[] = [];
    for (const node of element.childNodes) {
      if (node instanceof Element) inside.push(shape(node));
      else if (node instanceof Text && node.data !== '') inside.push(node.data);
    }
    const { me, hue, grouped, red } = (element as HTMLElement).dataset;
    return [element.tagName, element.className.toString(), { me, hue, grouped, red }, ...inside];
  }

  /** As the app draws them. */
  function drawn(messages: Message[]): Element[] {
    const ids = messages.map(({ id }) => id);
    const byId = Object.fromEntries(messages.map((one) => [one.id, one]));
    const timeline = { ids, byId, hasOlder: false, hasNewer: false, cursor: 0 } as never;
    const actions = {
      abilities: () => ({ ...nothing, react: true }),
      channelPath: (name: string) => (name === 'kanal' ? '/konversation/2/5' : null),
    } as unknown as MessageActions;
    return buildRows(timeline, { me: anna, unread: null, sending: [] }).map((row) => {
      const { container } = render(
        <QueryClientProvider client={createQueryClient()}>
          <MemoryRouter>
            <ActionsContext value={actions}>
              <MessageRow
                row={row}
                me={anna.idUser}
                active={false}
                highlighted={false}
                inThread={false}
              />
            </ActionsContext>
          </MemoryRouter>
        </QueryClientProvider>,
      );
      return container;
    });
  }

  const ALL: Message[] = [
    message(1, { content: HOSTILE, userName: HOSTILE }),
    message(2),
    message(3, { content: '*fet* _kursiv_ ~bort~ `kod` och 2*3*4' }),
    message(4, { content: 'Rad\nrad\n> citat\n- ett\n  - två\n1. första\n```\n<b>kod</b>\n```' }),
    message(5, {
      content: 'Se https://a.example/x?y=1 och [här](https://b.example) #kanal #ingen',
    }),
    message(6, {
      content: '@{7} och @{8} och @alla, @all',
      formattedContent: '@anna-ek och @bo och @alla, @all',
      mentions: [7, 8],
      mentionNames: [{ userId: 8, displayName: HOSTILE }] as never,
    }),
    message(7, { content: 'Bra 👍🎉' }),
    message(8, { userId: 7, userName: 'Anna Ek', edited: true, pinned: true }),
    message(9, {
      userAvatar: '/img/7/a.jpg',
      reactions: [
        { emoji: '👍', count: 3, me: true },
        { emoji: '🎉', count: 1, me: false },
      ],
      replyCount: 2,
      lastReplyAt: new Date(2026, 0, 2, 11).toISOString(),
    }),
    message(10, { created: new Date(2026, 0, 3, 9).toISOString(), replyCount: 1 }),
  ];

  it('has the rows that the app draws', () => {
    const { rows } = paint(ALL);
    const app = drawn(ALL);
    expect(rows).toHaveLength(app.length);
    rows[0]?.firstElementChild?.remove();
    for (const [n, row] of rows.entries()) {
      expect(shape(row).slice(3), `message ${n + 1}`).toEqual(shape(app[n] as Element).slice(3));
    }
  });

  it('has its name and topic as texts', () => {
    const { frame, painted } = paint(ALL);
    expect(painted).toBe(true);
    expect(words(frame.querySelector('main h1'))).toBe('Allmänt');
    expect(words(frame.querySelector('main header p'))).toBe(HOSTILE);
    expect(frame.querySelectorAll('main header')).toHaveLength(1);
    expect(frame.querySelector('main textarea')?.getAttribute('placeholder')).toContain('Allmänt');
    expect(frame.querySelectorAll('main script, main img[src="x"]')).toHaveLength(0);
    const plain = paint(ALL, { topic: '', description: '', channelType: 'PRIVATE' }).frame;
    expect(plain.querySelector('main header p')).toBeNull();
    expect(plain.querySelector('main header svg[aria-label]')?.getAttribute('aria-label')).toBe(
      'Privat kanal',
    );
  });

  it('draws from the end up to what the app alone can draw', () => {
    const texts = (given: Message[]) =>
      paint(given).rows.map((row) => /Text \d+/.exec(words(row) ?? '')?.[0]);
    for (const alone of [
      { priority: 'IMPORTANT' },
      { requestedAck: true },
      { visible: false },
      { deleted: true },
      { userId: 99 },
      { content: '👍🎉 2' },
      { poll: {} },
      { card: {} },
      { attachments: [{}] },
    ] as Partial<Message>[]) {
      const given = [message(1), message(2, alone), message(3), message(4)];
      expect(texts(given), JSON.stringify(alone)).toEqual(['Text 3', 'Text 4']);
    }
    const none = paint([message(1), message(2, { userId: 99 })]);
    expect(none.painted).toBe(true);
    expect(none.frame.querySelector('main #wait')).not.toBeNull();
    expect(words(none.frame.querySelector('main h1'))).toBe('Allmänt');
  });

  it('marks what is unread, and where the channel begins', () => {
    const member = { lastReadMessageId: 1, unreadFrom: null } as unknown as Channel['member'];
    const { rows } = paint([message(1), message(2)], { member });
    expect(words(rows[0])).toContain('Allmänt');
    expect(words(rows[1])).toContain('Nya');
    expect(words(rows[0])).not.toContain('Nya');
  });

  it.each<[string, () => Partial<Channel> | undefined]>([
    ['where one may not write', () => ({ permissions: [] })],
    ['in an archive', () => ({ archived: true })],
    ['where only some write', () => ({ readOnly: true })],
    ['where somebody reads first', () => ({ requireModeration: true })],
    [
      'where something is begun',
      () => void localStorage.setItem('kalender:user:chat.drafts.7', '{"1":{"text":"a"}}'),
    ],
    [
      'where something waits',
      () => void localStorage.setItem('kalender:user:chat.outbox.7', '[{"channelId":1}]'),
    ],
    [
      'in another density',
      () => void localStorage.setItem('kalender:preferences', '{"density":"compact"}'),
    ],
    [
      'in an organisation’s name',
      () => void localStorage.setItem('activeContext', '{"type":"organization"}'),
    ],
    ['at a message', () => void history.replaceState(null, '', '/konversation/2/1?message=3')],
  ])('is left to the app %s', (_, arrange) => {
    const change = arrange();
    const { frame, painted } = paint(ALL, change ?? {});
    expect(painted).toBe(false);
    expect(frame.querySelector('main')?.innerHTML).toBe(standing());
  });

  it('is not painted without its answers, or without messages', () => {
    expect(paint([]).painted).toBe(false);
    for (const one of Object.keys(answers(ALL))) {
      const frame = frameOf('chat', standing());
      expect(paintChat(frame, { ...answers(ALL), [one]: undefined }), one).toBe(false);
      expect(frame.querySelector('main')?.innerHTML).toBe(standing());
    }
  });
});

describe('one’s own organisation', () => {
  const page = '<p>wait</p>';
  const entity = {
    idEntity: 3,
    entityName: HOSTILE,
    entitySlug: 'bjorkens-if',
    entityType: 'school',
    membershipMode: 'OPEN',
    image: null,
    txRelationType: 'OWNER',
    myApplication: null,
    abilities: ['EDIT', 'MANAGE_RELATIONS', 'DECIDE_APPLICATIONS', 'SEE_RELATIONS'],
    liked: true,
    nrLikes: 12,
  };
  const answers = (change: object = {}) => ({
    '/api/v1/me': { ...anna, firstName: HOSTILE },
    '/api/v1/me/entities': { content: [{ idEntity: 3 }] },
    '/api/v1/chat/workspaces': { data: [{ workspaceId: 1, entityId: 3 }] },
    '/api/public/entities/bjorkens-if': { ...entity, ...change },
  });
  const paint = (given: Record<string, unknown>) => {
    history.replaceState(null, '', '/bjorkens-if');
    const frame = frameOf('led', page);
    const header = document.createElement('header');
    frame.prepend(header);
    return { frame, painted: paintLed(frame, given) };
  };
  const buttons = (frame: Element) =>
    [...frame.querySelectorAll('main [data-tour="org-head"] :is(button, a)')].map(words);

  it('says who it is', () => {
    const { frame, painted } = paint(answers());
    expect(painted).toBe(true);
    expect(words(frame.querySelector('main h1'))).toBe(HOSTILE);
    expect(words(frame.querySelector('main'))).toContain('Skola');
    expect(words(frame.querySelector('main'))).toContain('ägare');
    expect(words(frame.querySelector('main'))).toContain('Öppen att gå med i');
    expect(words(frame.querySelector('header + [data-tour="admin-bar"]'))).toContain(HOSTILE);
    expect(frame.querySelector('main img, main script, main [id]')).toBeNull();
    expect(buttons(frame)).toHaveLength(3);
    const like = frame.querySelector('main [aria-label="Gilla, 12 gillar"]');
    expect(like).toHaveAttribute('aria-pressed', 'true');
    const family = paint(answers({ entityType: 'family' })).frame;
    expect(words(family.querySelector('main'))).not.toContain('Gilla');
    const abilities = [...entity.abilities, 'LEAVE'];
    expect(buttons(paint(answers({ abilities })).frame)).toHaveLength(4);
    const invites = paint(answers({ membershipMode: 'INVITE_ONLY' })).frame;
    expect(words(invites.querySelector('main'))).toContain('Medlemmar bjuds in');
  });

  it.each<[string, object]>([
    ['whom it is not', { txRelationType: null }],
    ['a member', { txRelationType: 'MEMBER' }],
    ['who may not lead', { abilities: ['EDIT'] }],
    ['who is asked to join', { myApplication: 'INVITED' }],
  ])('is left to the app for %s', (_, change) => {
    const { frame, painted } = paint(answers(change));
    expect(painted).toBe(false);
    expect(frame.querySelector('main')?.innerHTML).toBe(page);
  });

  it('is not painted without its answers', () => {
    for (const one of Object.keys(answers())) {
      expect(paint({ ...answers(), [one]: undefined }).painted, one).toBe(false);
    }
  });
});
