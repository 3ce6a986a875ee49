/**
 * What a first visit downloads: the compressed script of the entry and of everything that
 * a page's route imports statically, and what stands in the page to paint it (src/painter). Fails when a page is over its limit.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

type Chunk = { file: string; imports?: string[] };

const dist = fileURLToPath(new URL('../dist/', import.meta.url));
const manifest: Record<string, Chunk> = JSON.parse(
  readFileSync(`${dist}.vite/manifest.json`, 'utf8'),
);

const SHELL = ['index.html', 'src/app/shell/SignedInHeader.tsx', 'src/app/shell/BottomBar.tsx'];
const OPEN = ['index.html', 'src/app/shell/SignedOutHeader.tsx'];
const start = 'src/app/routes/StartPage.tsx';

/** What stands there now and little more: a page that comes to bring another's parts is over its limit at once. */
const pages: { path: string; limit: number; parts: string[]; frame?: string }[] = [
  { path: '/', limit: 162, parts: [...OPEN, start, 'src/features/start/components/Landing.tsx'] },
  {
    path: '/ (signed in)',
    limit: 213,
    parts: [
      ...SHELL,
      start,
      'src/features/start/components/Home.tsx',
      'src/features/calendar/components/TodayCard.tsx',
    ],
    frame: 'own-home',
  },
  {
    path: '/konversation',
    limit: 243,
    parts: [...SHELL, 'src/features/chat/ChatPage.tsx'],
    frame: 'own-chat',
  },
  { path: '/kontakter', limit: 188, parts: [...SHELL, 'src/features/contacts/ContactsPage.tsx'] },
  { path: '/kalender', limit: 198, parts: [...SHELL, 'src/features/calendar/CalendarPage.tsx'] },
  { path: '/feed', limit: 191, parts: [...SHELL, 'src/features/feed/FeedPage.tsx'] },
  { path: '/settings', limit: 203, parts: [...SHELL, 'src/app/routes/SettingsPage.tsx'] },
  { path: '/<organisation>', limit: 206, parts: [...OPEN, 'src/app/routes/SlugPage.tsx'] },
  { path: '/helgdagar/<day>', limit: 158, parts: [...OPEN, 'src/app/routes/DayPage.tsx'] },
];

function collect(key: string, into: Set<string>): void {
  const chunk = manifest[key];
  if (!chunk) throw new Error(`${key} is not in the manifest: has a route moved?`);
  if (into.has(chunk.file)) return;
  into.add(chunk.file);
  for (const other of chunk.imports ?? []) collect(other, into);
}

const compressed = (text: string | Buffer) => gzipSync(text, { level: 9 }).length;

/** What paints the page. */
function painter(frame: string | undefined): number {
  if (!frame) return 0;
  const page = readFileSync(`${dist}framed/${frame}.html`, 'utf8');
  const code = /<script data-painter>(.*?)<\/script>/s.exec(page)?.[1];
  if (!code) throw new Error(`${frame} has no painter`);
  return compressed(code);
}

let failed = false;
for (const { path, limit, parts, frame } of pages) {
  const files = new Set<string>();
  for (const part of parts) collect(part, files);
  const bytes = [...files]
    .filter((file) => file.endsWith('.js'))
    .reduce((sum, file) => sum + compressed(readFileSync(dist + file)), painter(frame));
  const size = (bytes / 1000).toFixed(2);
  const over = bytes > limit * 1000;
  failed ||= over;
  process.stdout.write(`${path}: ${size} kB of ${limit} kB${over ? '  OVER' : ''}\n`);
}
process.exit(failed ? 1 : 0);
