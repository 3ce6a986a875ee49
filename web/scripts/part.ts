/** The part of an OpenAPI document (standard input) whose paths hold a word: those paths, what they refer to, and no more. */
import { readFileSync } from 'node:fs';

type Json = { [name: string]: Json } & { $ref?: string };

const [, , word = ''] = process.argv;
const document = JSON.parse(readFileSync(0, 'utf8'));

const pick = (all: Json, wanted: (name: string) => boolean) =>
  Object.fromEntries(Object.entries(all).filter(([name]) => wanted(name)));

const paths = pick(document.paths, (path) => path.includes(word));
const webhooks = pick(document.webhooks, (name) =>
  document.webhooks[name].post.summary.includes(word),
);

/** Every `#/components/kind/name` that is referred to, also from what was. */
const used = new Set<string>();
const follow = (value: unknown): void => {
  if (typeof value !== 'object' || value === null) return;
  for (const [name, inner] of Object.entries(value)) {
    if (name === '$ref' && typeof inner === 'string' && !used.has(inner)) {
      used.add(inner);
      const [, , kind = '', called = ''] = inner.split('/');
      follow(document.components[kind][called]);
    }
    follow(inner);
  }
};
follow([paths, webhooks]);

const components = Object.fromEntries(
  Object.entries<Json>(document.components).map(([kind, all]) => [
    kind,
    kind === 'securitySchemes'
      ? all
      : pick(all, (name) => used.has(`#/components/${kind}/${name}`)),
  ]),
);
process.stdout.write(
  `${JSON.stringify({ ...document, tags: [], paths, webhooks, components }, null, 2)}\n`,
);
