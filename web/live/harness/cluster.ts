/** Two nodes of one installation behind ports of their own, with a Redis between them that can be taken away, from both or
 * from one. */

import { store } from './engine.ts';
import { Line } from './line.ts';
import type { Person } from './person.ts';
import { Redis } from './redis.ts';
import { Server } from './server.ts';
import { until } from './wait.ts';

/** Settings of both nodes: on the embedded store the second is what no operator can have (server.ts). */
export const twoOn: NodeJS.ProcessEnv = store === 'sqlite' ? { KALENDER_STORE: 'sqlite' } : {};

export type People<N extends string> = Record<N, Person>;

export class Cluster<N extends string> {
  readonly redis: Redis;
  /** Each node's way to Redis. */
  readonly lines: [Line, Line];
  readonly a: Server;
  readonly b: Server;
  people = {} as People<N>;

  private constructor(redis: Redis, lines: [Line, Line], a: Server, b: Server) {
    this.redis = redis;
    this.lines = lines;
    this.a = a;
    this.b = b;
  }

  /** Running, with these people signed in. `settings` are for both nodes, `ofB` for the second alone. */
  static async with<N extends string>(
    names: readonly N[],
    settings: NodeJS.ProcessEnv = {},
    ofB: NodeJS.ProcessEnv = {},
  ): Promise<Cluster<N>> {
    const redis = await Redis.begin();
    const lines: [Line, Line] = [await Line.to(redis.port), await Line.to(redis.port)];
    const by = (line: Line) => ({
      ...settings,
      KALENDER_REDIS_URL: `redis://127.0.0.1:${line.port}`,
    });
    const a = await Server.prepare(by(lines[0]));
    const b = await a.another({ ...by(lines[1]), ...ofB });
    const cluster = new Cluster<N>(redis, lines, a, b);
    try {
      a.addUsers(names);
      await a.start();
      await b.start();
      await cluster.whole();
      cluster.people = await a.signInAll(names);
    } catch (error) {
      await cluster.dispose();
      throw error;
    }
    return cluster;
  }

  /** Waits until both nodes hear each other. */
  async whole(within = 30_000) {
    for (const node of [this.a, this.b]) {
      await until(
        'the nodes to hear each other',
        async () => {
          const { status, text } = await node.ready();
          return (
            status === 200 && !text.includes('degraded') && (await node.metric('bus_peers')) === 1
          );
        },
        within,
      );
    }
  }

  /** Waits until a node says that it is alone. */
  alone = (node: Server) =>
    until('a node to notice that it is alone', async () => {
      const { status, text } = await node.ready();
      return status === 200 && text.includes('degraded');
    });

  async dispose() {
    await this.b.dispose();
    await this.a.dispose();
    await this.redis.kill();
    for (const line of this.lines) line.close();
  }
}
