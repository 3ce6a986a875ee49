/** People who go on writing, whatever happens, as clients do: what has no answer is tried again under the same mark, on another
 * node if need be. */

import { type Person, type Place, Refused } from './person.ts';
import { sleep, until } from './wait.ts';

interface Lane {
  who: Person;
  /** Where it writes, then where it turns to. */
  nodes: Place[];
  channel: number;
}

export class Talk {
  private readonly lanes: Lane[];
  /** Acknowledged: channel, then mark to id. */
  private readonly kept = new Map<number, Map<string, number>>();
  private running: Promise<void>[] = [];
  private over = false;
  count = 0;

  constructor(lanes: Lane[]) {
    this.lanes = lanes;
  }

  begin() {
    this.running = this.lanes.map((lane, n) => this.write(lane, n));
  }

  private async write({ who, nodes, channel }: Lane, lane: number) {
    const kept = this.kept.get(channel) ?? new Map<string, number>();
    this.kept.set(channel, kept);
    for (let n = 0; !this.over; n++) {
      const clientMessageId = `${channel}-${lane}-${n}`;
      for (let attempt = 0; ; attempt++) {
        const node = nodes[attempt % nodes.length];
        if (!node) throw new Error('no node');
        try {
          const message = await who
            .at(node)
            .say(channel, `mening ${clientMessageId}`, { clientMessageId });
          kept.set(clientMessageId, message.id);
          this.count += 1;
          break;
        } catch (error) {
          // A node that is gone, or has no store: later. Anything else is a defect.
          if (error instanceof Refused && error.status !== 503) throw error;
          await sleep(100);
        }
      }
      await sleep(40);
    }
  }

  /** Waits until so many more are acknowledged. */
  async more(count: number) {
    const enough = this.count + count;
    const failing = Promise.race(this.running.map((lane) => lane.then(() => false as const)));
    const going = until(`${count} more messages`, () => this.count >= enough, 60_000);
    if ((await Promise.race([going, failing])) === false) throw new Error('nobody writes any more');
  }

  async end() {
    this.over = true;
    await Promise.all(this.running);
  }

  of = (channel: number) => this.kept.get(channel) ?? new Map<string, number>();
}
