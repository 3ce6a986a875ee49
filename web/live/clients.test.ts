/**
 * Clients that two generators of the field make of `/api/openapi.json`, as it is served: they fit the types of a program
 * written against them, and the program makes a first journey. Generators and programs: `web/contract`.
 */

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import type { Journey } from '../contract/journeys/journey.ts';
import type { Person } from './harness/person.ts';
import { PASSWORD, Server } from './harness/server.ts';

const contract = resolve(import.meta.dirname, '../contract');
const run = promisify(execFile);
const tool = (path: string, ...args: string[]) =>
  run(process.execPath, [join(contract, 'node_modules', path), ...args], { cwd: contract });

describe('clients', { timeout: 600_000 }, () => {
  let server: Server;
  let people: Record<'anna' | 'bo', Person>;
  /** Beside the tools, where what is made finds its libraries. */
  let folder: string;
  let document: string;

  before(async () => {
    [server, people] = await Server.with(['anna', 'bo']);
    await people.anna.found('Forsen');
    folder = mkdtempSync(join(contract, '.clients-'));
    document = join(folder, 'openapi.json');
    writeFileSync(document, await (await fetch(`${server.url}/api/openapi.json`)).text());
  });
  after(async () => {
    if (folder) rmSync(folder, { recursive: true, force: true });
    await server?.dispose();
  });

  const generators: Record<string, (made: string) => Promise<unknown>> = {
    'openapi-fetch': (made) =>
      tool('openapi-typescript/bin/cli.js', document, '-o', join(made, 'schema.ts')),
    'hey-api': async (made) => {
      const settings = join(made, '../openapi-ts.config.mjs');
      const config = {
        input: document,
        output: { path: made, module: { extension: '.ts' } },
        plugins: ['@hey-api/client-fetch', '@hey-api/typescript', '@hey-api/sdk'],
        logs: { level: 'silent', file: false },
      };
      writeFileSync(settings, `export default ${JSON.stringify(config)};`);
      await tool('@hey-api/openapi-ts/bin/run.js', '--file', settings);
    },
  };

  for (const [name, generate] of Object.entries(generators)) {
    it(`${name}: made, fits its program, and makes the journey`, async () => {
      const place = join(folder, name);
      mkdirSync(join(place, 'made'), { recursive: true });
      await generate(join(place, 'made'));
      cpSync(join(contract, 'journeys/journey.ts'), join(place, 'journey.ts'));
      const program = join(place, 'program.ts');
      cpSync(join(contract, `journeys/${name}.ts`), program);
      await tool('typescript/bin/tsc', ...TYPES, program).catch((error) => {
        assert.fail(`the program does not fit what was made: ${error.stdout}`);
      });

      const { journey } = (await import(pathToFileURL(program).href)) as { journey: Journey };
      const signIn = (person: Person) => ({ email: person.email, password: PASSWORD });
      const seen = await journey(server.url, signIn(people.anna), signIn(people.bo));
      assert.deepEqual(seen.entities, ['Forsen']);
      assert.ok(seen.opened[0]);
      assert.equal(seen.opened[1], seen.opened[0], 'the key again answers the first channel');
      assert.ok(seen.sent[0]);
      assert.equal(seen.sent[1], seen.sent[0], 'the message again answers the first one');
      assert.deepEqual(seen.page, [`hej från ${name}`]);
      assert.deepEqual(seen.reactions, [['👍', 1]]);
      assert.deepEqual(seen.bell, ['INVITATION_RECEIVED']);
      assert.deepEqual(seen.stranger, [403, 'ACCESS_DENIED']);
      assert.deepEqual(seen.empty, [422, 'INVALID', 'content']);
    });
  }
});

/** As strict as a project would have it; the libraries' own declarations are theirs. */
const TYPES = [
  '--noEmit',
  '--strict',
  '--skipLibCheck',
  '--target',
  'es2024',
  '--lib',
  'es2024,dom,dom.iterable',
  '--module',
  'nodenext',
  '--allowImportingTsExtensions',
];
