/** What goes out to one connection, read byte by byte: the handshake's answer first, then whole frames, the close frame last. */

import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { connect } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { Live } from './harness/live.ts';
import type { Person } from './harness/person.ts';
import { frame } from './harness/raw.ts';
import { Server } from './harness/server.ts';
import { until } from './harness/wait.ts';

/** A client's WebSocket message; a mask of zeros leaves it readable. */
function message(payload: string, opcode = 1): Buffer {
  const bytes = Buffer.from(payload);
  const length =
    bytes.length < 126 ? [128 | bytes.length] : [128 | 126, bytes.length >> 8, bytes.length & 255];
  return Buffer.concat([Buffer.from([128 | opcode, ...length]), Buffer.alloc(4), bytes]);
}

const upgrade = (port: number) =>
  `GET /ws-notify HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n` +
  `Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${randomBytes(16).toString('base64')}\r\n` +
  'Sec-WebSocket-Protocol: v12.stomp\r\n\r\n';

const connectFrame = (token: string) =>
  message(
    frame('CONNECT', { 'accept-version': '1.2', host: 'kalender', token, 'heart-beat': '0,0' }),
  );

interface Out {
  opcode: number;
  text: string;
}

/** Takes a server's stream apart; anything that is no whole frame with a known head fails. */
function frames(bytes: Buffer): Out[] {
  const out: Out[] = [];
  for (let at = 0; at < bytes.length; ) {
    const first = bytes[at] ?? 0;
    assert.equal(first & 0x70, 0, `no head of a frame at byte ${at}`);
    assert.equal(first & 0x80, 0x80, `a frame in parts at byte ${at}`);
    assert.ok([1, 8, 10].includes(first & 15), `opcode ${first & 15} at byte ${at}`);
    const short = bytes[at + 1] ?? 0;
    assert.ok(short <= 126, `a mask or a frame over 64 KiB at byte ${at}`);
    const head = short === 126 ? 4 : 2;
    const length = short === 126 ? bytes.readUInt16BE(at + 2) : short;
    const end = at + head + length;
    if (end > bytes.length) break;
    out.push({ opcode: first & 15, text: bytes.subarray(at + head, end).toString() });
    at = end;
  }
  return out;
}

/** Sends `bytes` at once and gathers what comes. */
function talk(port: number, bytes: Buffer) {
  const socket = connect(port, '127.0.0.1');
  const parts: Buffer[] = [];
  let over = false;
  socket.on('data', (part) => parts.push(part));
  socket.on('error', () => {});
  socket.on('close', () => {
    over = true;
  });
  socket.write(bytes);
  return { socket, came: () => Buffer.concat(parts), over: () => over };
}

const ANSWER_END = '\r\n\r\n';

