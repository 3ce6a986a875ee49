/**
 * Two people switch, archive, go offline and paste for as long as they are given (`make endurance`): each word is in the end
 * where it was aimed at, once and in order, or still lies there as a draft; none is anywhere else.
 */

import type { Page } from '@playwright/test';
import type { Person } from '../live/harness/person.ts';
import { dice } from '../live/harness/wait.ts';
import { browserOf, Chat, close, expect, test, whole } from './harness/test.ts';

const MINUTES = Number(process.env.KALENDER_ENDURANCE ?? 60);
const SEED = Number(process.env.KALENDER_SEED ?? Date.now() % 100_000);
const NAMES = ['Alfa', 'Beta', 'Gamma', 'Delta'] as const;

/** A word of its own, and the channel that it was typed into. */
interface Aimed {
  word: string;
  /** What was being done, when, and what the field held afterwards: for the one who looks for a lost word. */
  story: string;
  channel: number;
  /** The field was closed before the first key: the word is to be nowhere. */
  refused: boolean;
}

/** One thing at a time: who has the clipboard of the browser, which both share. */
class Turn {
  private last: Promise<unknown> = Promise.resolve();
  take<T>(work: () => Promise<T>): Promise<T> {
    const next = this.last.then(work, work);
    this.last = next.catch(() => undefined);
    return next;
  }
}

const clipboard = new Turn();
const WORD = /[hj]\d+x/g;
const wordsOf = (text: string) => text.match(WORD) ?? [];

/** Somebody at a desk, who remembers what went where. */
class Writer {
  readonly aimed: Aimed[] = [];
  readonly done = new Map<string, number>();
  /** Where it is, and where it is just going. */
  here = 0;
  goes: number | undefined;
  private doing = '';
  readonly person: Person;
  readonly page: Page;
  private readonly sign: string;
  private readonly channels: readonly number[];
  private readonly roll: (below: number) => number;

  constructor(
    person: Person,
    page: Page,
    sign: string,
    channels: readonly number[],
    roll: (below: number) => number,
  ) {
    this.person = person;
    this.page = page;
    this.sign = sign;
    this.channels = channels;
    this.roll = roll;
  }

  private get chat() {
    return new Chat(this.page);
  }

  /** Types or pastes a word of its own where it is, as it is asked for. */
  private async put(how: 'type' | 'paste') {
    const word = `${this.sign}${this.aimed.length}x`;
    const channel = this.channels[this.here] as number;
    const story = `${this.doing} at ${new Date().toISOString()}`;
    const one: Aimed = { word, channel, story, refused: false };
    this.aimed.push(one);
    if (how === 'type') await this.page.keyboard.type(` ${word} åäö`, { delay: this.roll(30) });
    else {
      await clipboard.take(async () => {
        await this.page.evaluate(async (text) => {
          const part = (type: string, content: string) => new Blob([content], { type });
          const html = `<p>Ur <b>Word</b>: ${text}</p>`;
          await navigator.clipboard.write([
            new ClipboardItem({
              'text/plain': part('text/plain', ` Ur Word: ${text}`),
              'text/html': part('text/html', html),
            }),
          ]);
        }, word);
        await this.page.keyboard.press('ControlOrMeta+v');
        await expect
          .poll(async () => (await this.field()).closed || (await this.field()).text.includes(word))
          .toBe(true);
      });
    }
    const { closed, text } = await this.field();
    one.refused = closed && !text.includes(word);
    one.story += `, then "${text}"${closed ? ', closed' : ''}`;
  }

  /** What the field holds, and whether it takes anything. */
  private async field() {
    const composer = this.chat.composer;
    if ((await composer.count()) === 0) return { closed: true, text: '' };
    const [open, text] = [await composer.isEditable(), await composer.inputValue()];
    return { closed: !open, text };
  }

