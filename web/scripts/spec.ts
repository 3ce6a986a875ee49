/**
 * e2e/SPEC.md: which tests show each line of the shell's specification and of the social one. The lines stand in
 * e2e/spec/lines.json, the pieces of them that tests expect in e2e/spec/data.json. A line with
 * pieces is ticked when each of them is taken, from there, by a test that names the line. Other lines, and all of the
 * contract (e2e/spec/contract.json, e2e/CONTRACT.md), name their tests themselves.
 * `node scripts/spec.ts` writes the pages; with `--check` it only says whether they are current, that every line has a
 * test or a reason to have none, and how many lines are open.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { contractPage, type NamedLine, problemsOf, shown, Tests } from './specNamed.ts';
import { usesIn } from './specUse.ts';

type Line = { id: string; text: string; tests?: string[]; later?: string };
type Pieces = Record<string, string | string[]>;

const root = fileURLToPath(new URL('../', import.meta.url));
const sections: Record<string, string> = {
  1: 'What the product does and for whom',
  2: 'Screens and routes',
  3: 'Entities and their fields',
  4: 'States and transitions',
  5: 'Validation rules',
  6: 'Roles and permissions',
  7: 'The calls it makes',
  8: 'The error catalogue',
  9: 'Business constants and limits',
};

const read = <T>(name: string): T => JSON.parse(readFileSync(`${root}e2e/spec/${name}`, 'utf8'));
const lines = read<Line[]>('lines.json');
const contract = read<NamedLine[]>('contract.json');
const data = read<Record<string, Pieces>>('data.json');
const tests = usesIn(root);
const named = new Tests(fileURLToPath(new URL('../../', import.meta.url)));
const textOf = new Map(lines.map(({ id, text }) => [id, text]));

const problems = [
  ...[...tests.keys()]
    .filter((id) => !textOf.has(id))
    .map((id) => `a test names line ${id}, which is not in the specification`),
  ...lines
    .filter(({ id, later, tests: own }) => !tests.has(id) && !own && !later)
    .map(({ id, text }) => `nothing shows ${id}: ${text}`),
  ...problemsOf(
    lines.filter(({ tests: own }) => own),
    named,
  ),
  ...problemsOf(contract, named),
  // Word for word, or a test could expect what is written nowhere.
  ...Object.entries(data).flatMap(([id, pieces]) =>
    Object.values(pieces)
      .flat()
      .filter((piece) => !textOf.get(id)?.includes(piece))
      .map((piece) => `line ${id} does not say '${piece}'`),
  ),
  // `make mutants` changes the pieces there.
  ...Object.entries(read<Record<string, string[]>>('places.json')).flatMap(([id, files]) =>
    files
      .filter((file) => !existsSync(`${root}src/${file}`))
      .map((file) => `line ${id} is said to stand in src/${file}, which is not there`),
  ),
];

/** Pieces of a line that no test of it takes. */
function untaken(id: string): string[] {
  const taken = new Set((tests.get(id) ?? []).flatMap(({ pieces }) => [...pieces]));
  return Object.keys(data[id] ?? {}).filter((name) => !taken.has(name));
}

const counts = { proven: 0, partly: 0, behaviour: 0, none: 0 };
let list = '';
let section = '';
for (const { id, text, tests: own = [], later } of lines) {
  const [chapter = ''] = id.split('.');
  if (chapter !== section) {
    section = chapter;
    const [number = '', document] = chapter.split(' ').reverse();
    list += `\n## ${document ? 'Social ' : ''}${number}. ${sections[number]}\n\n`;
  }
  const shows = tests.get(id) ?? [];
  const left = untaken(id);
  const kind =
    shows.length + own.length === 0
      ? 'none'
      : !data[id]
        ? 'behaviour'
        : left.length > 0
          ? 'partly'
          : 'proven';
  counts[kind] += 1;
  list += `- [${kind === 'proven' ? 'x' : ' '}] **${id}** ${text}\n`;
  if (kind === 'behaviour')
    list += '  - behaviour, with no text, link, time or number of its own:\n';
  for (const { file, title, pieces } of shows) {
    list += `  - \`${file}\` ${title}${pieces.size > 0 ? ` (${[...pieces].join(', ')})` : ''}\n`;
  }
  for (const test of own) list += `  - ${shown(test)}\n`;
  if (kind === 'partly') list += `  - not taken from the line: ${left.join(', ')}\n`;
  if (later) list += `  - ${shows.length + own.length > 0 ? 'rest: ' : ''}${later}\n`;
}

const text = `# What shows that the product does what its specifications say

Made by \`npm run spec\`; not written by hand. A line is ticked when every text, link, time and number of it
(\`e2e/spec/data.json\`, word for word from the line) is what a test that names the line expects, taken from there;
which pieces stands in brackets. Of ${lines.length} lines ${counts.proven} are ticked, ${counts.partly} partly shown that way, ${counts.behaviour} are
behaviour with nothing to take, shown by the tests below them, and ${counts.none} have no test, for the reason given.
Whether those tests notice a change is what \`make mutants\` asks; its table is in \`e2e/MUTANTS.md\`.
${list}`;

const pages = { 'e2e/SPEC.md': text, 'e2e/CONTRACT.md': contractPage(contract) };
for (const [page, made] of Object.entries(pages)) {
  const path = root + page;
  if (!process.argv.includes('--check')) writeFileSync(path, made);
  else if (!existsSync(path) || readFileSync(path, 'utf8') !== made) {
    problems.push(`${page} is not current: npm run spec`);
  }
}
for (const problem of problems) process.stderr.write(`${problem}\n`);
const open = contract.filter((line) => line.open).length;
process.stdout.write(`the contract: ${contract.length} lines, ${open} open\n`);
process.exit(problems.length > 0 ? 1 : 0);
