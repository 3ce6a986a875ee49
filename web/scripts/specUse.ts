/**
 * Which tests show which lines of the specifications, and which pieces of them they take from there.
 * A test names its lines at the end of its title, as [shell 2.36 9.3] or [social 9.3], and takes
 * what it expects as `spec['2.36'].caption` from e2e/spec/spec.ts. A test of the server names them
 * in a comment of its own, `/// [social 5.7]`, and takes `piece("social 5.7", "error")`.
 */
import { readdirSync, readFileSync } from 'node:fs';
import ts from 'typescript';

/** A test that names a line, with the pieces of it that it takes; a describe with all inside it. */
export type Use = { file: string; title: string; pieces: Set<string> };

/** The lines that a title or comment names. */
export const NAMED = / ?\[(shell|social) ([\d. ]+)\]/g;
/** A test of the server: its comment, its name, and what it does. */
const RUST_TEST = /^((?:\/\/\/.*\n)+)(?:#\[.*\n)+(?:async )?fn (\w+)[\s\S]*?^}$/gm;
const SERVER_TESTS = '../http/tests/rest';

/** The lines named in a title or comment. The shell's have no word before their numbers. */
function linesIn(words: string): string[] {
  return [...words.matchAll(NAMED)].flatMap(([, document, numbers = '']) =>
    numbers
      .trim()
      .split(/\s+/)
      .map((number) => (document === 'shell' ? number : `${document} ${number}`)),
  );
}

/** By line. */
export function usesIn(root: string): Map<string, Use[]> {
  const found = new Map<string, Use[]>();
  const add = (id: string, use: Use) => found.set(id, [...(found.get(id) ?? []), use]);
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
    const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
    const shared = aliases(source);
    const visit = (node: ts.Node) => {
      const [title] = ts.isCallExpression(node) ? node.arguments : [];
      const words = title && ts.isStringLiteralLike(title) ? title.text : '';
      for (const id of linesIn(words)) {
        add(id, { file, title: words.replace(NAMED, ''), pieces: piecesOf(node, id, shared) });
      }
      ts.forEachChild(node, visit);
    };
    visit(source);
  }
  for (const name of readdirSync(root + SERVER_TESTS).sort()) {
    if (!name.endsWith('.rs')) continue;
    const text = readFileSync(`${root}${SERVER_TESTS}/${name}`, 'utf8');
    for (const [test, comment = '', title = ''] of text.matchAll(RUST_TEST)) {
      for (const id of linesIn(comment)) {
        const taken = new RegExp(`pieces?\\(\\s*"${id.replace('.', '\\.')}",\\s*"(\\w+)"`, 'g');
        const pieces = new Set([...test.matchAll(taken)].flatMap(([, piece]) => piece ?? []));
        add(id, { file: `${SERVER_TESTS}/${name}`, title: title.replaceAll('_', ' '), pieces });
      }
    }
  }
  return found;
}

/** The line that `spec['2.36']` is of; null for anything else. */
function lineOf(node: ts.Node): string | null {
  return ts.isElementAccessExpression(node) &&
    node.expression.getText() === 'spec' &&
    ts.isStringLiteralLike(node.argumentExpression)
    ? node.argumentExpression.text
    : null;
}

/** Names that stand for a line's pieces: `const said = spec['9.1']`. */
function aliases(source: ts.SourceFile): Map<string, string> {
  const names = new Map<string, string>();
  const visit = (node: ts.Node) => {
    if (ts.isVariableDeclaration(node) && node.initializer && ts.isIdentifier(node.name)) {
      const line = lineOf(node.initializer);
      if (line) names.set(node.name.text, line);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return names;
}

/** What is taken of a line somewhere within a test. */
function piecesOf(test: ts.Node, id: string, shared: Map<string, string>): Set<string> {
  const pieces = new Set<string>();
  const visit = (node: ts.Node) => {
    const own = lineOf(node) === id || (ts.isIdentifier(node) && shared.get(node.text) === id);
    const { parent } = node;
    if (own && ts.isPropertyAccessExpression(parent) && parent.expression === node) {
      pieces.add(parent.name.text);
    }
    if (own && ts.isVariableDeclaration(parent) && ts.isObjectBindingPattern(parent.name)) {
      for (const { propertyName, name } of parent.name.elements) {
        pieces.add((propertyName ?? name).getText());
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(test);
  return pieces;
}
