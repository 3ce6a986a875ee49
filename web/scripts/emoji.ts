import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Plugin } from 'vite';

/** Names and search words of emoji in Swedish, served by us: no other host is asked. */
const require = createRequire(import.meta.url);
const manifest = require.resolve('emojibase-data/package.json');
const { version } = require(manifest) as { version: string };

interface Emoji {
  label: string;
  hexcode: string;
  emoji: string;
  order?: number;
  tags?: string[];
}

const read = async (file: string) => readFile(join(dirname(manifest), file), 'utf8');
const list = async (file: string) => JSON.parse(await read(file)) as Emoji[];

/** Swedish names, found by Swedish and by English words: people know both. */
async function inBothLanguages(): Promise<Emoji[]> {
  const english = new Map((await list('en/data.json')).map((one) => [one.hexcode, one]));
  return (await list('sv/data.json')).map((one) => {
    const other = english.get(one.hexcode);
    const words = [...(one.tags ?? []), ...(other ? [other.label, ...(other.tags ?? [])] : [])];
    return { ...one, tags: [...new Set(words)] };
  });
}

/** `[emoji, short name, Swedish name, words]` in the order people know, for what is completed while writing. */
async function completions() {
  const names = JSON.parse(await read('en/shortcodes/emojibase.json')) as Record<
    string,
    string | string[]
  >;
  return (await inBothLanguages())
    .filter((one) => one.order !== undefined && names[one.hexcode] !== undefined)
    .sort((a, b) => (a.order ?? 0) - (b.order ?? 0))
    .map((one) => {
      const [short, ...more] = [names[one.hexcode] ?? []].flat();
      return [one.emoji, short, one.label, [...more, ...(one.tags ?? [])].join(' ').toLowerCase()];
    });
}

/** Sets of names, the one that holds first: our own, those of programs that post, and Swedish ones with and without ring and dots. */
const NAMES = [
  'en/shortcodes/emojibase.json',
  'en/shortcodes/github.json',
  'en/shortcodes/iamcal.json',
  'sv/shortcodes/cldr-native.json',
  'sv/shortcodes/cldr.json',
  'en/shortcodes/cldr.json',
];

/**
 * A line each: the emoji, then every name that means it between colons (`:tada:`, `:konfettismällare:`). The server reads the same
 * lines (actors/src/platform/markdown/emoji.txt, written by scripts/emojiNames.ts): a text is shown alike by both.
 */
export async function emojiNames(): Promise<string> {
  const known = (await list('sv/data.json'))
    .filter((one) => one.order !== undefined)
    .sort((a, b) => (a.order ?? 0) - (b.order ?? 0));
  const names = new Map(known.map((one) => [one.hexcode, [one.emoji]]));
  const taken = new Set<string>();
  for (const file of NAMES) {
    const set = JSON.parse(await read(file)) as Record<string, string | string[]>;
    for (const [hexcode, held] of names) {
      for (const name of [set[hexcode] ?? []].flat()) {
        if (taken.has(name)) continue;
        taken.add(name);
        held.push(name);
      }
    }
  }
  const lines = [...names.values()].filter((held) => held.length > 1);
  return `${lines.map((held) => held.join(' ')).join('\n')}\n`;
}

const FILES: Record<string, () => Promise<string>> = {
  'sv/data.json': async () => JSON.stringify(await inBothLanguages()),
  'sv/messages.json': () => read('sv/messages.json'),
  'names.txt': emojiNames,
  'sv/completions.json': async () => JSON.stringify(await completions()),
};

/** Version and shape stand in the path because everything under /assets is cached for good. */
export const EMOJI_BASE = `/assets/emoji-${version}-sv-en`;

export function emojiData(): Plugin {
  return {
    name: 'emoji-data',
    configureServer(server) {
      server.middlewares.use(EMOJI_BASE, async (request, response, next) => {
        const made = FILES[request.url?.slice(1) ?? ''];
        if (!made) return next();
        const kind = request.url?.endsWith('.txt')
          ? 'text/plain; charset=utf-8'
          : 'application/json';
        response.setHeader('content-type', kind);
        response.end(await made());
      });
    },
    async generateBundle() {
      for (const [file, made] of Object.entries(FILES)) {
        this.emitFile({
          type: 'asset',
          fileName: `${EMOJI_BASE.slice(1)}/${file}`,
          source: await made(),
        });
      }
    },
  };
}
