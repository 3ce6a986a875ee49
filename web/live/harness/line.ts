/** A line between a client and the server that can be cut, as a train in a tunnel cuts it. */

import { connect, createServer, type Server as NetServer, type Socket } from 'node:net';

export class Line {
  readonly port: number;
  private readonly listener: NetServer;
  private readonly ends = new Set<Socket>();
  private severed = false;

  private constructor(listener: NetServer, port: number) {
    this.listener = listener;
    this.port = port;
  }

  static async to(port: number): Promise<Line> {
    const listener = createServer();
    await new Promise<void>((done) => listener.listen(0, '127.0.0.1', done));
    const address = listener.address();
    if (address === null || typeof address === 'string') throw new Error('no free port');
    const line = new Line(listener, address.port);
    listener.on('connection', (near) => {
      if (line.severed) near.resetAndDestroy();
      else line.join(near, connect(port, '127.0.0.1'));
    });
    return line;
  }

  private join(near: Socket, far: Socket) {
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      this.ends.add(from);
      from.setNoDelay(true);
      from.on('error', () => {});
      from.on('close', () => {
        this.ends.delete(from);
        to.destroy();
      });
      from.pipe(to);
    }
  }

  /** Nobody comes through any more, and nobody says goodbye, until `mend`. */
  sever() {
    this.severed = true;
    this.cut();
  }

  mend() {
    this.severed = false;
  }

  /** Nobody says goodbye. */
  cut() {
    for (const end of this.ends) end.resetAndDestroy();
  }

  close() {
    this.cut();
    this.listener.close();
  }
}
