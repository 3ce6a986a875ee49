import type { Plugin, Rolldown } from 'vite';
import { groups } from '../src/content/paths.ts';

/** Where the lines stand in the page. */
export const PARTS_ID = 'parts';

/**
 * The first script names a page's own files, so a slow network would fetch them a round trip
 * later. But the page knows its address, and whether somebody is signed in: a few lines in it
 * ask for those files beside the first script. What is not listed comes as it does without them.
 */
type Parts = {
  out?: string[];
  in?: string[];
  /**
   * What it asks the server first, signed in or whoever one is; `{slug}` is the address of a single segment.
   * Only what it asks in any case: an answer that nobody fetches at the start would be taken, old
   * as it is by then, for whatever asks for it later.
   */
  asksIn?: string[];
  asks?: string[];
};

const route = (name: string) => `src/app/routes/${name}.tsx`;
const start = (name: string) => [route('StartPage'), `src/features/start/components/${name}.tsx`];
const HEADER = 'src/app/shell/SignedInHeader.tsx';
export const YEAR = 'src/features/almanac/index.ts';

/** What the header asks, on every page of somebody signed in. */
const HEADER_ASKS = [
  '/api/v1/me',
  '/api/v1/me/entities',
  '/api/v1/me/unread',
  '/api/v1/notifications/unread-count',
];

/** By path, else by its first segment with a slash, else ':' for any single segment. */
export async function partsOf(): Promise<Record<string, Parts>> {
  const found: Record<string, Parts> = {
    '': { out: start('Landing'), in: start('Home') },
    login: { out: [route('LoginPage')] },
    signup: { out: [route('SignupPage')] },
    'konversation/': {
      in: ['src/features/chat/ChatPage.tsx'],
      asksIn: ['/api/v1/chat/workspaces'],
    },
    feed: { in: ['src/features/feed/FeedPage.tsx'] },
    kontakter: { in: ['src/features/contacts/ContactsPage.tsx'] },
    kalender: {
      out: ['src/features/calendar/CalendarPage.tsx'],
      in: ['src/features/calendar/CalendarPage.tsx'],
      asksIn: ['/api/v1/calendars'],
    },
    notifications: { in: ['src/features/notifications/NotificationsPage.tsx'] },
    settings: { in: [route('SettingsPage')] },
    ':': {
      out: [route('SlugPage')],
      in: [route('SlugPage')],
      asks: ['/api/public/entities/{slug}'],
    },
  };
  for (const { name, load } of groups) {
    for (const [path, { days }] of Object.entries((await load()).pages)) {
      const parts = [route('InfoRoute'), `src/content/${name}.ts`, ...(days ? [YEAR] : [])];
      found[path.slice(1)] = { out: parts, in: parts };
    }
  }
  return found;
}

type Listed = [out: number[], own: number[], asks: string[], asksIn: string[]];

/** Runs in the page as it stands here, with what `files` and `parts` say. */
function preload(
  files: string[],
  header: number[],
  headerAsks: string[],
  parts: Record<string, Listed>,
) {
  const path = location.pathname.slice(1);
  const slash = path.indexOf('/') + 1;
  const own =
    parts[path] ?? parts[path.slice(0, slash) || `${path}/`] ?? (slash ? null : parts[':']);
  const signedIn = document.cookie.includes('kalender_jwt_present=1');
  const add = (rel: string, as: string, href: string) => {
    const link = document.createElement('link');
    link.rel = rel;
    if (as) link.as = as;
    link.crossOrigin = '';
    link.href = href;
    document.head.append(link);
  };
  for (const index of new Set([...(signedIn ? header : []), ...(own?.[signedIn ? 1 : 0] ?? [])])) {
    const style = files[index]?.endsWith('.css');
    add(style ? 'preload' : 'modulepreload', style ? 'style' : '', `/assets/${files[index]}`);
  }
  // As the app will ask it, so that it finds the answer on its way.
  const asks = [...(own?.[2] ?? []), ...(signedIn ? [...headerAsks, ...(own?.[3] ?? [])] : [])];
  for (const ask of asks) add('preload', 'fetch', ask.replace('{slug}', path));
}

export function preloadParts(): Plugin {
  return {
    name: 'preload-parts',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      async handler(html, { bundle }) {
        const chunks = Object.values(bundle ?? {}).filter((one) => one.type === 'chunk');
        const files: string[] = [];
        const number = (file: string) => {
          const name = file.replace(/^assets\//, '');
          if (!files.includes(name)) files.push(name);
          return files.indexOf(name);
        };
        /** The files of a module that the page does not name already. */
        const filesOf = (module: string): number[] => {
          const chunk = chunks.find((one) => one.facadeModuleId?.endsWith(`/${module}`));
          if (!chunk) throw new Error(`${module} has no file of its own: has it moved?`);
          const all = new Set<Rolldown.OutputChunk>();
          const walk = (one: Rolldown.OutputChunk | undefined) => {
            if (!one || all.has(one)) return;
            all.add(one);
            for (const name of one.imports) walk(chunks.find((other) => other.fileName === name));
          };
          walk(chunk);
          return [...all]
            .flatMap((one) => [one.fileName, ...(one.viteMetadata?.importedCss ?? [])])
            .filter((file) => !html.includes(file))
            .map(number);
        };
        const unique = (modules: string[] = []) => [...new Set(modules.flatMap(filesOf))];
        const parts = Object.fromEntries(
          Object.entries(await partsOf()).map(([path, page]) => [
            path,
            [unique(page.out), unique(page.in), page.asks ?? [], page.asksIn ?? []],
          ]),
        );
        const header = unique([HEADER]);
        const given = [files, header, HEADER_ASKS, parts].map((one) => JSON.stringify(one)).join();
        const children = `(${preload})(${given})`;
        return [{ tag: 'script', attrs: { id: PARTS_ID }, children, injectTo: 'head' }];
      },
    },
  };
}
