/** Getting in: versions, who one is, receipts, limits. */

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { Live } from './harness/live.ts';
import type { Person } from './harness/person.ts';
import { RawPeer } from './harness/raw.ts';
import { Server } from './harness/server.ts';
import { until } from './harness/wait.ts';

describe('connecting', { concurrency: true }, () => {
  let server: Server;
  let anna: Person;
  let bo: Person;
  let cia: Person;

  before(async () => {
    let people: Record<'anna' | 'bo' | 'cia', Person>;
    [server, people] = await Server.with(['anna', 'bo', 'cia']);
    ({ anna, bo, cia } = people);
  });
  after(() => server.dispose());

  /** A CONNECT that is refused; answers the code. */
  async function refused(headers: Record<string, string>): Promise<string | undefined> {
    const peer = await RawPeer.open(server.port);
    peer.stomp('CONNECT', headers);
    const error = await peer.ended();
    assert.deepEqual(peer.frames, [], 'nothing but the ERROR');
    return error.headers.message;
  }

  for (const [asked, version] of [
    ['1.2', '1.2'],
    ['1.1', '1.1'],
    ['1.0,1.1,1.2', '1.2'],
    ['1.1,9.9', '1.1'],
  ] as const) {
    it(`speaks ${version} to a client that accepts ${asked}`, async () => {
      const peer = await RawPeer.open(server.port, {
        protocol: `v${version.replace('.', '')}.stomp`,
      });
      assert.equal(
        peer.responseHeaders['sec-websocket-protocol'],
        `v${version.replace('.', '')}.stomp`,
      );
      peer.stomp('STOMP', { 'accept-version': asked, host: 'kalender', token: anna.token });
      const connected = await peer.next('CONNECTED');
      assert.equal(connected.headers.version, version);
      assert.equal(connected.headers['heart-beat'], '4000,4000');
      peer.destroy();
    });
  }

  it('speaks to stompjs in both versions', async () => {
    for (const version of ['1.2', '1.1']) {
      const live = await Live.connect(anna, { versions: [version] });
      assert.equal(live.client.connectedVersion, version);
      await live.leave();
    }
  });

  it('refuses versions it does not speak', async () => {
    const versions: Record<string, string>[] = [
      { 'accept-version': '1.0' },
      { 'accept-version': '2.0,3' },
      {},
    ];
    for (const version of versions) {
      const code = await refused({ ...version, host: 'kalender', token: anna.token });
      assert.equal(code, 'UNSUPPORTED_VERSION');
    }
  });

  it('knows a session by cookie, by token and by Authorization', async () => {
    const cookie = await RawPeer.open(server.port, {
      headers: { Cookie: `kalender_jwt=${anna.token}; kalender_jwt_present=1` },
    });
    cookie.stomp('CONNECT', { 'accept-version': '1.2', host: 'kalender' });
    const connected = await cookie.next('CONNECTED');
    const sessions = await anna.call<{ content: { id: number; current: boolean }[] }>(
      'GET',
      '/api/v1/auth/sessions',
    );
    const mine = sessions.content.find((session) => session.current);
    assert.equal(connected.headers.session, `${mine?.id}`);
    cookie.destroy();
    const ways: Record<string, string>[] = [
      { token: anna.token },
      { Authorization: `Bearer ${anna.token}` },
    ];
    for (const headers of ways) {
      const live = await Live.connect(anna, { headers });
      await live.leave();
    }
  });

  it('takes a token of the socket once', async () => {
    const token = await anna.socketToken();
    const first = await Live.connect(anna, { headers: { token } });
    assert.equal(await refused({ 'accept-version': '1.2', token }), 'NOT_SIGNED_IN');
    assert.equal(first.closed, false);
    await first.leave();
  });

  it('refuses nobody, and whoever is forged', async () => {
    const parts = anna.token.split('.');
    const other = bo.token.split('.');
    const forged = [
      undefined,
      '',
      'x',
      `${parts[0]}.${other[1]}.${parts[2]}`,
      `${parts[0]}.${parts[1]}.`,
      // {"alg":"none"}
      `eyJhbGciOiJub25lIn0.${parts[1]}.`,
      '00000000000000000000000000000000',
    ];
    for (const token of forged) {
      const code = await refused({
        'accept-version': '1.2',
        ...(token === undefined ? {} : { token }),
      });
      assert.equal(code, 'NOT_SIGNED_IN', `token ${token}`);
    }
  });

  it('a bad token is not saved by a good cookie', async () => {
    const peer = await RawPeer.open(server.port, {
      headers: { Cookie: `kalender_jwt=${anna.token}` },
    });
    peer.stomp('CONNECT', { 'accept-version': '1.2', token: 'forged' });
    assert.equal((await peer.ended()).headers.message, 'NOT_SIGNED_IN');
  });

  it('a page of another site does not get as far as the upgrade', async () => {
    const ours = { Origin: `http://127.0.0.1:${server.port}` };
    const fine = await RawPeer.open(server.port, { headers: ours });
    assert.equal(fine.status, 101);
    fine.destroy();
    for (const origin of ['https://evil.example', 'null', `http://127.0.0.1:${server.port + 1}`]) {
      const peer = await RawPeer.open(server.port, {
        headers: { Origin: origin, Cookie: `kalender_jwt=${anna.token}` },
      });
      assert.equal(peer.status, 403, origin);
      peer.destroy();
    }
  });

  it('answers every receipt, and DISCONNECT with the last', async () => {
    const peer = await RawPeer.connect(server.port, anna.token);
    peer.stomp('SUBSCRIBE', { id: '0', destination: '/user/queue/reply', receipt: 'a' });
    peer.stomp('UNSUBSCRIBE', { id: '0', receipt: 'b:\\c' });
    peer.stomp('UNSUBSCRIBE', { id: 'never', receipt: 'c' });
    peer.stomp('DISCONNECT', { receipt: 'd' });
    const receipts = [];
    for (let n = 0; n < 4; n++) receipts.push((await peer.next('RECEIPT')).headers['receipt-id']);
    assert.deepEqual(receipts, ['a', 'b\\c\\c', 'c', 'd']);
    await peer.gone();
    assert.equal(peer.frames.length, 0);
  });

  it('the 201st subscription ends the connection', async () => {
    const peer = await RawPeer.connect(server.port, bo.token);
    for (let n = 1; n <= 200; n++) {
      peer.stomp('SUBSCRIBE', { id: `${n}`, destination: '/user/queue/reply', receipt: `${n}` });
    }
    await until('200 receipts', () => peer.frames.length === 200);
    assert.ok(peer.frames.every((frame) => frame.command === 'RECEIPT'));
    peer.frames.length = 0;
    // One that has ended makes room for another.
    peer.stomp('UNSUBSCRIBE', { id: '7' });
    peer.stomp('SUBSCRIBE', { id: '7', destination: '/user/queue/reply', receipt: 'again' });
    await peer.next('RECEIPT');
    peer.stomp('SUBSCRIBE', { id: '201', destination: '/user/queue/reply', receipt: 'x' });
    const error = await peer.ended();
    assert.equal(error.headers.message, 'TOO_MANY_SUBSCRIPTIONS');
    assert.equal(error.headers['receipt-id'], 'x');
  });

  it('the 21st connection of a person is refused, and of another person not', async () => {
    const peers: RawPeer[] = [];
    for (let n = 0; n < 20; n++) peers.push(await RawPeer.connect(server.port, cia.token));
    assert.equal(
      await refused({ 'accept-version': '1.2', token: cia.token }),
      'TOO_MANY_CONNECTIONS',
    );
    (await RawPeer.connect(server.port, bo.token)).destroy();
    peers[0]?.destroy();
    // The place of one that has gone is free again.
    await until('a free place', () =>
      RawPeer.connect(server.port, cia.token).then(
        (peer) => peers.push(peer),
        () => false,
      ),
    );
    for (const peer of peers) peer.destroy();
  });
});
