/**
 * What the server is told of the app's pages (`dist/framed/pages.json`): which address has which frame, and what it asks
 * first. One list for both: the frames are drawn from it when the app is built, and the server answers those calls in the page.
 */

import type { Painted } from '../src/painter/parts.tsx';

export type Page = {
  /** As the server's routes have it; the first that matches counts. `{slug}` is a name that is free for people to take. */
  path: string;
  /** An address of it, to be drawn. */
  sample: string;
  /** The modules whose styles and files it needs beside the app's own. */
  modules: string[];
  /**
   * What it asks first, as src/api/client.ts does; names in braces are those of `path`, or days (the server's
   * `web_app/framed.rs`). Not what it asks once it stands: by then something may have changed, and the answer is dropped.
   */
  asks: string[];
  /** For who is signed in; all others are for who is not. */
  own?: true;
  /** What draws its first screen from the answers that come with it (src/painter). */
  painted?: Painted;
  /** Without what stands in the shell: for addresses that have no frame of their own. */
  bare?: true;
};

const route = (name: string) => `src/app/routes/${name}.tsx`;
export const YEAR = 'src/features/almanac/index.ts';

const SLUG = '/api/public/entities/{slug}';
/** What the header asks, on every page of somebody signed in. */
const HEADER_ASKS = [
  '/api/v1/me',
  '/api/v1/me/entities',
  '/api/v1/me/unread',
  '/api/v1/notifications/unread-count',
];
/**
 * Who is there and what people say of themselves is told live: an answer that came before the connection would undo what has
 * been told since (presence and members are not among these). What a channel holds is caught up with by its cursor.
 */
const CHAT_ASKS = [
  '/api/v1/chat/workspaces',
  '/api/v1/chat/sidebar',
  '/api/v1/contacts/blocked',
  '/api/v1/chat/threads?filter=unread&limit=20',
];
const WORKSPACE_ASKS = [
  '/api/v1/chat/workspaces/{ws}/unread',
  '/api/v1/chat/workspaces/{ws}/channels?archived=false',
];
const CHANNEL_ASKS = [
  '/api/v1/chat/channels/{channel}/messages?limit=50&offset=0',
  '/api/v1/chat/channels/{channel}/pending',
];

/** The kinds of days, with the addresses of their pages (src/app/routes.tsx). */
export const dayKinds = {
  helgdagar: 'holiday',
  aftnar: 'eves',
  temadagar: 'themeday',
  flaggdagar: 'flagdays',
  'fn-dagar': 'unday',
  namnsdagar: 'nameday',
} as const;
/** As `daysBetween` of src/features/almanac/api.ts asks. */
const daysAsked = (types: readonly string[], from: string, to: string) =>
  `/api/public/days?types=${types.join('%2C')}&from=${from}&to=${to}`;
const TODAY_ASKS = [
  daysAsked(Object.values(dayKinds), '{today}', '{tomorrow}'),
  '/api/v1/events?from={today-begins}&to={tomorrow-ends}',
  '/api/v1/calendars',
];
/** What a page that shows a year's days asks (scripts/drawPages.ts). */
export const yearAsks = (path: string): string[] => {
  const kind = dayKinds[path.slice(1) as keyof typeof dayKinds];
  return kind ? [daysAsked([kind], '{year-begins}', '{year-ends}')] : [];
};

/** No area's: the header marks none. */
const NOWHERE = '/x/y';

const CHAT = 'src/features/chat/ChatPage.tsx';
const CALENDAR = 'src/features/calendar/CalendarPage.tsx';

function own(path: string, sample: string, modules: string[], asks: string[] = []): Page {
  const shell = ['src/app/shell/SignedInHeader.tsx', 'src/app/shell/BottomBar.tsx'];
  return {
    path,
    sample,
    modules: [...shell, ...modules],
    asks: [...HEADER_ASKS, ...asks],
    own: true,
  };
}
const open = (path: string, sample: string, modules: string[], asks: string[] = []): Page => ({
  path,
  sample,
  modules,
  asks,
});

export const pages: Record<string, Page> = {
  'own-home': {
    ...own(
      '/',
      '/',
      [
        route('StartPage'),
        'src/features/start/components/Home.tsx',
        'src/features/calendar/components/TodayCard.tsx',
      ],
      ['/api/v1/me/invitations', '/api/v1/chat/workspaces', ...TODAY_ASKS],
    ),
    painted: 'home',
  },
  'own-chat': {
    ...own(
      '/konversation/{ws:\\d+}/{channel:\\d+}',
      '/konversation/1/1',
      [CHAT],
      [...CHAT_ASKS, ...WORKSPACE_ASKS, ...CHANNEL_ASKS],
    ),
    painted: 'chat',
  },
  'own-workspace': own(
    '/konversation/{ws:\\d+}',
    '/konversation/1',
    [CHAT],
    [...CHAT_ASKS, ...WORKSPACE_ASKS],
  ),
  'own-workspaces': own('/konversation{rest:(/.*)?}', '/konversation', [CHAT], CHAT_ASKS),
  'own-feed': own('/feed', '/feed', ['src/features/feed/FeedPage.tsx'], ['/api/v1/feed?limit=20']),
  'own-contacts': own(
    '/kontakter',
    '/kontakter',
    ['src/features/contacts/ContactsPage.tsx'],
    ['/api/v1/contacts?page=0&size=50', '/api/v1/contacts/suggestions?limit=12'],
  ),
  // What it draws has dates in it: those of the day it is looked at, not of the day the app was built.
  'own-calendar': {
    ...own('/kalender', NOWHERE, [CALENDAR], ['/api/v1/calendars', '/api/v1/event-filters']),
    bare: true,
  },
  'own-notifications': own(
    '/notifications',
    '/notifications',
    ['src/features/notifications/NotificationsPage.tsx'],
    ['/api/v1/me/invitations', '/api/v1/notifications?limit=30'],
  ),
  'own-settings': own(
    '/settings',
    '/settings',
    [route('SettingsPage')],
    ['/api/public/municipalities', '/api/v1/auth/sessions'],
  ),
  'own-messages': own(
    '/messages{rest:(/.*)?}',
    '/messages',
    [],
    [
      '/api/v1/messages/conversations?limit=30',
      '/api/v1/contacts/blocked',
      '/api/v1/chat/threads?filter=unread&limit=20',
      '/api/v1/chat/workspaces',
    ],
  ),
  'own-slug': {
    ...own('/{slug}', '/x', [route('SlugPage')], [SLUG, '/api/v1/chat/workspaces']),
    painted: 'led',
  },
  'own-rest': { ...own('/{rest:.*}', NOWHERE, []), bare: true },
  ...Object.fromEntries(
    Object.entries(dayKinds).map(([path, kind]) => [
      `day-${kind}`,
      open(
        `/${path}/{day}`,
        `/${path}/x`,
        [route('DayPage')],
        [daysAsked([kind], '{today}', '{in-a-year}')],
      ),
    ]),
  ),
  certificate: open(
    '/klyftig/intyg/{code}',
    '/klyftig/intyg/x',
    [],
    ['/api/public/certificates/{code}'],
  ),
  person: open('/u/{name}', '/u/x', [], ['/api/public/users/{name}']),
  slug: open('/{slug}', '/x', [route('SlugPage')], [SLUG]),
};
