/** What the mutation run found, as a page. */
export type Asked = 'noticed' | 'elsewhere' | 'types' | 'survived' | 'journey' | 'no place';
type Question = {
  line: string;
  value: string;
  mutant: { file: string; line: number } | null;
};

const words: Record<Asked | 'open', string> = {
  noticed: 'noticed by a test that names the line',
  elsewhere: 'the place is another line’s, or says the same word, and the test of that noticed',
  types: 'no test, but the types: it does not compile',
  survived: 'survivors: no test that names a line of that file noticed',
  journey: 'only a journey in a browser shows the line (`e2e/`), not asked here',
  'no place':
    'no place under `web/src` of its own (a style, a composed text, a part of another piece)',
  open: 'not asked yet',
};

export function table<T extends Question>(all: T[], asked: (one: T) => Asked | undefined): string {
  const by = new Map<keyof typeof words, T[]>();
  for (const one of all) {
    const result = asked(one) ?? 'open';
    by.set(result, [...(by.get(result) ?? []), one]);
  }
  const rows = (Object.keys(words) as (keyof typeof words)[]).map(
    (name) => `| ${words[name]} | ${by.get(name)?.length ?? 0} |`,
  );
  const list = (name: keyof typeof words) =>
    (by.get(name) ?? []).map(({ line, value, mutant }) => {
      const at = mutant ? ` — \`${mutant.file}:${mutant.line}\`` : '';
      return `- **${line}** \`${value}\`${at}`;
    });
  const linesOf = (name: keyof typeof words) =>
    [...new Set((by.get(name) ?? []).map(({ line }) => line))].join(', ');
  const section = (title: string, name: keyof typeof words) =>
    by.has(name) ? ['', `## ${title}`, '', ...list(name)] : [];
  return [
    '# Which changes of the specified texts, addresses, times and numbers the tests notice',
    '',
    `Made by \`make mutants\` (${new Date().toISOString().slice(0, 10)}); not written by hand. Each piece of \`e2e/spec/data.json\` was`,
    'changed where it stands in the source, one at a time, and the tests that name its line were run.',
    '',
    '| | changes |',
    '|---|--:|',
    ...rows,
    ...section('Survivors', 'survived'),
    ...section('Noticed by another line’s test', 'elsewhere'),
    ...section('Shown by journeys only', 'journey'),
    ...section('Without a place of their own', 'no place'),
    ...(by.has('open') ? ['', '## Not asked yet', '', `Lines ${linesOf('open')}.`] : []),
    '',
  ].join('\n');
}
