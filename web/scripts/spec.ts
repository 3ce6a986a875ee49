/**
 * e2e/SPEC.md: which tests show each line of the shell's specification. Tests name the lines they
 * show at the end of their titles, as [shell 2.36 9.3]; the lines stand in e2e/spec.lines.json.
 * `node scripts/spec.ts` writes the page; with `--check` it only says whether it is current, and
 * that every line has a test or a reason to have none.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

type Line = { id: string; text: string; later?: string };

const root = fileURLToPath(new URL('../', import.meta.url));
const page = `${root}e2e/SPEC.md`;
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

/** 'file › title' by line. */
function shown(): Map<string, string[]> {
  const found = new Map<string, string[]>();
  const files = [
    ...readdirSync(`${root}src`, { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.test\.tsx?$/.test(name))
      .map((name) => `src/${name}`),
    ...readdirSync(`${root}e2e`)
      .filter((name) => name.endsWith('.spec.ts'))
      .map((name) => `e2e/${name}`),
  ];
  for (const file of files.sort()) {
    const text = readFileSync(root + file, 'utf8');
    for (const [, title, ids] of text.matchAll(/[('"`]([^'"`\n]*?) ?\[shell ([\d. ]+)\]/g)) {
      for (const id of (ids ?? '').trim().split(/\s+/)) {
        const test = `\`${file}\` ${title?.trim()}`;
        found.set(id, [...(found.get(id) ?? []), test]);
      }
    }
  }
  return found;
}

const lines: Line[] = JSON.parse(readFileSync(`${root}e2e/spec.lines.json`, 'utf8'));
const tests = shown();
const known = new Set(lines.map(({ id }) => id));
const unknown = [...tests.keys()].filter((id) => !known.has(id));
const open = lines.filter(({ id, later }) => !tests.has(id) && !later);

let text = `# What shows that the shell does what its specification says

Made by \`npm run spec\` from the titles of the tests and \`e2e/spec.lines.json\`; not written by hand.
`;
let section = '';
for (const { id, text: line, later } of lines) {
  const [own = ''] = id.split('.');
  if (own !== section) {
    section = own;
    text += `\n## ${own}. ${sections[own]}\n\n`;
  }
  const shows = tests.get(id) ?? [];
  text += `- [${shows.length > 0 ? 'x' : ' '}] **${id}** ${line}\n`;
  for (const one of shows) text += `  - ${one}\n`;
  if (later) text += `  - ${shows.length > 0 ? 'rest: ' : ''}${later}\n`;
}

const problems = [
  ...unknown.map((id) => `a test names line ${id}, which is not in the specification`),
  ...open.map(({ id, text: line }) => `nothing shows ${id}: ${line}`),
];
const current = (() => {
  try {
    return readFileSync(page, 'utf8') === text;
  } catch {
    return false;
  }
})();
if (process.argv.includes('--check')) {
  if (!current) problems.push('e2e/SPEC.md is not current: npm run spec');
} else {
  writeFileSync(page, text);
}
for (const problem of problems) process.stderr.write(`${problem}\n`);
process.exit(problems.length > 0 ? 1 : 0);
