/** What breaks the protocol gets one ERROR with a stable code, and the connection is over. */

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Person } from './harness/person.ts';
import { frame, RawPeer } from './harness/raw.ts';
import { Server } from './harness/server.ts';
import { until } from './harness/wait.ts';

const LARGEST = 64 * 1024;

describe('the protocol', { concurrency: true }, () => {
  let server: Server;
  let anna: Person;
  let channel: number;

  before(async () => {
    let people: Record<'anna', Person>;
    // Every case is a connection of its own, and they run side by side.
    [server, people] = await Server.with(['anna'], { KALENDER_MAX_CONNECTIONS_PER_USER: '200' });
    ({ anna } = people);
    channel = (await anna.found('Föreningen')).general;
  });
  after(() => server.dispose());

  const cases: [why: string, code: string, bytes: () => string | Buffer][] = [
    ['a command nobody knows', 'UNKNOWN_COMMAND', () => frame('HELLO')],
    ['a command in small letters', 'UNKNOWN_COMMAND', () => frame('subscribe')],
    [
      "a server's command",
      'UNKNOWN_COMMAND',
      () => frame('MESSAGE', { destination: '/app/typing' }),
    ],
    ['CONNECT again', 'ALREADY_CONNECTED', () => frame('CONNECT', { 'accept-version': '1.2' })],
    ['a transaction', 'UNSUPPORTED_COMMAND', () => frame('BEGIN', { transaction: 't' })],
    [
      'SEND in a transaction',
      'UNSUPPORTED_COMMAND',
      () => send('/app/typing', '{}', { transaction: 't' }),
    ],
    ['ACK', 'UNSUPPORTED_COMMAND', () => frame('ACK', { id: '1' })],
    ['an escape that does not exist', 'BAD_ESCAPE', () => subscribe({ id: 'a\\t' })],
    ['half an escape', 'BAD_ESCAPE', () => subscribe({ id: 'a\\' })],
    ['a header without a colon', 'BAD_HEADER', () => 'SUBSCRIBE\nid\n\n\0'],
    ['a header without a name', 'BAD_HEADER', () => 'SUBSCRIBE\n:x\n\n\0'],
    ['no UTF-8', 'NOT_UTF8', () => Buffer.from('SUBSCRIBE\nid:\xff\n\n\0', 'latin1')],
    ['a NUL among the headers', 'UNFINISHED_HEADERS', () => 'SUBSCRIBE\nid:1\0'],
    ['too many headers', 'TOO_MANY_HEADERS', () => `SUBSCRIBE\n${'a:b\n'.repeat(65)}\n\0`],
    ['a content-length that is too short', 'BAD_CONTENT_LENGTH', () => sized(1)],
    ['a content-length that is no number', 'BAD_CONTENT_LENGTH', () => sized('+2')],
    ['a body where none may be', 'BODY_NOT_ALLOWED', () => subscribe({}, 'body')],
    ['no destination', 'MISSING_HEADER', () => frame('SUBSCRIBE', { id: '1' })],
    ['no id', 'MISSING_HEADER', () => frame('SUBSCRIBE', { destination: '/user/queue/reply' })],
    ['another ack mode', 'UNSUPPORTED_ACK', () => subscribe({ ack: 'client' })],
    ['another ack mode still', 'UNSUPPORTED_ACK', () => subscribe({ ack: 'client-individual' })],
    ['an id of 256 bytes', 'BAD_SUBSCRIPTION_ID', () => subscribe({ id: 'x'.repeat(256) })],
    [
      'one id twice',
      'DUPLICATE_SUBSCRIPTION',
      () => subscribe({ receipt: '1' }) + subscribe({ receipt: '2' }),
    ],
    ['SEND to nowhere', 'UNKNOWN_DESTINATION', () => send('/app/chat/channel/x', '{}')],
    ['SEND to a topic', 'SEND_FORBIDDEN', () => send(`/topic/chat/channel/${channel}`, '{}')],
    ['SEND to a person', 'SEND_FORBIDDEN', () => send('/user/queue/notifications', '{}')],
    ['one byte over 64 KiB', 'FRAME_TOO_LARGE', () => filled(LARGEST + 1)],
    ['headers without end', 'FRAME_TOO_LARGE', () => `SUBSCRIBE\nid:${'x'.repeat(LARGEST)}`],
    ['a promise of too much', 'FRAME_TOO_LARGE', () => sized(LARGEST)],
    ['a promise beyond numbers', 'FRAME_TOO_LARGE', () => sized('9'.repeat(40))],
  ];
  for (const [why, code, bytes] of cases) {
    it(`${why}: ${code}`, async () => {
      const peer = await RawPeer.connect(server.port, anna.token);
      const sent = bytes();
      // Bytes that are no text go as a binary message: WebSocket itself refuses them in a text message.
      peer.write(sent, typeof sent === 'string' ? 1 : 2);
      assert.equal((await peer.ended()).headers.message, code);
    });
  }

  const unknown = [
    '/topic/*',
    '/topic/workspace/*/notifications',
    '/topic/workspace/#',
    '/topic/workspace/>',
    '/topic/workspace/1',
    '/topic/workspace/1/messages',
    '/topic/chat/channel/01',
    '/topic/chat/channel/-1',
    '/topic/chat/channel/1/2',
    '/topic/chat/channel/9007199254740992',
    '/user/1/queue/notifications',
    '/queue/notifications',
    '/app/typing',
    '',
  ];
  for (const destination of unknown) {
    it(`nobody subscribes to '${destination}'`, async () => {
      const peer = await RawPeer.connect(server.port, anna.token);
      peer.write(subscribe({ destination, receipt: 'r' }));
      const error = await peer.ended();
      assert.equal(error.headers.message, 'UNKNOWN_DESTINATION');
      assert.equal(error.headers['receipt-id'], 'r');
    });
  }

  it('nothing is accepted before CONNECT', async () => {
    for (const bytes of [
      subscribe({}),
      send('/app/typing', '{}'),
      frame('DISCONNECT', { receipt: 'r' }),
    ]) {
      const peer = await RawPeer.open(server.port, {
        headers: { Cookie: `kalender_jwt=${anna.token}` },
      });
      peer.write(bytes);
      assert.equal((await peer.ended()).headers.message, 'NOT_CONNECTED');
      assert.equal(peer.frames.length, 0);
    }
  });

  it('nor what is sent together with CONNECT, before its answer', async () => {
    const peer = await RawPeer.open(server.port);
    peer.write(frame('CONNECT', { 'accept-version': '1.2', token: anna.token }) + subscribe({}));
    assert.equal((await peer.ended()).headers.message, 'NOT_CONNECTED');
  });

  it('takes a frame of 64 KiB, in one piece, in pieces and many in one', async () => {
    const peer = await RawPeer.connect(server.port, anna.token);
    peer.write(subscribe({ destination: '/user/queue/reply', receipt: 's' }));
    await peer.next('RECEIPT');
    const whole = filled(LARGEST);
    assert.equal(Buffer.byteLength(whole), LARGEST);
    peer.write(whole);
    // Too long for a message, but no breach of the protocol.
    assert.equal(JSON.parse((await peer.next('MESSAGE')).body).success, false);
    // WebSocket fragments, then WebSocket messages, then many frames in one message with heart-beats between.
    peer.write(whole.slice(0, 30_000), 1, false);
    peer.write(whole.slice(30_000, 30_001), 0, false);
    peer.write(whole.slice(30_001), 0, true);
    for (let at = 0; at < LARGEST; at += 10_000) peer.write(whole.slice(at, at + 10_000));
    peer.write(`\n\r\n${send(`/app/chat/channel/${channel}`, '{}')}\n\n`.repeat(3));
    await until('five answers', () => peer.frames.length === 5);
    assert.equal(peer.closedAt, undefined);
    peer.destroy();
  });

  it('undoes escapes as each version knows them', async () => {
    const peer = await RawPeer.connect(server.port, anna.token);
    peer.write(subscribe({ id: 'a\\c\\n\\r\\\\b', receipt: 'x\\cy' }));
    assert.equal((await peer.next('RECEIPT')).headers['receipt-id'], 'x\\cy');
    peer.destroy();
    const old = await RawPeer.open(server.port, { protocol: 'v11.stomp' });
    old.stomp('CONNECT', { 'accept-version': '1.1', token: anna.token });
    await old.next('CONNECTED');
    old.write(subscribe({ id: 'a\\r' }));
    assert.equal((await old.ended()).headers.message, 'BAD_ESCAPE');
  });

  it('one broken connection leaves the others alone', async () => {
    const fine = await RawPeer.connect(server.port, anna.token);
    const broken = await RawPeer.connect(server.port, anna.token);
    broken.write(Buffer.from([0x80, 0xff]), 7);
    await broken.gone();
    const wild = await RawPeer.open(server.port);
    wild.socket.write(Buffer.alloc(1_000, 0xff));
    await wild.gone();
    fine.write(subscribe({ receipt: 'still here' }));
    await fine.next('RECEIPT');
    fine.destroy();
  });

  function subscribe(headers: Record<string, string>, body = '') {
    return frame('SUBSCRIBE', { id: '0', destination: '/user/queue/reply', ...headers }, body);
  }
  function send(destination: string, body: string, headers: Record<string, string> = {}) {
    return frame('SEND', { destination, ...headers }, body);
  }
  /** A SEND whose body of two bytes claims another length. */
  function sized(length: number | string) {
    return send('/app/typing', '{}', { 'content-length': `${length}` });
  }
  /** A SEND of exactly so many bytes, the NUL included. */
  function filled(bytes: number) {
    const empty = send(`/app/chat/channel/${channel}`, '{"content":""}');
    return send(
      `/app/chat/channel/${channel}`,
      `{"content":"${'x'.repeat(bytes - empty.length)}"}`,
    );
  }
});
