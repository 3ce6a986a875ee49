/**
 * What a painter fills: drawn by the app's own code when the app is built, with words in braces where a page's answers go. It
 * stands in the page's frame, hidden. Nothing of this is in the app.
 */
import type { QueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { prerender } from 'react-dom/static';
import { MemoryRouter } from 'react-router';
import type { Channel, Entity, MembershipMode, Message, User, Workspace } from '@/api/types.ts';
import { Providers } from '@/app/providers/Providers.tsx';
import { createQueryClient } from '@/app/providers/queryClient.ts';
import profile from '@/components/profile.module.css';
import { FactLine } from '@/features/calendar/components/FactLine.tsx';
import today from '@/features/calendar/components/today.module.css';
import type { DayFact } from '@/features/calendar/types.ts';
import { ActionsContext, type MessageActions } from '@/features/chat/components/actions.ts';
import { ChannelHeader } from '@/features/chat/components/ChannelHeader.tsx';
import pane from '@/features/chat/components/ChannelPane.module.css';
import composer from '@/features/chat/components/Composer.module.css';
import { Composer } from '@/features/chat/components/Composer.tsx';
import list from '@/features/chat/components/MessageList.module.css';
import { MessageRow } from '@/features/chat/components/MessageRow.tsx';
import { MessageText } from '@/features/chat/components/MessageText.tsx';
import { TypingLine } from '@/features/chat/components/TypingLine.tsx';
import { nothing } from '@/features/chat/lib/abilities.ts';
import { type ListRow, pendingMessage } from '@/features/chat/lib/rows.ts';
import { ChatSession, ChatSessionProvider } from '@/features/chat/session.ts';
import context from '@/features/context/context.module.css';
import { EntityHead } from '@/features/entities/components/EntityHead.tsx';
import { homeWorkspacesQuery } from '@/features/start/api.ts';
import home from '@/features/start/components/Home.module.css';
import { calendarTexts } from '@/texts/calendar.ts';
import { chatTexts } from '@/texts/chat.ts';
import { contextTexts } from '@/texts/context.ts';
import { startTexts } from '@/texts/start.ts';

/** Pages that are painted. */
export type Painted = 'home' | 'chat' | 'led';

const AT = '2026-01-01T12:00:00.000Z';
/** Where a number goes. */
const number = (word: string) => word as unknown as number;

const day = (name: string, type: DayFact['type'], slug = ''): DayFact => ({
  date: '2026-01-01',
  name,
  slug,
  type,
  group: 1,
  source: '',
});

function HomeParts() {
  const facts = {
    red: false,
    names: [day('{name}', 'eves', '{slug}')],
    flag: day('', 'flagdays', '{slug}'),
    namedays: ['{name}'],
  };
  return (
    <>
      <h1 className={home.greeting} data-part="greeting">
        {startTexts.home.greeting('{name}')}
      </h1>
      <span className={today.date} data-part="date">
        {'{day}'}, {calendarTexts.week(number('{week}'))}
      </span>
      <p className={today.none} data-part="none">
        {calendarTexts.nothing}
      </p>
      <Sole name="facts">
        <FactLine facts={facts} />
      </Sole>
    </>
  );
}

/** Names what is drawn in it: the painter takes what it holds. */
function Sole({ name, children }: { name: string; children: ReactNode }) {
  return <div data-sole={name}>{children}</div>;
}

const channel = (channelType: Channel['channelType']) =>
  ({
    id: 1,
    workspaceId: 2,
    channelType,
    name: '{title}',
    displayName: '{title}',
    topic: '{topic}',
    permissions: ['POST'],
    role: 'MEMBER',
  }) as Channel;

const everything: Message = {
  ...pendingMessage(
    {
      clientMessageId: '',
      channelId: 1,
      parentMessageId: null,
      content: '{text}',
      created: Date.parse(AT),
    } as Parameters<typeof pendingMessage>[0],
    { idUser: 1, displayName: '{name}', userName: '', profileImage: null },
  ),
  edited: true,
  pinned: true,
  replyCount: 1,
  lastReplyAt: AT,
  reactions: [{ emoji: '{emoji}', count: number('{count}'), me: false }],
};

const row = (grouped: boolean): ListRow => ({
  key: '',
  message: everything,
  send: null,
  day: '2026-01-01',
  unreadStart: true,
  grouped,
});

/** One of everything that a text may have. */
const text: Message = {
  ...everything,
  content: '`c` https://a.example @{1} @all\n> #kanal\n- l\n1. n\n```\nk\n```',
  formattedContent: '`c` https://a.example @anna @all\n> #kanal\n- l\n1. n\n```\nk\n```',
  mentions: [1],
};

const actions = {
  abilities: () => ({ ...nothing, react: true }),
  channelPath: () => '/',
} as unknown as MessageActions;

function ChatParts({ session }: { session: ChatSession }) {
  const label = chatTexts.composer('{title}');
  const nowhere = () => {};
  return (
    <ChatSessionProvider value={session}>
      <ActionsContext value={actions}>
        <div className={pane.pane} data-part="pane">
          <ChannelHeader channel={channel('PUBLIC')} />
          <ChannelHeader channel={channel('PRIVATE')} />
          <div className={pane.messages}>
            <div className={list.frame} data-list>
              <div className={list.view}>
                <div className={list.scroller}>
                  {/* In flow, each below the other: where the app's own stand once they are measured. */}
                  <div className={list.rows} style={{ paddingBottom: 8 }} data-rows />
                </div>
              </div>
            </div>
          </div>
          <div className={composer.foot}>
            <Composer
              channel={channel('PUBLIC')}
              threadId={null}
              label={label}
              editing={null}
              shut={false}
              onCancelEdit={nowhere}
              onSend={() => false}
              onSaveEdit={async () => false}
              onEditLast={nowhere}
            />
            <TypingLine channelId={1} threadId={null} />
          </div>
        </div>
        {[false, true].map((grouped) => (
          <div
            key={String(grouped)}
            className={list.row}
            style={{ position: 'relative' }}
            data-part={grouped ? 'grouped' : 'row'}
          >
            <MessageRow
              row={row(grouped)}
              me={0}
              active={false}
              highlighted={false}
              inThread={false}
            />
          </div>
        ))}
        <p className={pane.beginning} data-part="beginning">
          {chatTexts.beginning('{title}')}
        </p>
        <b data-part="replies">{chatTexts.replies(number('{n}'))}</b>
        <span data-part="lastReply">{chatTexts.lastReply('{when}')}</span>
        <div data-part="text">
          <MessageText message={text} me={0} />
        </div>
      </ActionsContext>
    </ChatSessionProvider>
  );
}

const MODES: MembershipMode[] = ['OPEN', 'MODERATED', 'INVITE_ONLY'];

const entity = (membershipMode: MembershipMode) =>
  ({
    idEntity: 1,
    entityName: '{name}',
    entitySlug: '{slug}',
    entityType: '{type}',
    txRelationType: '{relation}',
    membershipMode,
    abilities: ['EDIT', 'UNFOLLOW', 'LEAVE'],
    liked: false,
    nrLikes: '{likes}',
  }) as unknown as Entity;

function LedParts() {
  return (
    <>
      {MODES.map((mode) => (
        <div key={mode} className={profile.page} data-part={mode}>
          <EntityHead entity={entity(mode)} />
        </div>
      ))}
      <section className={context.adminBar} data-part="bar">
        <p className={context.adminWho}>
          <span className={context.adminName}>{'{name}'}</span>{' '}
          <span className={context.adminCaption}>{contextTexts.adminView}</span>
        </p>
        <button type="button" className={context.adminBack}>
          {contextTexts.backTo('{me}')}
        </button>
      </section>
    </>
  );
}

const partsFor = {
  home: () => <HomeParts />,
  chat: (client: QueryClient, me: User) => <ChatParts session={new ChatSession(client, me)} />,
  led: (client: QueryClient) => {
    const room = { workspaceId: 2, entityId: 1 };
    client.setQueryData(homeWorkspacesQuery.queryKey, [room] as Workspace[]);
    return <LedParts />;
  },
};

/** The markup of a page's parts. `me`: somebody of whom nothing is known. */
export async function drawParts(painted: Painted, me: User): Promise<string> {
  const client = createQueryClient();
  const parts = partsFor[painted](client, me);
  const { prelude } = await prerender(
    <Providers client={client}>
      <MemoryRouter>{parts}</MemoryRouter>
    </Providers>,
    {
      onError: (error) => {
        throw error;
      },
    },
  );
  return new Response(prelude).text();
}