describe('the way out', { timeout: 300_000 }, () => {
  let server: Server;
  let people: Record<'anna' | 'bo', Person>;
  let org: Awaited<ReturnType<Person['found']>>;

  before(async () => {
    [server, people] = await Server.with(['anna', 'bo'], {
      KALENDER_MAX_CONNECTIONS_PER_USER: '200',
    });
    org = await people.anna.found('Bruket');
    await people.anna.relate(org.id, people.bo, 'MEMBER');
  });
  after(() => server.dispose());

  it('whoever says CONNECT right behind the request gets the answer first', async () => {
    const { token } = people.anna;
    for (let n = 0; n < 50; n++) {
      const opening = [Buffer.from(upgrade(server.port)), connectFrame(token)];
      // Every other one says even more than that, which is refused.
      if (n % 2 === 0) opening.push(message(frame('DISCONNECT', { receipt: 'r' })));
      const { came, over, socket } = talk(server.port, Buffer.concat(opening));
      await until('CONNECTED', () => came().includes('CONNECTED\n') || came().includes('ERROR\n'));
      const answer = came();
      assert.ok(answer.toString('latin1').startsWith('HTTP/1.1 101 '), answer.toString('latin1'));
      const [first] = frames(answer.subarray(answer.indexOf(ANSWER_END) + ANSWER_END.length));
      assert.equal(first?.opcode, 1);
      assert.match(first?.text ?? '', /^(CONNECTED|ERROR)\n/);
      socket.destroy();
      await until('the end', over);
    }
  });

  it('… also behind other requests on the same connection', async () => {
    const { token } = people.anna;
    const page = `GET /api/public/days HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\n\r\n`;
    const { came, socket } = talk(
      server.port,
      Buffer.concat([Buffer.from(page.repeat(5) + upgrade(server.port)), connectFrame(token)]),
    );
    await until('CONNECTED', () => came().includes('CONNECTED\n'));
    const text = came().toString('latin1');
    const answers = [...text.matchAll(/HTTP\/1\.1 (\d+) /g)].map(([, status]) => status);
    assert.equal(answers.length, 6);
    assert.equal(answers.at(-1), '101');
    const at = came().indexOf('HTTP/1.1 101 ');
    const rest = came().subarray(came().indexOf(ANSWER_END, at) + ANSWER_END.length);
    assert.match(frames(rest)[0]?.text ?? '', /^CONNECTED\n/);
    socket.destroy();
  });

  it('frames of everybody who says something at once never mix, and the close frame is the last', async () => {
    const { anna, bo } = people;
    const senders = await Promise.all(Array.from({ length: 10 }, () => Live.connect(anna)));
    const { came, over, socket } = talk(
      server.port,
      Buffer.concat([Buffer.from(upgrade(server.port)), connectFrame(bo.token)]),
    );
    await until('CONNECTED', () => came().includes('CONNECTED\n'));
    const subscribe = (id: string, destination: string) =>
      socket.write(message(frame('SUBSCRIBE', { id, destination, receipt: `s-${id}` })));
    subscribe('channel', `/topic/chat/channel/${org.general}`);
    subscribe('workspace', `/topic/workspace/${org.ws}/notifications`);
    subscribe('typing', `/topic/workspace/${org.ws}/typing`);
    for (const id of ['channel', 'workspace', 'typing'])
      await until('the receipts', () => came().includes(`receipt-id:s-${id}\n`));

    const EACH = 30;
    for (let n = 0; n < EACH; n++) {
      for (const [who, live] of senders.entries()) {
        live.send(`/app/chat/channel/${org.general}`, { content: `från ${who} nummer ${n}.` });
        if (n % 5 === 0) live.type(org.general, true);
      }
      // What the session and the socket themselves say goes in between.
      socket.write(message(`ping ${n}`, 9));
      socket.write(message(frame('UNSUBSCRIBE', { id: 'none', receipt: `r-${n}` })));
    }
    const answered = () =>
      frames(came().subarray(came().indexOf(ANSWER_END) + ANSWER_END.length)) satisfies Out[];
    const said = (subscription: string) =>
      answered().filter(
        ({ text }) =>
          text.startsWith('MESSAGE\n') &&
          text.includes(`subscription:${subscription}\n`) &&
          text.includes('MESSAGE_CREATE'),
      );
    const all = senders.length * EACH;
    await until(
      'every message',
      () => said('channel').length === all && said('workspace').length === all,
      60_000,
    );
    await until('every receipt', () => came().includes(`receipt-id:r-${EACH - 1}\n`));
    socket.write(message(frame('DISCONNECT', { receipt: 'bye' })));
    await until('the close frame', () => answered().at(-1)?.opcode === 8);

    const out = answered();
    for (const subscription of ['channel', 'workspace']) {
      const numbers = said(subscription).map(({ text }) => /från (\d+) nummer (\d+)\./.exec(text));
      for (const who of senders.keys()) {
        const own = numbers
          .filter((match) => Number(match?.[1]) === who)
          .map((match) => Number(match?.[2]));
        assert.deepEqual(
          own,
          Array.from({ length: EACH }, (_, n) => n),
        );
      }
    }
    const pongs = out.filter(({ opcode }) => opcode === 10).map(({ text }) => text);
    assert.deepEqual(
      pongs,
      Array.from({ length: EACH }, (_, n) => `ping ${n}`),
    );
    for (const { opcode, text } of out.filter(({ opcode }) => opcode === 1)) {
      assert.match(text, /^(CONNECTED|MESSAGE|RECEIPT)\n[\s\S]*\0$/, `opcode ${opcode}`);
    }
    assert.equal(out.at(-2)?.text, 'RECEIPT\nreceipt-id:bye\n\n\0');
    assert.equal(out.filter(({ opcode }) => opcode === 8).length, 1);
    socket.end(message('', 8));
    await until('the end', over);
    await Promise.all(senders.map((live) => live.leave()));
  });
});
