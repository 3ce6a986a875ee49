/**
 * The static imports of a build, by what is used of them: a name that one module passes on from another (a door, a library's
 * index) leads to the module that makes it. Without this, whoever imports one icon would need all of them.
 */
import { dirname, join } from 'node:path';
import type { Rolldown } from 'vite';

type Name = { name?: string; value?: string };
/** What is looked at of a statement, as ESTree has it. */
type Statement = {
  type: string;
  source?: { value: string } | null;
  declaration?: unknown;
  specifiers?: { type: string; local: Name; imported?: Name; exported?: Name }[];
  exported?: Name | null;
};

export type ModuleGraph = {
  ids: readonly string[];
  /** What a module needs to run. */
  imports: (id: string) => readonly string[];
  /** A module with all that it passes on: what whoever imports it dynamically gets. */
  whole: (id: string) => readonly string[];
  /** What it imports dynamically. */
  later: (id: string) => readonly string[];
  /** In characters of source. */
  size: (id: string) => number;
};

/** Of a stylesheet little is script. */
const STYLE = 200;
/** Doors lead to doors, but not endlessly. */
const DEEPEST = 9;

const nameOf = (name: Name | null | undefined): string => name?.name ?? name?.value ?? '';
const isPassedOn = ({ type, declaration }: Statement) =>
  /^(Import|ExportNamed|ExportAll)Declaration$/.test(type) && !declaration;

export function moduleGraph(build: Rolldown.PluginContext): ModuleGraph {
  const info = cached((id) => {
    const found = build.getModuleInfo(id);
    return {
      code: found?.code ?? '',
      imported: found?.importedIds ?? [],
      later: found?.dynamicallyImportedIds ?? [],
    };
  });
  const statements = cached((id): Statement[] => {
    const { code, imported } = info(id);
    // Each question to the builder costs: only of what imports something.
    return imported.length > 0 ? (build.parse(code) as unknown as { body: Statement[] }).body : [];
  });
  const isBarrel = cached((id) => statements(id).length > 0 && statements(id).every(isPassedOn));

  /** Which imported module a specifier means. */
  function target(id: string, specifier: string): string | undefined {
    const { imported } = info(id);
    if (specifier.startsWith('.')) {
      const path = join(dirname(id), specifier);
      return imported.find((one) => one === path || one.startsWith(`${path}.`));
    }
    if (/^@?\//.test(specifier)) {
      const path = specifier.replace(/^@/, '/src');
      return imported.find((one) => one.endsWith(path));
    }
    const folder = `/node_modules/${specifier}`;
    return imported.find((one) => one.includes(`${folder}/`) || one.includes(`${folder}.`));
  }

  /** By a name that a module passes on: from which specifier, by which name there ('*': all of it). */
  const passedOn = cached((id) => {
    const local = new Map<string, [from: string, name: string]>();
    const names = new Map<string, [from: string, name: string]>();
    const all: string[] = [];
    for (const { type, source, specifiers = [], exported } of statements(id)) {
      if (type === 'ExportAllDeclaration' && source) {
        if (exported) names.set(nameOf(exported), [source.value, '*']);
        else all.push(source.value);
      }
      for (const one of specifiers) {
        if (type === 'ImportDeclaration') {
          const isDefault = one.type === 'ImportDefaultSpecifier';
          const name = one.imported ? nameOf(one.imported) : isDefault ? 'default' : '*';
          local.set(nameOf(one.local), [source?.value ?? '', name]);
        } else {
          const from = source
            ? ([source.value, nameOf(one.local)] as [string, string])
            : local.get(nameOf(one.local));
          if (from) names.set(nameOf(one.exported), from);
        }
      }
    }
    return { names, all };
  });

  /** The module that makes what another exports; null: not to be found. */
  function origin(id: string, name: string, depth = 0): string | null {
    if (depth > DEEPEST) return id;
    const { names, all } = passedOn(id);
    const [specifier, its] = names.get(name) ?? [];
    if (specifier && its) {
      const from = target(id, specifier);
      return from && its !== '*' ? origin(from, its, depth + 1) : (from ?? null);
    }
    if (!isBarrel(id)) return id;
    for (const other of all) {
      const from = target(id, other);
      const found = from && isBarrel(from) ? origin(from, name, depth + 1) : null;
      if (found) return found;
    }
    return null;
  }

  const imports = cached((id): readonly string[] => {
    const found = new Set<string>();
    for (const { type, source, specifiers = [] } of statements(id)) {
      const from = source && target(id, source.value);
      if (!from || type !== 'ImportDeclaration') continue;
      if (specifiers.length === 0) found.add(from);
      for (const { imported } of specifiers) {
        found.add((imported && origin(from, nameOf(imported))) ?? from);
      }
    }
    // A module of another kind (CommonJS) has no such statements.
    return statements(id).some(({ source }) => source) ? [...found] : info(id).imported;
  });

  const whole = (id: string) => [
    id,
    ...[...passedOn(id).names.keys()].flatMap((name) => origin(id, name) ?? []),
    ...passedOn(id).all.flatMap((specifier) => target(id, specifier) ?? []),
  ];

  return {
    ids: [...build.getModuleIds()].sort(),
    imports,
    whole,
    later: (id) => info(id).later,
    size: (id) => (/\.css\b/.test(id) ? STYLE : info(id).code.length),
  };
}

/** These modules, and all that they need to run. */
export function reach(from: readonly string[], graph: ModuleGraph): Set<string> {
  const found = new Set<string>();
  const open = from.flatMap((id) => [...graph.whole(id)]);
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (found.has(id)) continue;
    found.add(id);
    open.push(...graph.imports(id));
  }
  return found;
}

function cached<Value>(make: (id: string) => Value): (id: string) => Value {
  const made = new Map<string, Value>();
  return (id) => {
    if (!made.has(id)) made.set(id, make(id));
    return made.get(id) as Value;
  };
}
