/** A WebSocket made of a TCP connection, for what a well-behaved client never does: broken frames, silence, not reading. */

import { randomBytes } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import { soon, until } from './wait.ts';

export interface StompFrame {
  command: string;
  headers: Record<string, string>;
  body: string;
}

export interface RawOptions {
  protocol?: string;
  headers?: Record<string, string>;
}

/** One STOMP frame as text. Header values are taken as they are. */
export function frame(command: string, headers: Record<string, string> = {}, body = ''): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}:${value}\n`);
  return `${command}\n${lines.join('')}\n${body}\0`;
}

export class RawPeer {
  readonly socket: Socket;
  /** The answer to the upgrade. */
  status = 0;
  responseHeaders: Record<string, string> = {};
  readonly frames: StompFrame[] = [];
  /** Heart-beats received, epoch milliseconds. */
  readonly beats: number[] = [];
  received = 0;
  closedAt: number | undefined;
  private buffer = Buffer.alloc(0);

  private constructor(socket: Socket) {
    this.socket = socket;
    socket.on('error', () => {});
    socket.on('close', () => {
      this.closedAt = Date.now();
    });
  }

  /** Asks for the upgrade; look at `status` for the answer. */
  static async open(port: number, options: RawOptions = {}): Promise<RawPeer> {
    const socket = connect(port, '127.0.0.1');
    const peer = new RawPeer(socket);
    const more = Object.entries(options.headers ?? {}).map(
      ([name, value]) => `${name}: ${value}\r\n`,
    );
    socket.write(
      `GET /ws-notify HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n` +
        `Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${randomBytes(16).toString('base64')}\r\n` +
        `Sec-WebSocket-Protocol: ${options.protocol ?? 'v12.stomp'}\r\n${more.join('')}\r\n`,
    );
    socket.on('data', (chunk) => peer.take(chunk));
    await until('an answer to the upgrade', () => peer.status > 0 || peer.closedAt);
    return peer;
  }

  /** Opens and says CONNECT with a token. */
  static async connect(port: number, token: string, heartBeat = '0,0'): Promise<RawPeer> {
    const peer = await RawPeer.open(port);
    peer.stomp('CONNECT', {
      'accept-version': '1.2',
      host: 'kalender',
      token,
      'heart-beat': heartBeat,
    });
    await peer.next('CONNECTED');
    return peer;
  }

  private take(chunk: Buffer) {
    this.received += chunk.length;
    this.buffer = Buffer.concat([this.buffer, chunk]);
    if (this.status === 0) {
      const end = this.buffer.indexOf('\r\n\r\n');
      if (end < 0) return;
      const [first = '', ...lines] = this.buffer.subarray(0, end).toString().split('\r\n');
      for (const line of lines) {
        const at = line.indexOf(':');
        this.responseHeaders[line.slice(0, at).toLowerCase()] = line.slice(at + 1).trim();
      }
      this.status = Number(first.split(' ')[1]);
      this.buffer = this.buffer.subarray(end + 4);
    }
    if (this.status === 101) this.readFrames();
  }

  private readFrames() {
    for (;;) {
      const short = (this.buffer[1] ?? 0) & 127;
      const head = short === 126 ? 4 : short === 127 ? 10 : 2;
      if (this.buffer.length < head) return;
      const length =
        short === 126
          ? this.buffer.readUInt16BE(2)
          : short === 127
            ? Number(this.buffer.readBigUInt64BE(2))
            : short;
      if (this.buffer.length < head + length) return;
      const opcode = (this.buffer[0] ?? 0) & 15;
      const payload = this.buffer.subarray(head, head + length);
      this.buffer = this.buffer.subarray(head + length);
      if (opcode === 1 || opcode === 2) this.readStomp(payload.toString());
      // The other half of the closing handshake; the server then closes the TCP connection.
      if (opcode === 8) this.socket.end(this.masked(payload, 8, true));
    }
  }

  private readStomp(text: string) {
    if (/^[\r\n]+$/.test(text)) {
      this.beats.push(Date.now());
      return;
    }
    const split = text.indexOf('\n\n');
    const [command = '', ...lines] = text.slice(0, split).split('\n');
    const headers: Record<string, string> = {};
    for (const line of lines) {
      const at = line.indexOf(':');
      headers[line.slice(0, at)] ??= line.slice(at + 1);
    }
    this.frames.push({ command, headers, body: text.slice(split + 2).replace(/\0\n*$/, '') });
  }

  /** Sends one WebSocket message of any kind; clients must mask theirs. */
  write(payload: Buffer | string, opcode = 1, fin = true) {
    this.socket.write(this.masked(payload, opcode, fin));
  }

  private masked(payload: Buffer | string, opcode: number, fin: boolean): Buffer {
    const bytes = Buffer.from(payload);
    const mask = randomBytes(4);
    const head =
      bytes.length < 126
        ? Buffer.from([0, 128 | bytes.length])
        : bytes.length < 65_536
          ? Buffer.from([0, 128 | 126, bytes.length >> 8, bytes.length & 255])
          : Buffer.concat([Buffer.from([0, 128 | 127]), Buffer.alloc(8)]);
    if (bytes.length >= 65_536) head.writeBigUInt64BE(BigInt(bytes.length), 2);
    head[0] = (fin ? 128 : 0) | opcode;
    const masked = bytes.map((byte, at) => byte ^ (mask[at & 3] ?? 0));
    return Buffer.concat([head, mask, masked]);
  }

  stomp(command: string, headers: Record<string, string> = {}, body = '') {
    this.write(frame(command, headers, body));
  }

  /** The next frame of this command that was not taken yet. */
  next(command: string, within = 30_000): Promise<StompFrame> {
    return until(
      `${command}; came: ${this.frames.map((f) => `${f.command} ${f.headers.message ?? ''}`).join(', ')}`,
      () => {
        const at = this.frames.findIndex((f) => f.command === command);
        if (at < 0 && this.closedAt) throw new Error(`closed without ${command}`);
        return at < 0 ? undefined : this.frames.splice(at, 1)[0];
      },
      within,
    );
  }

  /** The ERROR frame after which the server has closed. */
  async ended(within = 30_000): Promise<StompFrame> {
    const error = await this.next('ERROR', within);
    await this.gone(within);
    return error;
  }

  /** Waits for the end of the TCP connection. */
  async gone(within = 30_000) {
    if (this.closedAt) return;
    await soon(
      'the end of the connection',
      new Promise((done) => this.socket.once('close', done)),
      within,
    );
  }

  destroy() {
    this.socket.destroy();
  }
}
