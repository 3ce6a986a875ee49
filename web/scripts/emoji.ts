import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Plugin } from 'vite';

/** Names and search words of emoji in Swedish, served by us: no other host is asked. */
const require = createRequire(import.meta.url);
const manifest = require.resolve('emojibase-data/package.json');
const { version } = require(manifest) as { version: string };
const FILES = ['sv/data.json', 'sv/messages.json'];

/** The version stands in the path because everything under /assets is cached for good. */
export const EMOJI_BASE = `/assets/emoji-${version}`;

export function emojiData(): Plugin {
  const read = (file: string) => readFile(join(dirname(manifest), file));
  return {
    name: 'emoji-data',
    configureServer(server) {
      server.middlewares.use(EMOJI_BASE, async (request, response, next) => {
        const file = FILES.find((name) => request.url === `/${name}`);
        if (!file) return next();
        response.setHeader('content-type', 'application/json');
        response.end(await read(file));
      });
    },
    async generateBundle() {
      for (const file of FILES) {
        this.emitFile({
          type: 'asset',
          fileName: `${EMOJI_BASE.slice(1)}/${file}`,
          source: await read(file),
        });
      }
    },
  };
}
