/** A virus scanner before the files: what it finds does not come, what comes while it is away waits for it. */

import type { AddressInfo } from 'node:net';
import { createServer, type Server as Scanner, type Socket } from 'node:net';
import type { Person } from '../live/harness/person.ts';
import { Server } from '../live/harness/server.ts';
import { flawless } from './harness/axe.ts';
import { browserOf, Chat, close, expect, phone, test } from './harness/test.ts';

let scanner: Scanner;
let server: Server;
let people: Record<string, Person>;

/** Speaks clamd's INSTREAM: finds what has the word MALWARE in it. */
function scan(line: Socket) {
  let came = Buffer.alloc(0);
  line.on('error', () => {});
  line.on('data', (piece: Buffer) => {
    came = Buffer.concat([came, piece]);
    if (!came.subarray(-4).equals(Buffer.alloc(4))) return;
    line.end(came.includes('MALWARE') ? 'stream: Test.Word FOUND\0' : 'stream: OK\0');
  });
}

async function listen(port: number) {
  scanner = createServer(scan);
  await new Promise<void>((done) => scanner.listen(port, '127.0.0.1', done));
  return (scanner.address() as AddressInfo).port;
}

test.beforeAll(async () => {
  const port = await listen(0);
  [server, people] = await Server.with(['astrid'], { KALENDER_ANTIVIRUS: `127.0.0.1:${port}` });
});

test.afterAll(async () => {
  await server.dispose();
  scanner.close();
});

const text = (name: string, content: string) => ({
  name,
  mimeType: 'text/plain',
  buffer: Buffer.from(content),
});

for (const { name, look } of [
  { name: 'on a desk', look: { viewport: { width: 1440, height: 900 } } },
  { name: 'on a phone, dark', look: { ...phone, colorScheme: 'dark' as const } },
]) {
  test(`${name}: what is found is refused, the rest is sent`, async ({ browser }) => {
    const astrid = people.astrid;
    if (!astrid) throw new Error('nobody is called astrid');
    const org = await astrid.found(`Skolan ${name}`);
    const page = await browserOf(browser, astrid, look);
    await page.goto(`/konversation/${org.ws}/${org.general}`);
    await expect(page.getByRole('button', { name: 'Bifoga filer' })).toBeVisible();
    await page
      .getByTestId('files')
      .setInputFiles([text('faktura.txt', 'MALWARE'), text('veckobrev.txt', 'Hej!')]);
    const chosen = page.getByRole('list', { name: 'Filer som skickas med' });
    const refused = chosen.getByRole('listitem').filter({ hasText: 'faktura.txt' });
    await expect(refused.getByRole('alert')).toHaveText(
      'Filen innehåller skadlig kod och togs inte emot.',
    );
    // Once more the same would be refused again.
    await expect(page.getByRole('button', { name: 'Försök igen med faktura.txt' })).toBeHidden();
    await expect(chosen.getByRole('progressbar')).toHaveCount(0);
    await flawless(page, `a file that is refused, ${name}`);
    await page.getByRole('button', { name: 'Ta bort faktura.txt' }).click();

    // Away: the next one waits, and comes by itself when the scanner is back.
    const { port } = scanner.address() as AddressInfo;
    await new Promise((done) => scanner.close(done));
    await page.getByTestId('files').setInputFiles([text('karta.txt', 'Vägen hit')]);
    const waiting = chosen.getByRole('listitem').filter({ hasText: 'karta.txt' });
    await expect(waiting.getByRole('status')).toHaveText(
      'Filer kan inte tas emot just nu. Försöker igen …',
    );
    await flawless(page, `a file that waits, ${name}`);
    await listen(port);
    await expect(waiting.getByRole('status')).toBeHidden({ timeout: 30_000 });
    await expect(waiting).toContainText('10 B');
    await page.getByRole('button', { name: 'Skicka', exact: true }).click();
    const chat = new Chat(page);
    await expect(chat.row('karta.txt')).toBeVisible();
    await expect(chat.row('veckobrev.txt')).toBeVisible();
    await close(page);
  });
}
