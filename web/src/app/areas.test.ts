/** A new area touches nothing of the web but its own files: what it adds elsewhere it declares (README of http/examples/notices). */
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

/**
 * Lines that name an area which is older than its declaration, or is there for others to enter by its doors. A number here may
 * only become smaller, and a new area has none.
 */
const OLDER: Record<string, number> = {
  calendar: 28,
  chat: 41,
  contacts: 13,
  feed: 2,
  messages: 5,
  moderation: 3,
  notifications: 4,
  people: 2,
  search: 4,
};

const AREAS = readdirSync('src/features').filter((name) =>
  readdirSync(`src/features/${name}`).includes('area.ts'),
);

type Files = ReadonlyMap<string, string>;

/** All that is written by hand and built; not what only tests. */
const files: Files = new Map(
  ['src', 'scripts', '.']
    .flatMap((folder) =>
      readdirSync(folder, { recursive: folder !== '.', encoding: 'utf8' }).map((name) =>
        folder === '.' ? name : `${folder}/${name}`,
      ),
    )
    .filter((path) => /\.(ts|tsx|css|html)$|^biome\.json$/.test(path))
    .filter((path) => !/\.test\.tsx?$|^src\/test\/|schema\.gen\.ts$/.test(path))
    .map((path) => [path, readFileSync(path, 'utf8')]),
);

/** The lines outside of an area's own files by which it is known there. */
function naming(area: string, all: Files): string[] {
  const isOwn = (path: string) =>
    path.startsWith(`src/features/${area}/`) || path === `src/texts/${area}.ts`;
  const named = new RegExp(
    // An address of a page of information is none of them.
    `(?<!/docs/)features/${area}\\b|texts/${area}\\.ts|src[./](features|texts)[./]${area}\\b|\\.\\./${area}/`,
  );
  return [...all]
    .filter(([path]) => !isOwn(path))
    .flatMap(([path, text]) =>
      text
        .split('\n')
        .filter((line) => named.test(line))
        .map((line) => `${path}: ${line.trim()}`),
    );
}

describe('an area', () => {
  it.each(AREAS)(
    '%s is named outside of its own files as often as it was, or not at all',
    (area) => {
      const lines = naming(area, files);
      expect(lines, lines.join('\n')).toHaveLength(OLDER[area] ?? 0);
    },
  );

  it('of the example is named nowhere', () => {
    expect(naming('notices', files)).toEqual([]);
    expect([...files.values()].filter((text) => text.includes('examples/notices'))).toEqual([]);
  });

  it('is unknown to what divides the build', () => {
    const names = new RegExp(`\\b(${AREAS.join('|')})\\b`, 'i');
    for (const path of ['vite.config.ts', 'scripts/chunks.ts', 'scripts/moduleGraph.ts']) {
      expect(files.get(path), path).not.toMatch(names);
    }
  });

  it('that is named is found: by its door, its texts, a pattern of the build, a neighbour', () => {
    const lines = [
      "import { lunchPath } from '@/features/lunch/paths.ts';",
      "import { lunchTexts } from '@/texts/lunch.ts';",
      'const PAGES = /src.features.lunch/;',
      "import { week } from '../lunch/week.ts';",
      "import { lunchBreak } from '@/texts/lunchBreak.ts';",
    ];
    const text = lines.join('\n');
    const all = new Map([
      ['src/app/routes.tsx', text],
      ['src/features/lunch/LunchPage.tsx', text],
      ['src/texts/lunch.ts', text],
    ]);
    expect(naming('lunch', all)).toEqual(
      lines.slice(0, 4).map((line) => `src/app/routes.tsx: ${line}`),
    );
  });
});
