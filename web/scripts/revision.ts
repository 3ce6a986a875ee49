import { execFileSync } from 'node:child_process';
import type { Plugin } from 'vite';

/** What is built: given by KALENDER_REVISION, else the commit; empty outside a repository. */
export function revision(): string {
  if (process.env.KALENDER_REVISION) return process.env.KALENDER_REVISION;
  try {
    const stdio: ['ignore', 'pipe', 'ignore'] = ['ignore', 'pipe', 'ignore'];
    return execFileSync('git', ['rev-parse', '--short=8', 'HEAD'], {
      encoding: 'utf8',
      stdio,
    }).trim();
  } catch {
    return '';
  }
}

/** The page says which build it is, so that an open one can notice a newer. */
export function stampPage(): Plugin {
  return {
    name: 'stamp-page',
    apply: 'build',
    transformIndexHtml: (html) => html.replace('<html ', `<html data-version="${revision()}" `),
  };
}
