/** A push service and the browsers that subscribe to it: it takes messages over HTTP, reads them as a browser does (RFC 8188,
 * 8291, with Node's own cryptography) and checks who sent them (RFC 8292). */

import assert from 'node:assert/strict';
import {
  createDecipheriv,
  createECDH,
  createPublicKey,
  type ECDH,
  hkdfSync,
  randomBytes,
  verify,
} from 'node:crypto';
import { createServer, type Server as Http, type IncomingHttpHeaders } from 'node:http';
import type { Person } from './person.ts';
import type { Server } from './server.ts';
import { until } from './wait.ts';

const HERE = '/api/v1/push/subscription';

export interface Shown {
  title: string;
  body: string;
  path: string;
  tag: string;
}

interface Received {
  headers: IncomingHttpHeaders;
  shown: Shown;
  claims: { aud: string; exp: number; sub: string };
  /** The key the sender says is theirs. */
  key: string;
}

/** How long what is tried again may take (ms): pauses double from 5 s. */
const PATIENCE = 90_000;

/** Waits until all push messages that nodes have begun are over. */
export const settled = (nodes: Server[]) =>
  until('nothing to be under way', () => isSettled(nodes), PATIENCE);

async function isSettled(nodes: Server[]): Promise<boolean> {
  const of = async (what: string) => {
    const all = await Promise.all(nodes.map((node) => node.metric(`push_${what}_total`)));
    return all.reduce((sum, one) => sum + one, 0);
  };
  const ends = await Promise.all(['sent', 'gone', 'failed', 'not_needed'].map(of));
  return (await of('begun')) === ends.reduce((sum, one) => sum + one, 0);
}

/** What a browser's address answers with; the last one for ever. */
interface Answer {
  status: number;
  headers?: Record<string, string>;
}

export class PushService {
  private readonly server: Http;
  readonly url: string;
  private readonly browsers = new Map<string, Browser>();
  /** Calls to addresses that are no browser's. */
  readonly strays: string[] = [];

  private constructor(server: Http, port: number) {
    this.server = server;
    this.url = `http://127.0.0.1:${port}`;
    server.on('request', (request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const browser = this.browsers.get(request.url ?? '');
        if (!browser) this.strays.push(`${request.method} ${request.url}`);
        const answer = browser?.take(request.headers, Buffer.concat(chunks)) ?? { status: 404 };
        response.writeHead(answer.status, answer.headers).end('x'.repeat(100));
      });
    });
  }

  static async begin(): Promise<PushService> {
    const server = createServer();
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    const at = server.address();
    if (at === null || typeof at === 'string') throw new Error('no port');
    return new PushService(server, at.port);
  }

  /** A browser that has subscribed here and told nobody yet. */
  browser(): Browser {
    const browser = new Browser(this.url);
    this.browsers.set(browser.path, browser);
    return browser;
  }

  /** A browser that somebody takes messages with. */
  async of(person: Person): Promise<Browser> {
    const browser = this.browser();
    await person.call('PUT', HERE, browser.subscription);
    return browser;
  }

  close() {
    this.server.closeAllConnections();
    this.server.close();
  }
}

export class Browser {
  readonly path = `/push/${randomBytes(12).toString('hex')}`;
  readonly endpoint: string;
  private readonly origin: string;
  private readonly ecdh: ECDH = createECDH('prime256v1');
  private readonly point: Buffer;
  private readonly auth = randomBytes(16);
  readonly received: Received[] = [];
  /** What could not be read: the test that put it there fails. */
  private error: unknown;
  answers: Answer[] = [{ status: 201 }];

  constructor(origin: string) {
    this.origin = origin;
    this.endpoint = origin + this.path;
    this.point = this.ecdh.generateKeys();
  }

  get subscription() {
    const [p256dh, auth] = [this.point.toString('base64url'), this.auth.toString('base64url')];
    return { endpoint: this.endpoint, expirationTime: null, keys: { p256dh, auth } };
  }

  take(headers: IncomingHttpHeaders, body: Buffer): Answer {
    try {
      const { claims, key } = readVapid(headers.authorization ?? '');
      assert.equal(claims.aud, this.origin);
      assert.equal(headers['content-encoding'], 'aes128gcm');
      this.received.push({ headers, shown: JSON.parse(this.decrypt(body)), claims, key });
    } catch (error) {
      this.error = error;
    }
    const [first, ...rest] = this.answers;
    if (rest.length > 0) this.answers = rest;
    return first ?? { status: 201 };
  }

  /** Waits until so many have come in all; answers the last one. */
  async nth(count: number, within?: number): Promise<Received> {
    return until(
      `push message ${count}`,
      () => {
        if (this.error) throw this.error;
        return this.received.length >= count ? this.received[count - 1] : undefined;
      },
      within,
    );
  }

  /** One record, as RFC 8291 has it. */
  private decrypt(body: Buffer): string {
    const salt = body.subarray(0, 16);
    const size = body.readUInt32BE(16);
    const sender = body.subarray(21, 21 + (body[20] ?? 0));
    const record = body.subarray(21 + sender.length);
    assert.equal(sender.length, 65);
    assert.ok(record.length <= size && body.length <= 4096, 'one record of a size that is taken');
    const shared = this.ecdh.computeSecret(sender);
    const info = Buffer.concat([Buffer.from('WebPush: info\0'), this.point, sender]);
    const ikm = Buffer.from(hkdfSync('sha256', shared, this.auth, info, 32));
    const derive = (what: string, length: number) =>
      Buffer.from(hkdfSync('sha256', ikm, salt, `Content-Encoding: ${what}\0`, length));
    const open = createDecipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12));
    open.setAuthTag(record.subarray(-16));
    const plain = Buffer.concat([open.update(record.subarray(0, -16)), open.final()]);
    const end = plain.findLastIndex((byte) => byte !== 0);
    assert.equal(plain[end], 2, 'the last record');
    return plain.subarray(0, end).toString('utf8');
  }
}

/** Reads `vapid t=…, k=…` and checks the signature. */
function readVapid(header: string): { claims: Received['claims']; key: string } {
  const [, head, body, signature, key] =
    /^vapid t=([\w-]+)\.([\w-]+)\.([\w-]+), k=([\w-]+)$/.exec(header) ?? [];
  if (!head || !body || !signature || !key) throw new Error(`no VAPID header: ${header}`);
  const point = Buffer.from(key, 'base64url');
  assert.deepEqual([point.length, point[0]], [65, 4]);
  const coordinate = (from: number) => point.subarray(from, from + 32).toString('base64url');
  const jwk = { kty: 'EC', crv: 'P-256', x: coordinate(1), y: coordinate(33) };
  const publicKey = createPublicKey({ key: jwk, format: 'jwk' });
  const signed = Buffer.from(`${head}.${body}`);
  const given = Buffer.from(signature, 'base64url');
  assert.ok(
    verify('sha256', signed, { key: publicKey, dsaEncoding: 'ieee-p1363' }, given),
    'the signature',
  );
  const read = (text: string) => JSON.parse(Buffer.from(text, 'base64url').toString());
  assert.equal(read(head).alg, 'ES256');
  return { claims: read(body), key };
}
