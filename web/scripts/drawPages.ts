/**
 * After the build: draws the public pages (src/drawn.tsx) with the app's own code and content, and
 * puts each into the page that was built, with its own files named in it. The server gives them to
 * who is not signed in; `dist/drawn/start.html` is `/` and `/start`.
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'vite';
import { PARTS_ID, partsOf, YEAR } from './preloadParts.ts';
import { starterOf } from './starter.ts';

type Chunk = { file: string; imports?: string[]; css?: string[] };
type Drawn = typeof import('../src/drawn.tsx');

const home = resolve(import.meta.dirname, '..');
const dist = join(home, 'dist');
const manifest: Record<string, Chunk> = JSON.parse(
  readFileSync(join(dist, '.vite/manifest.json'), 'utf8'),
);
const page = readFileSync(join(dist, 'index.html'), 'utf8');

/** What of the built page each drawn one replaces. */
const PARTS = new RegExp(`<script id="${PARTS_ID}">.*?</script>`, 's');
const ROOT = /<div id="root">.*?<\/div>(?=\s*<noscript>)/s;
const ENTRY = /<script type="module" crossorigin src="([^"]+)"><\/script>/;
const STYLES = /<link rel="stylesheet" crossorigin href="\/([^"]+)">/;
for (const place of [PARTS, ROOT, ENTRY, STYLES]) {
  if (!place.test(page)) throw new Error(`dist/index.html has no ${place}`);
}

const [, entry = ''] = ENTRY.exec(page) ?? [];
const [, styles = ''] = STYLES.exec(page) ?? [];

/** The styles of these modules, in their order. */
function stylesOf(modules: string[]): string[] {
  const chunks = new Set<Chunk>();
  const walk = (key: string) => {
    const chunk = manifest[key];
    if (!chunk) throw new Error(`${key} is not in the manifest: has it moved?`);
    if (chunks.has(chunk)) return;
    chunks.add(chunk);
    chunk.imports?.forEach(walk);
  };
  modules.forEach(walk);
  return [...new Set([styles, ...[...chunks].flatMap(({ css = [] }) => css)])];
}

/** What a page is drawn into: its styles in it, and the app only when it is asked for. */
function frame(modules: string[]): string {
  const files = stylesOf(modules);
  const text = files.map((file) => readFileSync(join(dist, file), 'utf8').trim()).join('\n');
  // What shows days asks the server for them.
  const starter = starterOf({ entry, atOnce: modules.includes(YEAR) });
  return page
    .replace(PARTS, '')
    .replace(ENTRY, () => starter)
    .replace(STYLES, () => `<style>${text}</style>`);
}

// Of whoever will read it nothing is kept yet.
Object.defineProperty(globalThis, 'localStorage', { value: { getItem: () => null } });

const out = mkdtempSync(join(tmpdir(), 'kalender-drawn-'));
try {
  await build({
    root: home,
    logLevel: 'warn',
    publicDir: false,
    build: { ssr: 'src/drawn.tsx', outDir: out, emptyOutDir: true, manifest: false },
    ssr: { noExternal: true },
  });
  const { draw, drawnPaths }: Drawn = await import(pathToFileURL(join(out, 'drawn.js')).href);
  const parts = await partsOf();
  for (const path of drawnPaths) {
    const markup = await draw(path);
    const html = frame(parts[path.slice(1)]?.out ?? []).replace(
      ROOT,
      () => `<div id="root" data-drawn>${markup}</div>`,
    );
    const file = join(dist, 'drawn', `${path.slice(1) || 'start'}.html`);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, html);
  }
  process.stdout.write(`${drawnPaths.length} pages drawn\n`);
} finally {
  rmSync(out, { recursive: true, force: true });
}
