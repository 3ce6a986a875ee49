/** A file on its way while the line is cut: it goes on from where it was, by itself, and once there is a network again. */

import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { flawless } from './harness/axe.ts';
import { browserOf, Chat, close, expect, phone, test } from './harness/test.ts';

const MIB = 1024 * 1024;
/** What goes with one call (`src/api/upload.ts`). */
const PART = 4 * MIB;

/** A line to a server that counts what goes over it, and is cut after so many bytes. */
class Cable {
  sent = 0;
  cuts = 0;
  /** Nothing comes through. */
  isDown = false;
  private next: { at: number; down: boolean }[] = [];
  private readonly proxy = createServer((near) => this.lay(near));
  private readonly to: number;

  constructor(to: number) {
    this.to = to;
  }

  async open(): Promise<string> {
    await new Promise<void>((done) => this.proxy.listen(0, '127.0.0.1', done));
    return `http://127.0.0.1:${(this.proxy.address() as AddressInfo).port}`;
  }

  close() {
    this.proxy.close();
  }

  /** Once so many bytes have gone from now on; `down`: it stays so. */
  cutAfter(...cuts: { bytes: number; down: boolean }[]) {
    const { sent } = this;
    this.next = cuts.map(({ bytes, down }) => ({ at: sent + bytes, down }));
  }

  private lay(near: Socket) {
    if (this.isDown) {
      near.destroy();
      return;
    }
    const far = connect(this.to, '127.0.0.1');
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      one.on('error', () => {});
      one.on('close', () => other.destroy());
    }
    far.pipe(near);
    near.on('data', (piece) => {
      this.sent += piece.length;
      if (!far.write(piece)) {
        near.pause();
        far.once('drain', () => near.resume());
      }
      const cut = this.next[0];
      if (!cut || this.sent < cut.at) return;
      this.next.shift();
      this.cuts += 1;
      this.isDown = cut.down;
      near.destroy();
    });
  }
}

for (const { name, look } of [
  { name: 'on a desk', look: { viewport: { width: 1440, height: 900 } } },
  { name: 'on a phone, dark', look: { ...phone, colorScheme: 'dark' as const } },
]) {
  test(`${name}: an upload that is cut goes on from where it was`, async ({ browser, world }) => {
    const { elin } = world.people;
    const org = await elin.found(`Filmskolan ${name}`);
    const cable = new Cable(Number(new URL(world.server.url).port));
    const page = await browserOf(browser, elin, { ...look, baseURL: await cable.open() });
    await page.goto(`/konversation/${org.ws}/${org.general}`);
    await expect(page.getByRole('button', { name: 'Bifoga filer' })).toBeVisible();
    const film = randomBytes(20 * MIB);
    const path = test.info().outputPath('film.bin');
    writeFileSync(path, film);
    const asked: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/uploads')) asked.push(request.method());
    });

    // Cut while there is a network: nobody need do anything. Cut because it is gone: it says so, and waits.
    const before = cable.sent;
    cable.cutAfter({ bytes: 5 * MIB, down: false }, { bytes: 12 * MIB, down: true });
    await page.getByTestId('files').setInputFiles([path]);
    await expect.poll(() => cable.cuts).toBe(2);
    await page.context().setOffline(true);
    const chosen = page.getByRole('list', { name: 'Filer som skickas med' });
    await expect(chosen.getByRole('alert')).toHaveText(
      'Inget nät. Filen kommer med när det är tillbaka.',
      { timeout: 30_000 },
    );
    await flawless(page, `a file that waits for the network, ${name}`);
    await page.screenshot({ path: test.info().outputPath('waits.png') });
    cable.isDown = false;
    await page.context().setOffline(false);
    await expect(chosen.getByRole('alert')).toHaveCount(0);
    await expect(chosen).toContainText('21 MB', { timeout: 30_000 });
    await expect(chosen.getByRole('progressbar')).toHaveCount(0);
    // A browser itself sends once more what is cut on a line that it had used before: a part, and never all of it.
    const more = cable.sent - before - film.length;
    expect(more, `${more} bytes went twice`).toBeLessThan(2 * (PART + MIB / 2));
    expect(asked.filter((method) => method === 'POST')).toHaveLength(1);
    expect(asked.filter((method) => method === 'HEAD').length).toBeGreaterThanOrEqual(2);

    await page.getByRole('button', { name: 'Skicka', exact: true }).click();
    const link = new Chat(page).row('film.bin').getByRole('link', { name: /film\.bin/ });
    const address = await link.getAttribute('href');
    const got = await (await page.request.get(address ?? '')).body();
    expect(Buffer.compare(got, film), 'the bytes are what they were').toBe(0);

    // Given up on the way it is gone from the server as well.
    cable.cutAfter({ bytes: 3 * MIB, down: true });
    await page.getByTestId('files').setInputFiles([path]);
    await expect.poll(() => cable.cuts).toBe(3);
    cable.isDown = false;
    const gone = page.waitForResponse((answer) => answer.request().method() === 'DELETE');
    await page.getByRole('button', { name: 'Ta bort film.bin' }).click();
    expect((await gone).status()).toBe(204);
    await expect(chosen).toBeHidden();
    await close(page);
    cable.close();
  });
}
