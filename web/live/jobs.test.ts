/** What is to be done beside an answer is done also when the process that answered is gone. */

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createServer, type Server as Tcp } from 'node:net';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { clock } from './harness/clock.ts';
import { address, freePort, Server } from './harness/server.ts';
import { sleep, until } from './harness/wait.ts';

/** A mail server (RFC 5321, as much as a sender needs) that keeps what it is given. */
function mailServer(port: number): { mails: string[]; server: Tcp } {
  const mails: string[] = [];
  const server = createServer((socket) => {
    let [buffer, mail]: [string, string | null] = ['', null];
    socket.write('220 post.exempel.se\r\n');
    socket.on('error', () => {});
    socket.on('data', (bytes) => {
      buffer += bytes.toString();
      for (let end = buffer.indexOf('\r\n'); end >= 0; end = buffer.indexOf('\r\n')) {
        const line = buffer.slice(0, end);
        buffer = buffer.slice(end + 2);
        if (mail === null) {
          if (line === 'DATA') mail = '';
          socket.write(
            line === 'DATA' ? '354 på\r\n' : line === 'QUIT' ? '221 hej\r\n' : '250 ok\r\n',
          );
        } else if (line === '.') {
          mails.push(mail);
          mail = null;
          socket.write('250 ok\r\n');
        } else mail += `${line}\n`;
      }
    });
  });
  server.listen(port, '127.0.0.1');
  return { mails, server };
}

describe('jobs', { timeout: 120_000 }, () => {
  let server: Server;
  let port: number;

  before(async () => {
    port = await freePort();
    server = await Server.prepare({ KALENDER_SMTP_URL: `smtp://127.0.0.1:${port}?tls=none` });
    server.addUsers(['anna']);
    await server.start();
  });
  after(() => server.dispose());

  it('a mail goes out though the mail server was away and the server was killed meanwhile', async () => {
    const asked = await fetch(`${server.url}/api/public/auth/reset/request`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: address('anna') }),
    });
    assert.equal(asked.status, 204);
    await until('the first attempt to fail', async () => {
      return (await server.metric('jobs_total{outcome="again"}')) > 0;
    });
    await server.kill();
    if (!process.env.KALENDER_TEST_STORE) {
      const stored = ['kalender.db', 'kalender.db-wal'].map((file) =>
        readFileSync(join(server.data, file), 'latin1'),
      );
      assert.ok(!stored.some((text) => text.includes('/reset?token')), 'sealed in the store');
    }

    const post = mailServer(port);
    await server.start();
    const mail = await until('the mail', () => post.mails[0], 90_000);
    assert.match(mail, /^To: anna@exempel\.se$/m);
    const token = /token=3D([\w-]+)|token=([\w-]+)/.exec(mail.replaceAll('=\n', ''));
    assert.ok(token, mail);
    await until('the job to be done', async () => {
      return (await server.metric('jobs_total{outcome="done"}')) > 0;
    });
    await sleep(3_000);
    assert.equal(post.mails.length, 1, 'once');
    assert.equal(server.command('jobs', 'list'), '');
    post.server.close();
  });
});

describe('what was missed', { timeout: 120_000 }, () => {
  let server: Server;

  before(async () => {
    server = await Server.prepare();
    server.addUsers(['anna', 'bo']);
    await server.start();
  });
  after(() => server.dispose());

  const missed = () => server.mails(address('anna')).filter((mail) => mail.includes('missat'));

  it('is mailed once though the server was killed before its time, and again after it', async () => {
    const { anna, bo } = await server.signInAll(['anna', 'bo']);
    const org = await anna.found('Laget');
    await anna.relate(org.id, bo, 'MEMBER');
    const called = await bo.say(org.general, '@anna kommer du?');
    await until('the entry of the bell', async () => {
      const path = '/api/v1/notifications?limit=20';
      const { content } = await anna.call<{ content: { messageId?: number }[] }>('GET', path);
      return content.some(({ messageId }) => messageId === called.id);
    });
    await server.kill();
    assert.deepEqual(missed(), []);

    // A quarter of an hour is over while nothing runs.
    server.set(clock('+31m'));
    await server.start();
    const mail = await until('the mail', () => missed()[0], 60_000);
    assert.match(mail, /^Subject: .*/m);
    assert.ok(mail.includes('kommer du?'), mail);
    await until('nothing to be done', async () => {
      return (await server.metric('jobs_total{outcome="done"}')) >= 2;
    });
    await server.kill();

    server.set(clock('+62m'));
    await server.start();
    await server.signIn('bo');
    await sleep(3_000);
    assert.equal(missed().length, 1, 'once');
    assert.equal(server.command('jobs', 'list'), '');
  });
});