  private async go(next: number, way: 'switcher' | 'link', closed: () => number | undefined) {
    const name = NAMES[next] as string;
    // From here on nobody archives it; whoever has begun to goes first.
    if (next === closed()) return;
    this.goes = next;
    if (way === 'switcher') {
      await this.page.keyboard.press('Control+j');
      await this.page.keyboard.type(name.toLowerCase());
      await this.page.keyboard.press('Enter');
    } else await this.chat.channels.getByRole('link', { name }).click();
    this.here = next;
    // What is typed before the channel stands belongs to it.
    await this.put('type');
    await expect(this.page.getByRole('heading', { level: 1, name })).toBeVisible();
    this.goes = undefined;
  }

  /** The list of channels has learned that a channel is archived, or no longer; the one that is open stays in it. */
  async learns(index: number, isOpen: boolean) {
    if (!isOpen && index === this.here) return;
    const link = this.chat.channels.getByRole('link', { name: NAMES[index] as string });
    await expect(link).toBeVisible({ visible: isOpen });
  }

  /** `closed`: the channel that is archived just now. */
  async step(closed: () => number | undefined) {
    const { channels } = this.chat;
    const others: number[] = [];
    for (const [index, name] of NAMES.entries()) {
      if (index === this.here || index === closed()) continue;
      // Its list learns of it a moment after the archivist.
      if (await channels.getByRole('link', { name }).isVisible()) others.push(index);
    }
    const next = others[this.roll(others.length)];
    if (next === undefined) return;
    const what = ['switcher', 'link', 'send', 'send', 'paste', 'offline', 'leave'][this.roll(7)];
    this.doing = `${what} in ${NAMES[this.here]}, or to ${NAMES[next]} (archived: ${NAMES[closed() ?? -1]})`;
    this.done.set(what as string, (this.done.get(what as string) ?? 0) + 1);
    if (what === 'switcher' || what === 'link') {
      await this.go(next, what, closed);
    } else if ((await this.field()).closed) {
      await this.go(next, 'link', closed);
    } else if (what === 'offline') {
      const context = this.page.context();
      await context.setOffline(true);
      for (let many = 1 + this.roll(3); many > 0; many -= 1) {
        await this.put('type');
        await this.page.keyboard.press('Enter');
      }
      await context.setOffline(false);
      await expect(this.page.getByText(/^Du är offline\./)).toHaveCount(0);
      return;
    } else {
      await this.put(what === 'paste' ? 'paste' : 'type');
      // Now and then the words stay behind as a draft.
      if (what === 'leave') return this.go(next, 'link', closed);
    }
    await this.page.keyboard.press('Enter');
  }
}

