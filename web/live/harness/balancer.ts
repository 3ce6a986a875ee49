/** The load balancer that docker/ ships, with its own configuration, in front of nodes on this machine. Only where the nodes are
 * is written anew: there they are found by name, here by port. */

import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { begin, end } from './child.ts';
import { answers } from './redis.ts';
import { freePort, type Server } from './server.ts';
import { until } from './wait.ts';

const SHIPPED = resolve(import.meta.dirname, '../../../docker/haproxy.cfg');

export class Balancer {
  readonly port: number;
  private readonly child: ChildProcess;
  private readonly folder: string;

  private constructor(port: number, child: ChildProcess, folder: string) {
    this.port = port;
    this.child = child;
    this.folder = folder;
  }

  get url() {
    return `http://127.0.0.1:${this.port}`;
  }

  static async before(nodes: Server[]): Promise<Balancer> {
    const port = await freePort();
    const folder = mkdtempSync(join(tmpdir(), 'kalender-balancer-'));
    const file = join(folder, 'haproxy.cfg');
    const servers = nodes.map(
      (node, n) => `    server node${n} 127.0.0.1:${node.port} port ${node.adminPort} slowstart 0`,
    );
    const text = replaced(readFileSync(SHIPPED, 'utf8'), [
      [/bind :8080/, `bind 127.0.0.1:${port}`],
      [/^ *server-template .*$/m, servers.join('\n')],
    ]);
    writeFileSync(file, text);
    const child = begin('haproxy', ['-f', file], { stdio: 'ignore' });
    let failed: Error | undefined;
    child.once('error', (error) => {
      failed = new Error(`haproxy cannot be started (Debian's haproxy): ${error.message}`);
    });
    await until('haproxy', () => {
      if (failed) throw failed;
      if (child.exitCode !== null) throw new Error(`haproxy ended: ${child.exitCode}`);
      return answers(port);
    });
    return new Balancer(port, child, folder);
  }

  async dispose() {
    await end('haproxy', this.child);
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** Each pattern must be there: a shipped file that looks otherwise is not what is tried. */
function replaced(text: string, changes: [RegExp, string][]): string {
  return changes.reduce((changed, [pattern, by]) => {
    if (!pattern.test(changed)) throw new Error(`${SHIPPED} has no ${pattern}`);
    return changed.replace(pattern, by);
  }, text);
}
