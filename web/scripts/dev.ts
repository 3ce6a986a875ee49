/** `make dev`: server and Vite together. A change under storage, actors or http builds the server anew and starts it again;
 * a change under web is Vite's. Ends with Ctrl+C. */

import { type ChildProcess, spawn } from 'node:child_process';
import { watch } from 'node:fs';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../..');
const data = process.env.DATA ?? join(root, 'data');
/** Editors write a file in several steps. */
const QUIET = 200;

let server: ChildProcess | undefined;
let building = false;
let again = false;

const run = (command: string, args: string[], cwd = root) =>
  spawn(command, args, { cwd, stdio: 'inherit' });

const ended = (child: ChildProcess) =>
  new Promise<number | null>((done) => {
    if (child.exitCode !== null) done(child.exitCode);
    child.once('exit', done);
  });

async function build(): Promise<void> {
  if (building) {
    again = true;
    return;
  }
  building = true;
  do {
    again = false;
    process.stdout.write('==> Building the server\n');
    const code = await ended(run('cargo', ['build', '--quiet', '--locked', '-p', 'kalender']));
    // What does not build leaves the last one running.
    if (code === 0 && !again) await restart();
  } while (again);
  building = false;
}

async function restart(): Promise<void> {
  if (server) {
    server.kill('SIGTERM');
    await ended(server);
  }
  process.stdout.write('==> Serving\n');
  server = run(join(root, 'target/debug/kalender'), ['--data', data, 'serve']);
}

let waiting: NodeJS.Timeout | undefined;
for (const part of ['storage', 'actors', 'http']) {
  watch(join(root, part), { recursive: true }, (_, file) => {
    if (!file || !/\.(rs|toml|css|mjs|java|tsv|csv|json|txt)$/.test(file)) return;
    clearTimeout(waiting);
    waiting = setTimeout(() => void build(), QUIET);
  });
}
const vite = run('npx', ['--no-install', 'vite'], join(root, 'web'));
process.on('SIGINT', () => {
  server?.kill('SIGTERM');
  vite.kill('SIGTERM');
});
await build();
const code = await ended(vite);
server?.kill('SIGTERM');
process.exit(code ?? 0);
