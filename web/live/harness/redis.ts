/** A real redis-server on a port of its own, that can be killed, stopped and brought back. */

import type { ChildProcess } from 'node:child_process';
import { connect } from 'node:net';
import { begin, end } from './child.ts';
import { freePort } from './server.ts';
import { until } from './wait.ts';

/** Does anything answer on `port`? */
export const answers = (port: number) =>
  new Promise<boolean>((tell) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => {
      socket.destroy();
      tell(true);
    });
    socket.once('error', () => tell(false));
  });

export class Redis {
  readonly port: number;
  private child: ChildProcess | undefined;

  private constructor(port: number) {
    this.port = port;
  }

  static async begin(): Promise<Redis> {
    const redis = new Redis(await freePort());
    await redis.start();
    return redis;
  }

  get url() {
    return `redis://127.0.0.1:${this.port}`;
  }

  async start() {
    const settings = ['--port', `${this.port}`, '--bind', '127.0.0.1', '--save', ''];
    const child = begin('redis-server', [...settings, '--appendonly', 'no'], { stdio: 'ignore' });
    let failed: Error | undefined;
    child.once('error', (error) => {
      failed = new Error(
        `redis-server cannot be started (Debian's redis-server): ${error.message}`,
      );
    });
    this.child = child;
    await until('redis-server', () => {
      if (failed) throw failed;
      if (child.exitCode !== null) throw new Error(`redis-server ended: ${child.exitCode}`);
      return answers(this.port);
    });
  }

  async kill() {
    await end('redis-server', this.child);
  }

  pause() {
    this.child?.kill('SIGSTOP');
  }

  resume() {
    this.child?.kill('SIGCONT');
  }
}
