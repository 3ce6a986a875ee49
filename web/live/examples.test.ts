/** The two examples on the page at /api do what they say, as they stand there. */

import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { copyFileSync, mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { after, before, describe, it } from 'node:test';
import type { Person } from './harness/person.ts';
import { Server } from './harness/server.ts';
import { until } from './harness/wait.ts';

const examples = resolve(import.meta.dirname, '../../http/src/server/api_page');
/** Where the script finds the library, as in somebody's project. */
const project = resolve(import.meta.dirname, '../node_modules/.examples');

describe('examples', { timeout: 600_000 }, () => {
  let server: Server;
  let people: Record<'anna', Person>;
  let org: Awaited<ReturnType<Person['found']>>;

  before(async () => {
    [server, people] = await Server.with(['anna']);
    org = await people.anna.found('Forsen');
    mkdirSync(project, { recursive: true });
    copyFileSync(join(examples, 'example.mjs'), join(project, 'example.mjs'));
  });
  after(() => server.dispose());

  const commands: [string, string, string[]][] = [
    ['JavaScript', process.execPath, [join(project, 'example.mjs')]],
    ['Java', 'java', [join(examples, 'Example.java')]],
  ];
  for (const [language, command, args] of commands) {
    it(`${language}: what is said in the channel is printed`, async () => {
      const { anna } = people;
      const url = `ws://127.0.0.1:${server.port}/ws-notify`;
      const child: ChildProcess = spawn(command, [...args, url, anna.token, `${org.general}`], {
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      let printed = '';
      child.stdout?.on('data', (chunk) => {
        printed += chunk;
      });
      child.stderr?.on('data', (chunk) => {
        printed += chunk;
      });
      try {
        await until('the subscription', () => printed.includes('listening'));
        await anna.say(org.general, `hej från ${language}`);
        await until(`the message; printed: ${printed}`, () =>
          printed.includes(`hej från ${language}`),
        );
      } finally {
        child.kill('SIGKILL');
      }
      assert.ok(printed.includes('listening'));
    });
  }
});
