/** A file on its way while the line is cut: it goes on from where it was, by itself, and once there is a network again. */

import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { flawless } from './harness/axe.ts';
import { browserOf, Chat, close, expect, test } from './harness/test.ts';

const MIB = 1024 * 1024;

/** A line to a server that counts what goes over it, and is cut after so many bytes. */
class Cable {
  sent = 0;
  cuts = 0;
  /** Nothing comes through. */
  isDown = false;
  private cutAt = Number.POSITIVE_INFINITY;
  private staysDown = false;
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

  /** Once `more` bytes have gone from now on; `down`: it stays so. */
  cutAfter(more: number, down = false) {
    this.cutAt = this.sent + more;
    this.staysDown = down;
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
      if (this.sent < this.cutAt) return;
      this.cutAt = Number.POSITIVE_INFINITY;
      this.cuts += 1;
      this.isDown = this.staysDown;
      near.destroy();
    });
  }
}

for (const { name, look } of [
  { name: 'on a desk', look: { viewport: { width: 1440, height: 900 } } },
  {
    name: 'on a phone, dark',
    look: {
      viewport: { width: 360, height: 740 },
      hasTouch: true,
      isMobile: true,
      colorScheme: 'dark' as const,
    },
  },
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

    // Cut while there is a network: nobody need do anything.
    const before = cable.sent;
    cable.cutAfter(5 * MIB);
    await page.getByTestId('files').setInputFiles([path]);
    await expect.poll(() => cable.cuts).toBe(1);
    // Cut because the network is gone: it says so, and waits.
    cable.cutAfter(6 * MIB, true);
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
    const more = cable.sent - before - film.length;
    expect(more, `${more} bytes went twice`).toBeLessThan(5 * MIB);
    expect(asked.filter((method) => method === 'POST')).toHaveLength(1);
    expect(asked.filter((method) => method === 'HEAD').length).toBeGreaterThanOrEqual(2);

    await page.getByRole('button', { name: 'Skicka', exact: true }).click();
    const link = new Chat(page).row('film.bin').getByRole('link', { name: /film\.bin/ });
    const address = await link.getAttribute('href');
    const got = await (await page.request.get(address ?? '')).body();
    expect(Buffer.compare(got, film), 'the bytes are what they were').toBe(0);

    // Given up on the way it is gone from the server as well.
    cable.cutAfter(3 * MIB, true);
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