test('two people write for an hour and no word is lost or misplaced', async ({
  browser,
  world,
}) => {
  test.setTimeout((MINUTES + 10) * 60_000);
  const { hedda, jonna } = world.people;
  const org = await hedda.found('De uthålligas förening');
  await hedda.relate(org.id, jonna, 'MEMBER');
  const opened = await Promise.all(
    NAMES.map((displayName) =>
      hedda.open(org.ws, { name: displayName.toLowerCase(), displayName }),
    ),
  );
  const channels = opened.map(({ id }) => id);
  const { below } = dice(SEED);
  const writers = await Promise.all(
    (
      [
        [hedda, 'h'],
        [jonna, 'j'],
      ] as const
    ).map(async ([person, sign]) => {
      const page = await browserOf(browser, person);
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
      await page.goto(`/konversation/${org.ws}/${channels[0]}`);
      await expect(new Chat(page).composer).toBeFocused();
      await whole(page);
      return new Writer(person, page, sign, channels, below);
    }),
  );

  let closed: number | undefined;
  const until = Date.now() + MINUTES * 60_000;
  const isOn = () => Date.now() < until;
  const archiving = async () => {
    while (isOn()) {
      const index = below(NAMES.length);
      if (writers.some(({ goes }) => goes === index)) {
        await writers[0]?.page.waitForTimeout(50);
        continue;
      }
      closed = index;
      const channel = channels[index] as number;
      await hedda.archive(channel);
      await Promise.all(writers.map((writer) => writer.learns(index, false)));
      await writers[0]?.page.waitForTimeout(below(3_000));
      await hedda.call('POST', `/api/v1/chat/channels/${channel}/unarchive`);
      await Promise.all(writers.map((writer) => writer.learns(index, true)));
      closed = undefined;
      await writers[0]?.page.waitForTimeout(1_000 + below(8_000));
    }
  };
  const writing = async (writer: Writer) => {
    while (isOn()) {
      await writer.step(() => closed);
      // As long as people think between two things.
      await writer.page.waitForTimeout(below(500));
    }
  };
  await Promise.all([archiving(), ...writers.map(writing)]);

  const lost: string[] = [];
  const sent = new Map<number, { from: number; words: string[] }[]>();
  // Nothing waits any more. What an archive refused lies there to be sent again, after what was sent since.
  const again = new Set<string>();
  for (const { page } of writers) {
    await expect(page.getByText('Skickar')).toHaveCount(0);
    for (const channel of channels) {
      await page.goto(`/konversation/${org.ws}/${channel}`);
      await expect(new Chat(page).composer).toBeEditable();
      const refused = new Chat(page).messages
        .getByRole('listitem')
        .filter({ has: page.getByRole('button', { name: 'Försök igen' }) });
      // A row may move under the pointer while the one before it goes: whoever sees that nothing came of it asks again.
      await expect(async () => {
        for (let left = await refused.count(); left > 0; left = await refused.count()) {
          for (const word of wordsOf(await refused.first().innerText())) again.add(word);
          await refused.first().getByRole('button', { name: 'Försök igen' }).click();
          await expect.poll(() => refused.count(), { timeout: 5_000 }).toBeLessThan(left);
        }
      }).toPass({ timeout: 300_000 });
      await expect(page.getByText('Skickar')).toHaveCount(0);
    }
  }
  for (const channel of channels) {
    const history = await hedda.history(channel);
    sent.set(
      channel,
      history.map(({ content, userId }) => ({
        from: userId,
        words: wordsOf(content ?? ''),
      })),
    );
  }
  for (const { aimed, person, page } of writers) {
    const kept = new Map<number, string[]>();
    for (const channel of channels) {
      await page.goto(`/konversation/${org.ws}/${channel}`);
      await expect(new Chat(page).composer).toBeEditable();
      kept.set(channel, wordsOf(await new Chat(page).composer.inputValue()));
    }
    for (const channel of channels) {
      const said = (sent.get(channel) ?? []).filter(({ from }) => from === person.id);
      const found = [...said.flatMap(({ words }) => words), ...(kept.get(channel) ?? [])];
      const meant = aimed.filter((one) => one.channel === channel && !one.refused);
      const expected = meant.map(({ word }) => word);
      const inOrder = (words: string[]) => words.filter((word) => !again.has(word)).join();
      if (inOrder(found) !== inOrder(expected) || found.length !== expected.length) {
        const missing = expected.filter((word) => !found.includes(word));
        const more = found.filter((word) => !expected.includes(word));
        lost.push(
          `${person.userName} in ${channel}: missing ${missing}, too many ${more}; ${found}`,
          ...aimed
            .filter(({ word }) => missing.includes(word))
            .map(({ word, story }) => `${word}: ${story}`),
        );
      }
    }
  }
  const counts = writers.map(({ aimed, done }) => [
    `${aimed.length} words, ${aimed.filter(({ refused }) => refused).length} refused`,
    ...[...done].map(([what, times]) => `${what} ${times}`),
  ]);
  const told = counts.map((one) => one.join(', ')).join(' | ');
  process.stdout.write(`seed ${SEED}, ${MINUTES} minutes: ${told}; sent again ${again.size}\n`);
  expect(lost, `seed ${SEED}`).toEqual([]);
  await close(...writers.map(({ page }) => page));
});
