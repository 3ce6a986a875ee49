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
import { PARTS_ID, partsOf } from './preloadParts.ts';

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
for (const place of [PARTS, ROOT]) {
  if (!place.test(page)) throw new Error(`dist/index.html has no ${place}`);
}

/** The files of these modules that the page does not name already. */
function links(modules: string[]): string {
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
  const link = (rel: string) => (file: string) => `<link rel="${rel}" crossorigin href="/${file}">`;
  const named = (file: string) => !page.includes(file);
  return [
    ...new Set(
      all
        .flatMap(({ css = [] }) => css)
        .filter(named)
        .map(link('stylesheet')),
    ),
    ...all
      .map(({ file }) => file)
      .filter(named)
      .map(link('modulepreload')),
  ].join('');
}

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
    const html = page
      .replace(PARTS, () => links(parts[path.slice(1)]?.out ?? []))
      .replace(ROOT, () => `<div id="root" data-drawn>${markup}</div>`);
    const file = join(dist, 'drawn', `${path.slice(1) || 'start'}.html`);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, html);
  }
  process.stdout.write(`${drawnPaths.length} pages drawn\n`);
} finally {
  rmSync(out, { recursive: true, force: true });
}
