/**
 * Where a piece of the specification stands in the source, and what the source is when it says
 * something else. Texts and addresses are literals that hold the piece; times, caps and numbers are
 * numbers, or products of numbers, of its value.
 */
import { readFileSync } from 'node:fs';
import ts from 'typescript';

export type Mutant = {
  file: string;
  line: number;
  was: string;
  start: number;
  end: number;
  now: string;
};

const UNITS: Record<string, number> = {
  ms: 1,
  s: 1_000,
  min: 60_000,
  minute: 60_000,
  hour: 3_600_000,
};

/** The numbers that a piece may be in the source; none for a text. */
function numbersOf(piece: string): number[] {
  if (/ Hz\b/.test(piece)) {
    const hertz = [...piece.matchAll(/(\d+) Hz/g)].map(([, n]) => Number(n));
    return [...hertz, ...[...piece.matchAll(/(\d+) ms/g)].map(([, n]) => Number(n) / 1_000)];
  }
  const [, amount, unit] = /(\d+(?:\.\d+)?) (ms|s|min|minute|hour)s?\b/.exec(piece) ?? [];
  if (amount && unit) {
    const time = Number(amount) * (UNITS[unit] ?? 1);
    return unit === 'min' ? [Number(amount)] : [time];
  }
  const [number] = /-?\d+(\.\d+)?/.exec(piece) ?? [];
  return number && !/[{/'“]|[a-f]\d/.test(piece) ? [Number(number)] : [];
}

/** The value of a number or a product of numbers. */
function numberOf(node: ts.Node): number | null {
  if (ts.isNumericLiteral(node)) return Number(node.text.replaceAll('_', ''));
  if (ts.isPrefixUnaryExpression(node) && node.operator === ts.SyntaxKind.MinusToken) {
    const value = numberOf(node.operand);
    return value === null ? null : -value;
  }
  if (!ts.isBinaryExpression(node) || node.operatorToken.kind !== ts.SyntaxKind.AsteriskToken) {
    return null;
  }
  const [left, right] = [numberOf(node.left), numberOf(node.right)];
  return left === null || right === null ? null : left * right;
}

/** What stands between the places that are filled in, without the dots of what is left out. */
const solid = (piece: string): string[] =>
  piece
    .split(/\{[^}]*\}|(?<=\+)N\b| ?\.\.\. ?(?=\S)|(?<=\S) \.\.\.$/)
    .filter((part) => /[^\s+]/.test(part));

/** Whether it is only a piece of a longer word there ('möte' of 'årsmöte'). */
function isCutOut(text: string, start: number, part: string): boolean {
  const joined = (one = '', other = '') => /\p{L}/u.test(one) && /\p{L}/u.test(other);
  const end = start + part.length;
  return joined(text[start - 1], part[0]) || joined(part.at(-1), text[end]);
}

/** A literal's words, or a property's name. */
function wordsOf(node: ts.Node): string | null {
  const literal =
    ts.isStringLiteralLike(node) ||
    ts.isTemplateHead(node) ||
    ts.isTemplateMiddle(node) ||
    ts.isTemplateTail(node) ||
    ts.isJsxText(node);
  if (literal) return ts.isImportDeclaration(node.parent) ? null : node.text;
  const named = ts.isIdentifier(node) && ts.isPropertyAssignment(node.parent);
  return named && node.parent.name === node ? node.text : null;
}

/** The words of the properties that a place lies in. */
function namesAround(node: ts.Node): string[] {
  const names: string[] = [];
  for (let at = node.parent; at; at = at.parent) {
    if (ts.isPropertyAssignment(at)) names.push(at.name.getText().replaceAll("'", ''));
  }
  return names;
}

/** Of numbers that stand often, those in a property that the piece names ('calendar 2 min'). */
function named<T extends { around: string[] }>(piece: string, places: T[]): T[] {
  const word = /^[a-z]{3,}/.exec(piece)?.[0];
  const own = places.filter(({ around }) => word && around.includes(word));
  return own.length > 0 ? own : places;
}

/** Every change of a piece in a file. A text that is a whole literal somewhere is not sought inside others. */
export function mutantsOf(piece: string, file: string, path: string): Mutant[] {
  const text = readFileSync(path, 'utf8');
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX);
  const numbers = numbersOf(piece);
  const link = piece.startsWith('/');
  const parts = link ? linkParts(piece) : solid(piece);
  const whole: Mutant[] = [];
  const counted: (Mutant & { around: string[] })[] = [];
  const within: Mutant[] = [];
  const mutant = (start: number, was: string, now: string): Mutant => {
    const { line } = source.getLineAndCharacterOfPosition(start);
    return { file, line: line + 1, was, start, end: start + was.length, now };
  };
  const visit = (node: ts.Node) => {
    // What is only a type is not there any more when the tests run.
    if (ts.isTypeNode(node)) return;
    const value = numberOf(node);
    if (value !== null && numbers.includes(value)) {
      const start = node.getStart();
      const one = mutant(
        start,
        text.slice(start, node.end),
        String(value < 0 ? value - 1 : value * 2 + 1),
      );
      counted.push({ ...one, around: namesAround(node) });
      return;
    }
    // A property may share its name with an address, but is none.
    const words = link && ts.isIdentifier(node) ? null : wordsOf(node);
    for (const part of words === null || (numbers.length > 0 && !/^\d+$/.test(piece))
      ? []
      : parts) {
      const start = text.indexOf(part, node.getStart());
      if (start < 0 || start >= node.end || isCutOut(text, start, part)) continue;
      const one = mutant(start, part, changed(part));
      if (words === part) whole.push(one);
      else if (!link) within.push(one);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  whole.push(...named(piece, counted).map(({ around, ...one }) => one));
  return whole.length > 0 ? whole : within;
}

/** An address as the route table writes it, and as a link does. */
function linkParts(link: string): string[] {
  const named = link.replace(/\{([^}]+)\}/g, (_, name) => (/^\w+$/.test(name) ? `:${name}` : ''));
  return [named, named.slice(1)].filter((part) => part !== '');
}

/** Another last letter, of the same kind: the source stays what it is otherwise. */
function changed(part: string): string {
  const trimmed = part.trimEnd();
  const last = trimmed.at(-1) ?? '';
  const other = /\d/.test(last)
    ? '¤'.replace('¤', String((Number(last) + 1) % 10))
    : last === 'x'
      ? 'z'
      : 'x';
  return trimmed.slice(0, -1) + other + part.slice(trimmed.length);
}
