/**
 * After the build: draws the public pages (src/drawn.tsx) with the app's own code and content, and
 * puts each into the page that was built, with its own files named in it. The server gives them to
 * who is not signed in; `dist/drawn/start.html` is `/` and `/start`. The frames of all other pages (pages.ts) likewise: they are
 * what the app draws before anything is there.
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'vite';
import { groups } from '../src/content/paths.ts';
import { pages, YEAR, yearAsks } from './pages.ts';
import { painterOf } from './painters.ts';
import { followerOf, starterOf } from './starter.ts';

type Chunk = { file: string; imports?: string[]; css?: string[] };
type Drawn = typeof import('../src/drawn.tsx');

const home = resolve(import.meta.dirname, '..');
const dist = join(home, 'dist');
const manifest: Record<string, Chunk> = JSON.parse(
  readFileSync(join(dist, '.vite/manifest.json'), 'utf8'),
);
const page = readFileSync(join(dist, 'index.html'), 'utf8');

/** What of the built page each drawn one replaces. */
const ROOT = /<div id="root">.*?<\/div>(?=\s*<noscript>)/s;
const ENTRY = /<script type="module" crossorigin src="([^"]+)"><\/script>/;
const STYLES = /<link rel="stylesheet" crossorigin href="\/([^"]+)">/;
for (const place of [ROOT, ENTRY, STYLES]) {
  if (!place.test(page)) throw new Error(`dist/index.html has no ${place}`);
}

const [, entry = ''] = ENTRY.exec(page) ?? [];
/** What the first file needs at once; a page without the app does not fetch it. */
const PRELOAD = /\s*<link rel="modulepreload" crossorigin href="([^"]+)">/g;
const beside = [...page.matchAll(PRELOAD)].flatMap(([, file]) => file ?? []);
const [, styles = ''] = STYLES.exec(page) ?? [];

/** What of the build a page brings beside its first file. */
function filesOf(modules: string[]): { scripts: string[]; sheets: string[] } {
  const chunks = new Set<Chunk>();
  const walk = (key: string) => {
    const chunk = manifest[key];
    if (!chunk) throw new Error(`${key} is not in the manifest: has it moved?`);
    if (chunks.has(chunk)) return;
    chunks.add(chunk);
    chunk.imports?.forEach(walk);
  };
  modules.forEach(walk);
  const all = [...chunks];
  return {
    scripts: all.map(({ file }) => file).filter((file) => `/${file}` !== entry),
    sheets: [...new Set([styles, ...all.flatMap(({ css = [] }) => css)])],
  };
}

/** The styles in the page itself; the app, which looks for a link before it fetches any, finds that they are here. */
function stylesIn(files: string[]): string {
  const text = files.map((file) => readFileSync(join(dist, file), 'utf8').trim()).join('\n');
  const links = files.map((file) => `<link rel="stylesheet" href="/${file}" disabled>`);
  return `<style>${text}</style>${links.join('')}`;
}

/** A page with its styles in it, and the app only when `starter` says so. */
function pageWith(sheets: string[], starter: string, root: string): string {
  return page
    .replace(PRELOAD, '')
    .replace(ENTRY, () => starter)
    .replace(STYLES, () => stylesIn(sheets))
    .replace(ROOT, () => root);
}

function write(path: string, text: string) {
  const file = join(dist, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

/** The modules of the pages that are drawn whole. */
async function modulesOfDrawn(): Promise<Record<string, string[]>> {
  const route = (name: string) => `src/app/routes/${name}.tsx`;
  const found: Record<string, string[]> = {
    '/': [route('StartPage'), 'src/features/start/components/Landing.tsx'],
    '/login': [route('LoginPage')],
    '/signup': [route('SignupPage')],
  };
  for (const { name, load } of groups) {
    for (const [path, { days }] of Object.entries((await load()).pages)) {
      found[path] = [route('InfoRoute'), `src/content/${name}.ts`, ...(days ? [YEAR] : [])];
    }
  }
  return found;
}

// Of whoever will read it nothing is kept yet.
Object.defineProperty(globalThis, 'localStorage', { value: { getItem: () => null } });
// Nor does any server answer.
globalThis.fetch = () => new Promise(() => {});

const out = mkdtempSync(join(tmpdir(), 'kalender-drawn-'));
try {
  await build({
    root: home,
    logLevel: 'warn',
    publicDir: false,
    build: { ssr: 'src/drawn.tsx', outDir: out, emptyOutDir: true, manifest: false },
    ssr: { noExternal: true },
  });
  const { draw, drawnPaths, partsOf }: Drawn = await import(
    pathToFileURL(join(out, 'drawn.js')).href
  );
  const modulesOf = await modulesOfDrawn();
  const rows = [];
  for (const path of drawnPaths) {
    const modules = modulesOf[path] ?? [];
    // What shows days asks the server for them.
    const starter = starterOf({ entry, beside, atOnce: modules.includes(YEAR) });
    const root = `<div id="root" data-drawn>${await draw(path)}</div>`;
    const html = pageWith(filesOf(modules).sheets, starter, root);
    const file = `drawn/${path.slice(1) || 'start'}.html`;
    write(file, html);
    const asks = modules.includes(YEAR) ? yearAsks(path) : [];
    if (asks.length > 0) rows.push({ path, own: false, asks, file });
  }
  for (const [name, page] of Object.entries(pages)) {
    const { path, sample, modules, asks, own = false, bare, painted } = page;
    const { scripts: files, sheets } = filesOf(modules);
    const names = files.map((script) => script.replace('assets/', ''));
    // Nothing in it answers yet: what is typed or pressed would be lost. The app puts its own in its place.
    const drawn = (await draw(sample, { own, bare })) + (painted ? await partsOf(painted) : '');
    const frame = `<div data-frame inert aria-hidden="true">${drawn}</div>`;
    const scripts = (painted ? await painterOf(painted) : '') + followerOf(entry, names);
    const html = pageWith(sheets, scripts, `<div id="root">${frame}</div>`);
    write(`framed/${name}.html`, html);
    rows.push({ path, own, asks, file: `framed/${name}.html` });
  }
  write('framed/pages.json', JSON.stringify(rows));
  process.stdout.write(
    `${drawnPaths.length} pages and ${Object.keys(pages).length} frames drawn\n`,
  );
} finally {
  rmSync(out, { recursive: true, force: true });
}
// Pages of somebody's own have begun to wait for a server.
process.exit();
