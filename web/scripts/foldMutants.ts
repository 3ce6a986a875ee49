/**
 * Changes the code of the chat's cache, one operator, condition or step at a time, and asks its tests
 * (cases first, then the law: fold(old, events) equals a fresh fetch) whether they notice.
 * `node scripts/foldMutants.ts [--filter REGEX] [--minutes N]`: lists survivors.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import ts from 'typescript';
import { type Change, MutantLab } from './mutantLab.ts';

const FOLDER = 'src/features/chat/cache';
const { values: options } = parseArgs({
  options: {
    filter: { type: 'string', default: '.' },
    minutes: { type: 'string', default: '600' },
  },
});
const root = fileURLToPath(new URL('../', import.meta.url));

const SWAPS: Partial<Record<ts.SyntaxKind, string>> = {
  [ts.SyntaxKind.EqualsEqualsEqualsToken]: '!==',
  [ts.SyntaxKind.ExclamationEqualsEqualsToken]: '===',
  [ts.SyntaxKind.LessThanToken]: '<=',
  [ts.SyntaxKind.LessThanEqualsToken]: '<',
  [ts.SyntaxKind.GreaterThanToken]: '>=',
  [ts.SyntaxKind.GreaterThanEqualsToken]: '>',
  [ts.SyntaxKind.AmpersandAmpersandToken]: '||',
  [ts.SyntaxKind.BarBarToken]: '&&',
  [ts.SyntaxKind.QuestionQuestionToken]: '&&',
  [ts.SyntaxKind.PlusToken]: '-',
  [ts.SyntaxKind.MinusToken]: '+',
};

/** Every change of a file, with the words for it. */
function changesOf(file: string): (Change & { words: string })[] {
  const text = readFileSync(root + file, 'utf8');
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const found: (Change & { words: string })[] = [];
  const add = (node: ts.Node, now: string) => {
    const start = node.getStart();
    const { line } = source.getLineAndCharacterOfPosition(start);
    const was = text.slice(start, node.end).split('\n')[0];
    found.push({ file, start, end: node.end, now, words: `${file}:${line + 1} ${was} → ${now}` });
  };
  const visit = (node: ts.Node) => {
    if (ts.isTypeNode(node)) return;
    if (ts.isBinaryExpression(node)) {
      const swap = SWAPS[node.operatorToken.kind];
      if (swap) add(node.operatorToken, swap);
    }
    if (node.kind === ts.SyntaxKind.TrueKeyword) add(node, 'false');
    if (node.kind === ts.SyntaxKind.FalseKeyword) add(node, 'true');
    if (ts.isIfStatement(node)) for (const now of ['true', 'false']) add(node.expression, now);
    if (ts.isConditionalExpression(node))
      for (const now of ['true', 'false']) add(node.condition, now);
    if (ts.isPrefixUnaryExpression(node) && node.operator === ts.SyntaxKind.ExclamationToken) {
      add(node, node.operand.getText());
    }
    if (ts.isExpressionStatement(node)) add(node, ';');
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

const all = ['fold.ts', 'pages.ts']
  .flatMap((name) => changesOf(`${FOLDER}/${name}`))
  .filter(({ words }) => new RegExp(options.filter).test(words));
const end = Date.now() + Number(options.minutes) * 60_000;
// Nothing there needs a browser.
const lab = await MutantLab.open(root, { environment: 'node', setupFiles: [] });
const quick = [`${FOLDER}/cases.test.ts`, `${FOLDER}/pages.test.ts`];
const law = [`${FOLDER}/fold.test.ts`];
const unnoticed = async (change: Change) =>
  (await lab.survives(change, quick)) && (await lab.survives(change, law));
let asked = 0;
const survivors: string[] = [];
for (const change of all) {
  if (Date.now() > end) break;
  asked += 1;
  if (await unnoticed(change)) {
    survivors.push(change.words);
    process.stdout.write(`SURVIVED ${change.words}\n`);
  }
}
// Tests that fail anyway would notice everything.
const nothing = { file: `${FOLDER}/fold.ts`, start: 0, end: 0, now: '' };
if (!(await unnoticed(nothing))) throw new Error('the tests fail without any change');
await lab.close();
process.stdout.write(`${asked} of ${all.length} changes asked, ${survivors.length} survived\n`);
process.exit(survivors.length > 0.05 * asked ? 1 : 0);
