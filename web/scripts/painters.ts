/** The scripts that draw a page's first screen from the answers that come with it (src/painter), one for each such page. */
import { join, resolve } from 'node:path';
import { build, type Rolldown } from 'vite';
import type { Painted } from '../src/painter/parts.tsx';

const home = resolve(import.meta.dirname, '..');

/** In one piece and small, to stand in the page itself: it runs before anything else is fetched. */
export async function painterCode(painted: Painted): Promise<string> {
  const built = (await build({
    root: home,
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    resolve: { alias: { '@': join(home, 'src') } },
    build: {
      write: false,
      target: ['chrome111', 'firefox114', 'safari16.4'],
      modulePreload: false,
      rolldownOptions: {
        input: join(home, `src/painter/pages/${painted}.ts`),
        output: { format: 'iife' },
      },
    },
  })) as Rolldown.RolldownOutput;
  const [chunk, ...more] = built.output;
  if (more.length > 0) throw new Error(`the painter of ${painted} is not one file`);
  // It would end the element that it stands in, or the server's hash of it.
  if (/<\/?script/i.test(chunk.code)) throw new Error(`the painter of ${painted} names an element`);
  return chunk.code.trim();
}

/** The element, for the head of a page in its frame; before the one that fetches the app. */
export const painterOf = async (painted: Painted): Promise<string> =>
  `<script data-painter>${await painterCode(painted)}</script>`;
