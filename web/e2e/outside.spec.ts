/** What lies outside: the pages to which messages lead, and the addresses that are told what happens (contract 3.8). */

import { createServer, type IncomingMessage, type Server as Site } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { Person } from '../live/harness/person.ts';
import { Server } from '../live/harness/server.ts';
import { until } from '../live/harness/wait.ts';
import { flawless } from './harness/axe.ts';
import { browserOf, Chat, close, expect, phone, test } from './harness/test.ts';

let site: Site;
let server: Server;
let people: Record<string, Person>;
let origin = '';
const calls: { head: IncomingMessage; body: string }[] = [];
let answer = 200;

test.beforeAll(async () => {
  site = createServer(async (request, response) => {
    if (request.url === '/lunch') {
      response.setHeader('Content-Type', 'text/html; charset=utf-8');
      response.end(
        '<title>Veckans lunch</title><meta property="og:site_name" content="Köket"><meta name="description" content="Torsdag: ärtsoppa">',
      );
      return;
    }
    calls.push({ head: request, body: await text(request) });
    response.statusCode = answer;
    response.end();
  });
  await new Promise<void>((done) => site.listen(0, '127.0.0.1', done));
  origin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
  [server, people] = await Server.with(['astrid', 'bertil'], { KALENDER_OUTWARD: origin });
});

test.afterAll(async () => {
  await server.dispose();
  site.close();
});

function person(name: string): Person {
  const found = people[name];
  if (!found) throw new Error(`nobody is called ${name}`);
  return found;
}

test('a message shows what its link leads to', async ({ browser }) => {
  const [astrid, bertil] = [person('astrid'), person('bertil')];
  const org = await astrid.found('Matlaget');
  await astrid.relate(org.id, bertil, 'MEMBER');
  await astrid.say(org.general, `Se ${origin}/lunch`);
  const page = await browserOf(browser, bertil, { ...phone, colorScheme: 'dark' });
  await page.goto(`/konversation/${org.ws}/${org.general}`);
  const card = new Chat(page).row('Se http').getByRole('link', { name: /Veckans lunch/ });
  await expect(card).toContainText('Köket');
  await expect(card).toContainText('Torsdag: ärtsoppa');
  await expect(card).toHaveAttribute('href', `${origin}/lunch`);
  await expect(card).toHaveAttribute('rel', /noopener/);
  await flawless(page, 'what a link leads to, dark, on a phone');
  await close(page);
});

test('an address outside is told what happens, until it no longer is', async ({ browser }) => {
  const astrid = person('astrid');
  const org = await astrid.found('Bygget');
  const page = await browserOf(browser, astrid, phone);
  await page.goto(`/konversation/${org.ws}/${org.general}/om`);
  await page.getByRole('button', { name: 'Webhookar' }).tap();
  const part = page.getByRole('region', { name: 'Andra system får veta' });
  await part.getByLabel('Adress').fill('http://10.0.0.7/');
  await part.getByRole('button', { name: 'Lägg till adressen' }).tap();
  await expect(
    part.getByText('Skriv en adress som börjar med https:// och nås från internet.'),
  ).toBeVisible();
  await part.getByLabel('Adress').fill(`${origin}/in`);
  await part.getByLabel('ändras').uncheck();
  await part.getByRole('button', { name: 'Lägg till adressen' }).tap();
  const secret = part.getByLabel(/^Hemligheten för /);
  await expect(secret).toHaveValue(/^whsec_/);
  await flawless(page, 'a subscription that was made');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);

  await astrid.say(org.general, 'Grunden är gjuten');
  const first = await until('a call', () => calls.at(0));
  expect(JSON.parse(first.body)).toMatchObject({
    type: 'MESSAGE_CREATE',
    message: { content: 'Grunden är gjuten' },
  });
  expect(first.head.headers['webhook-signature']).toMatch(/^v1,/);

  // What is not taken is told.
  answer = 503;
  await astrid.say(org.general, 'Väggarna står');
  await until('another call', () => calls.at(1));
  await part.getByRole('button', { name: 'Klar' }).tap();
  await expect(async () => {
    await page.reload();
    await page.getByRole('button', { name: 'Webhookar' }).tap();
    await part.getByText('1 anrop togs inte emot').tap({ timeout: 2_000 });
  }).toPass();
  await expect(part.getByText(/^skrivs: svarade 503 .* 1 försök\. Nytt försök /)).toBeVisible();
  await flawless(page, 'a call that was not taken');
  await part.getByRole('button', { name: /^Ta bort adressen/ }).tap();
  await page
    .getByRole('dialog', { name: /^Ta bort adressen/ })
    .getByRole('button', { name: 'Ta bort' })
    .tap();
  await expect(part.getByText('Ingen adress får veta vad som händer här.')).toBeVisible();
  await close(page);
});
