/** A real Cassandra of one's own, that can be killed and brought back with what it had acknowledged. */

import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
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
    return cassandra;
  }

  get address() {
    return `127.0.0.1:${this.port}`;
  }

  async start() {
    const run = [join(tools, 'run.sh'), this.folder, `${this.port}`];
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
