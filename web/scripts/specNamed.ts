/**
 * The lines of a specification that name their tests in a list of their own: most of the contract is shown by tests of
 * the server, whose titles say nothing of it. A test is named as `path::name` (Rust) or `path: title` (web), from the
 * root of the repository. Only that it exists is checked here, without compiling: that it fails when its line is
 * broken is for whoever names it to have read.
 */
import { existsSync, readFileSync } from 'node:fs';
import ts from 'typescript';
import { NAMED } from './specUse.ts';

/** A line, the tests that fail when it is broken, and what of it no test shows. */
export type NamedLine = { id: string; text: string; tests?: string[]; open?: string };

/** A function with a test attribute, whatever stands between the two. */
const RUST_TEST =
  /#\[(?:\w+::)*test\b[^\]]*\]\s*(?:(?:#\[[^\]]*\]|\/\/.*)\s*)*(?:async )?fn (\w+)/g;
/** Cases of the storage contract: functions that its `suite!` names, run against each engine. */
const CASES = 'storage/tests/contract/cases/';
const SUITE = 'storage/tests/contract/main.rs';

/** The tests of each file, read once. */
export class Tests {
  private readonly known = new Map<string, Set<string>>();
  private readonly repository: string;

  constructor(repository: string) {
    this.repository = repository;
  }

  /** What is wrong with a test's name; null for one that exists. */
  wrong(test: string): string | null {
    const isRust = test.includes('.rs::');
    const [file = '', name = ''] = isRust ? test.split('::') : split(test, ': ');
    if (!existsSync(this.repository + file)) return `${file} is not there`;
    return this.of(file, isRust).has(name) ? null : `${file} has no test '${name}'`;
  }

  private of(file: string, isRust: boolean): Set<string> {
    let found = this.known.get(file);
    if (!found) {
      const text = readFileSync(this.repository + file, 'utf8');
      found = isRust ? this.functions(file, text) : titles(file, text);
      this.known.set(file, found);
    }
    return found;
  }

  private functions(file: string, text: string): Set<string> {
    if (!file.startsWith(CASES))
      return new Set([...text.matchAll(RUST_TEST)].map(([, name = '']) => name));
    const module = file.slice(CASES.length, -'.rs'.length);
    const suite = readFileSync(this.repository + SUITE, 'utf8');
    const [, cases = ''] = new RegExp(`^ {4}${module}: ([^;]*);`, 'm').exec(suite) ?? [];
    return new Set(cases.trim().split(/\s+/));
  }
}

/** Titles of tests and of what they are grouped in, as written, without the lines that they name. */
function titles(file: string, text: string): Set<string> {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const found = new Set<string>();
  const visit = (node: ts.Node) => {
    const [title] = ts.isCallExpression(node) ? node.arguments : [];
    if (
      title &&
      ts.isCallExpression(node) &&
      /^(it|test|describe)\b/.test(node.expression.getText())
    ) {
      if (ts.isStringLiteralLike(title)) found.add(title.text.replace(NAMED, ''));
      else if (ts.isTemplateExpression(title)) found.add(title.getText().slice(1, -1));
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/** `web/e2e/a.spec.ts: a title`, at the first colon. */
function split(test: string, at: string): string[] {
  const index = test.indexOf(at);
  return index < 0 ? [test] : [test.slice(0, index), test.slice(index + at.length)];
}

/** What is wrong with the lines of a list: a test that is not there, a line that names none and does not say why. */
export function problemsOf(lines: NamedLine[], tests: Tests): string[] {
  const ids = lines.map(({ id }) => id);
  return [
    ...ids.filter((id, n) => ids.indexOf(id) !== n).map((id) => `${id} stands twice`),
    ...lines
      .filter(({ tests, open }) => !tests?.length && !open)
      .map(({ id, text }) => `nothing shows ${id}: ${text}`),
    ...lines.flatMap((line) =>
      (line.tests ?? []).flatMap((test) => {
        const wrong = tests.wrong(test);
        return wrong ? [`${line.id}: ${wrong}`] : [];
      }),
    ),
  ];
}

/** A test as the pages show it. */
export function shown(test: string): string {
  const isRust = test.includes('.rs::');
  const [file = '', name = ''] = isRust ? test.split('::') : split(test, ': ');
  return `\`${file}\` ${isRust ? name.replaceAll('_', ' ') : name}`;
}

const SECTIONS: Record<string, string> = {
  0: 'Conflicts resolved',
  1: 'HTTP conventions',
  2: 'Accounts, sessions, organisations',
  3: 'Chat',
  '3.1': 'Workspaces and channels',
  '3.2': 'Roles',
  '3.3': 'Messages',
  '3.4': 'Moderation',
  '3.5': 'Direct messages',
  '3.6': 'Live connection',
  '3.7': 'One truth of unread, mentions and the bell',
  '3.8': 'Everyday things',
  4: 'Shell',
  5: 'Contacts',
  6: 'Feed',
  7: 'Calendar and events',
  8: 'Bookings',
  '8.1': 'Spaces, bookables, availability',
  '8.2': 'A booking',
  '8.3': 'Price, ledger',
  '8.4': 'Vacation',
  9: 'Tasks and boards',
  '9.1': 'Tasks',
  '9.2': 'Boards',
  10: 'Courses',
  '10.1': 'Course, module, lesson',
  '10.2': 'Quiz',
  11: 'Infopoints, invitations, notification settings, administration',
  '11.1': 'Infopoints',
  '11.2': 'Invitations',
  '11.3': 'Notification settings',
  '11.4': 'Administration',
  12: 'Operating',
};

/** e2e/CONTRACT.md. */
export function contractPage(lines: NamedLine[]): string {
  const open = lines.filter((line) => line.open).length;
  let list = '';
  let section = '';
  for (const { id, text, tests = [], open } of lines) {
    const number = id.replace('contract ', '');
    const own = number.slice(0, number.lastIndexOf('.'));
    if (own !== section) {
      const [chapter = ''] = own.split('.');
      if (chapter !== own && section.split('.')[0] !== chapter)
        list += `\n## ${chapter}. ${SECTIONS[chapter]}\n`;
      list +=
        chapter === own ? `\n## ${own}. ${SECTIONS[own]}\n\n` : `\n### ${own} ${SECTIONS[own]}\n\n`;
      section = own;
    }
    list += `- [${open ? ' ' : 'x'}] **${number}** ${text}\n`;
    for (const test of tests) list += `  - ${shown(test)}\n`;
    if (open) list += `  - open: ${open}\n`;
  }
  return `# What shows that the product does what the contract says

Made by \`npm run spec\` of \`e2e/spec/contract.json\`; not written by hand. Each statement of the contract stands word for
word, with the tests that fail when it is broken, in whichever part of the repository is the cheapest that can. Of ${lines.length}
lines ${lines.length - open} are shown, and ${open} are open: what of them no test shows stands below them.
${list}`;
}
