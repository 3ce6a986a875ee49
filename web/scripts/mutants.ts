/**
 * Changes every text, address, time and cap of the specification's lines in the source, one by one,
 * and asks the tests that name the line whether they notice. What they do not is a survivor.
 * `node scripts/mutants.ts [--filter REGEX] [--minutes N] [--again] [--part N/M]`: stops after N
 * minutes and goes on from there next time; what has been asked is kept in node_modules. Several
 * may ask beside each other, each its part of M. Works in a copy, so that the source may be worked
 * on meanwhile. Writes e2e/MUTANTS.md.
 */
import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { MutantLab } from './mutantLab.ts';
import { type Mutant, mutantsOf } from './mutantsOf.ts';
import { type Asked, table } from './mutantsTable.ts';
import { usesIn } from './specUse.ts';

const { values: options } = parseArgs({
  options: {
    filter: { type: 'string', default: '.' },
    minutes: { type: 'string', default: '600' },
    again: { type: 'boolean', default: false },
    part: { type: 'string', default: '1/1' },
  },
});
const root = fileURLToPath(new URL('../', import.meta.url));
const read = <T>(name: string): T => JSON.parse(readFileSync(`${root}${name}`, 'utf8'));
const data = read<Record<string, Record<string, string | string[]>>>('e2e/spec/data.json');
const places = read<Record<string, string[]>>('e2e/spec/places.json');
const uses = usesIn(root);
const [part = 1, parts = 1] = options.part.split('/').map(Number);
/** A line for each answer, the last one counts: whoever asks beside us adds theirs. */
const kept = `${root}node_modules/.mutants.jsonl`;
const told = (): Record<string, Asked> =>
  existsSync(kept)
    ? Object.fromEntries(
        readFileSync(kept, 'utf8')
          .trim()
          .split('\n')
          .map((line) => JSON.parse(line)),
      )
    : {};
const keep = (key: string, result: Asked) =>
  appendFileSync(kept, `${JSON.stringify([key, result])}\n`);

type Question = {
  key: string;
  line: string;
  piece: string;
  value: string;
  tests: string[];
  mutant: Mutant | null;
};

/** Every piece at every place; a piece without a place is a question nobody can answer. */
function questions(): Question[] {
  return Object.entries(data).flatMap(([line, pieces]) =>
    Object.entries(pieces).flatMap(([piece, values]) => {
      const tests = (uses.get(line) ?? [])
        .filter((use) => use.pieces.has(piece))
        .map(({ file }) => file);
      const own = [...new Set(tests)].filter((file) => file.startsWith('src/'));
      return [values].flat().flatMap((value): Question[] => {
        const mutants = (places[line] ?? []).flatMap((file) =>
          mutantsOf(value, file, `${root}src/${file}`),
        );
        const base = { line, piece, value, tests: own };
        if (mutants.length === 0)
          return [{ ...base, key: `${line} ${piece} ${value}`, mutant: null }];
        return mutants.map((mutant) => ({
          ...base,
          key: `${line} ${piece} ${value} ${mutant.file}:${mutant.line} ${mutant.now}`,
          mutant,
        }));
      });
    }),
  );
}

const all = questions();
/** The same each time, and like drawn by lot: what a short run has asked is a fair sample. */
const order = (key: string) => createHash('sha256').update(key).digest('hex');
const wanted = all
  .filter(({ key }) => new RegExp(options.filter).test(key))
  .sort((a, b) => order(a.key).localeCompare(order(b.key)));
const end = Date.now() + Number(options.minutes) * 60_000;
const lab = await MutantLab.open(root);

/** Names of tests with one of these lines: `[shell 1.3 2.40]`, `[social 9.2]`. A line of shell.md has no document before its number. */
const namedOf = (...lines: string[]) => {
  const one = (line: string) => {
    const [number = '', document = 'shell'] = line.split(' ').reverse();
    return `\\[${document}[^\\]]* ${number.replaceAll('.', '\\.')}[ \\]]`;
  };
  return new RegExp(lines.map(one).join('|'));
};

/** What else is said in a file: the tests of lines that stand there. */
const besides = (mutant: Mutant) =>
  all.filter((one) => one.mutant?.file === mutant.file && one.tests.length > 0);
const testsOf = (some: Question[]) => [...new Set(some.flatMap(({ tests }) => tests))];
const inSource = (mutant: Mutant) => ({ ...mutant, file: `src/${mutant.file}` });

/** Whether the place is another line's too (a link that stands in two menus), or of something that says the same word. */
async function noticedElsewhere(line: string, mutant: Mutant): Promise<boolean> {
  const others = besides(mutant).filter((one) => one.line !== line);
  const here = others.filter((one) => one.mutant?.start === mutant.start);
  for (const { line, tests } of here) {
    if (!(await lab.survives(inSource(mutant), tests, namedOf(line)))) return true;
  }
  const lines = new Set(others.map((one) => one.line));
  if (lines.size === 0) return false;
  return !(await lab.survives(inSource(mutant), testsOf(others), namedOf(...lines)));
}

const known = told();
const own = wanted.filter(
  ({ mutant, tests }, n) => mutant && tests.length > 0 && n % parts === part - 1,
);
for (const { key, line, mutant, tests } of own) {
  if (!mutant || (known[key] && !options.again) || Date.now() > end) continue;
  const result = !(await lab.survives(inSource(mutant), tests, namedOf(line)))
    ? 'noticed'
    : (await noticedElsewhere(line, mutant))
      ? 'elsewhere'
      : 'survived';
  keep(key, result);
  process.stdout.write(`${result.toUpperCase()} ${key}\n`);
}
// Asked last, because it takes long: the types of everything, and whole files of tests.
for (const { key, mutant } of own) {
  if (!mutant || told()[key] !== 'survived' || Date.now() > end) continue;
  const change = inSource(mutant);
  if (!lab.typesHold(change)) keep(key, 'types');
  else if (!(await lab.survives(change, testsOf(besides(mutant))))) keep(key, 'elsewhere');
}
await lab.close();
const asked = told();
const result = ({ key, mutant, tests }: Question): Asked | undefined => {
  if (!mutant) return 'no place';
  return tests.length === 0 ? 'journey' : asked[key];
};
writeFileSync(`${root}e2e/MUTANTS.md`, table(all, result));
const survivors = wanted.filter((one) => result(one) === 'survived').length;
process.stdout.write(`${survivors} survivors; the table is in e2e/MUTANTS.md\n`);
process.exit(survivors > 0 ? 1 : 0);
