/** A real Cassandra of one's own, that asks for a password, and can be killed and brought back with what it had acknowledged. */

import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { begin, end } from './child.ts';
import { answers } from './redis.ts';
import { freePort } from './server.ts';
import { until } from './wait.ts';

const tools = resolve(import.meta.dirname, '../../../storage/tests/cassandra');

export class Cassandra {
  readonly port: number;
  private readonly folder = mkdtempSync(join(tmpdir(), 'kalender-cassandra-'));
  private child: ChildProcess | undefined;

  private constructor(port: number) {
    this.port = port;
  }

  static async begin(): Promise<Cassandra> {
    const cassandra = new Cassandra(await freePort());
    await cassandra.start();
    // The first user is made after the port is open.
    await until('the first user', () =>
      readFileSync(join(cassandra.folder, 'log'), 'utf8').includes('superuser role'),
    );
    return cassandra;
  }

  /** What a server needs to know of it. */
  get settings() {
    const password = join(this.folder, 'password');
    writeFileSync(password, 'cassandra\n');
    return {
      KALENDER_STORE: 'cql',
      KALENDER_CQL_NODES: `127.0.0.1:${this.port}`,
      KALENDER_CQL_REPLICATION: '1',
      KALENDER_CQL_DATACENTER: 'datacenter1',
      KALENDER_CQL_USER: 'cassandra',
      KALENDER_CQL_PASSWORD_FILE: password,
    };
  }

  async start() {
    const run = [join(tools, 'run.sh'), this.folder, `${this.port}`, 'locked'];
    const child = begin('bash', run, { stdio: 'inherit' });
    this.child = child;
    await until(
      'Cassandra to answer',
      () => {
        if (child.exitCode !== null) throw new Error(`Cassandra ended; see ${this.folder}/log`);
        return answers(this.port);
      },
      120_000,
    );
  }

  async kill() {
    await end('Cassandra', this.child);
  }

  async dispose() {
    await this.kill();
    rmSync(this.folder, { recursive: true, force: true });
  }
}
