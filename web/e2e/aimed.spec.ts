/** Every key goes where it was aimed at, also where the machine is slow and channels come and go. */

import type { Page } from '@playwright/test';
import type { Person } from '../live/harness/person.ts';
import { browserOf, Chat, close, expect, test, whole } from './harness/test.ts';

/** As a cheap phone's processor beside this one. */
const SLOWER = 6;

async function slowed(page: Page) {
  const tools = await page.context().newCDPSession(page);
  await tools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
}

const draft = (person: Person, channel: number) =>
  person
    .call<{ data: { content: string } | null }>('GET', `/api/v1/chat/channels/${channel}/draft`)
    .then(({ data }) => data?.content ?? '');
const said = async (person: Person, channel: number) =>
  (await person.history(channel)).map(({ content }) => content);

/** Opens a channel of its list and waits until it stands. */
async function at(page: Page, ws: number, channel: { id: number }) {
  await page.goto(`/konversation/${ws}/${channel.id}`);
  await expect(new Chat(page).composer).toBeFocused();
  await whole(page);
}

test('who loses a channel while writing keeps the page and the words', async ({
  browser,
  world,
}) => {
  const { hedda, ivar } = world.people;
  const org = await hedda.found('Skolan i byn');
  await hedda.relate(org.id, ivar, 'MEMBER');
  const secret = await hedda.open(org.ws, {
    name: 'elevvard',
    displayName: 'Elevvård',
    channelType: 'PRIVATE',
  });
  await hedda.admit(secret.id, ivar);
  const page = await browserOf(browser, ivar);
  const chat = new Chat(page);
  await at(page, org.ws, secret);
  await slowed(page);
  const text = 'Det här om Samir får ingen annan läsa';
  const typed = page.keyboard.type(text, { delay: 40 });
  await hedda.expel(secret.id, ivar);
  await typed;
  await expect(page.getByText(`Du togs bort från kanalen av ${hedda.displayName}.`)).toBeVisible();
  // The words are where they were written, to the last key.
  await expect(chat.composer).toHaveValue(text);
  await expect(chat.composer).toBeFocused();
  expect(page.url()).toContain(`/${secret.id}`);
  await page.keyboard.press('Enter');
  await expect(chat.composer).not.toBeEditable();
  await expect(page.getByRole('button', { name: 'Kopiera utkastet' })).toBeVisible();
  await expect(chat.channels.getByRole('link', { name: 'Elevvård' })).toHaveCount(0);
  await page.getByRole('link', { name: 'Visa utkast' }).click();
  await expect(page.getByRole('list', { name: 'Utkast' })).toContainText(text);
  expect(await said(hedda, org.general)).toEqual([]);
  expect(await said(hedda, secret.id)).toEqual([]);
  await close(page);
});

test('who writes in a channel that is archived stays there and reads on', async ({
  browser,
  world,
}) => {
  const { hedda, ivar } = world.people;
  const org = await hedda.found('Arkivet i byn');
  await hedda.relate(org.id, ivar, 'MEMBER');
  const old = await hedda.open(org.ws, { name: 'gammalt', displayName: 'Gammalt' });
  await hedda.say(old.id, 'Sagt i god tid');
  const page = await browserOf(browser, ivar);
  const chat = new Chat(page);
  await at(page, org.ws, old);
  await page.keyboard.type('Halvvägs');
  await hedda.archive(old.id);
  await expect(
    page.getByText(
      `${hedda.displayName} arkiverade kanalen. Den går att läsa men inte att skriva i.`,
    ),
  ).toBeVisible();
  await expect(chat.channels.getByRole('link', { name: 'Gammalt' })).toHaveCount(0);
  await expect(chat.row('Sagt i god tid')).toBeVisible();
  await expect(chat.composer).toHaveValue('Halvvägs');
  await expect(chat.composer).toBeFocused();
  await page.keyboard.press('Enter');
  expect(await said(hedda, old.id)).toEqual(['Sagt i god tid']);
  expect(await said(hedda, org.general)).toEqual([]);
  await close(page);
});

test('each key arrives where it was aimed at, through switches six times slowed', async ({
  browser,
  world,
}) => {
  const { hedda, jonna } = world.people;
  const org = await hedda.found('Snabba byn');
  await hedda.relate(org.id, jonna, 'MEMBER');
  const names = ['Alfa', 'Beta', 'Gamma'] as const;
  const channels = await Promise.all(
    names.map((displayName) =>
      hedda.open(org.ws, { name: displayName.toLowerCase(), displayName }),
    ),
  );
  const page = await browserOf(browser, jonna);
  const chat = new Chat(page);
  await at(page, org.ws, channels[0] as { id: number });
  await slowed(page);
  /** What each channel is to hold in the end. */
  const aimed = new Map<number, string[]>(channels.map(({ id }) => [id, []]));
  // Ctrl+J the first time: its parts are loaded while one types.
  const ways = ['switcher', 'switcher', 'link', 'back', 'dialog', 'switcher', 'link', 'switcher'];
  let here = 0;
  let before = 0;
  for (const [step, way] of ways.entries()) {
    const next = way === 'back' ? before : (here + 1 + (step % 2)) % names.length;
    const name = names[next] as string;
    if (way === 'switcher') {
      await page.keyboard.press('Control+j');
      await page.keyboard.type(name.toLowerCase());
      await page.keyboard.press('Enter');
    } else if (way === 'dialog') {
      // A dialog opened and left in between takes what was typed in it, and nothing else.
      await page.keyboard.press('Control+j');
      await page.keyboard.type('ingenting');
      await expect(page.getByRole('dialog', { name: 'Hoppa till' })).toBeVisible();
      await page.keyboard.press('Escape');
      await chat.channels.getByRole('link', { name }).click();
    } else if (way === 'link') await chat.channels.getByRole('link', { name }).click();
    // Before the page hears of it nobody can know that the keys are meant for another place.
    else
      await page.evaluate(
        () =>
          new Promise((heard) => {
            window.addEventListener('popstate', heard, { once: true });
            window.history.back();
          }),
      );
    const text = `Ord nummer ${step} till ${name}, åäö`;
    await page.keyboard.type(text);
    await page.keyboard.press('Enter');
    await page.keyboard.type(`utkast ${step}`);
    // What was begun there before is sent with it.
    const channel = channels[next]?.id as number;
    aimed.get(channel)?.push(text);
    await expect(chat.composer).toHaveValue(`utkast ${step}`);
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
    await chat.composer.press('ControlOrMeta+a');
    await page.keyboard.press('Delete');
    before = here;
    here = next;
  }
  // What was begun is written on where it ends.
  await page.keyboard.type('påbörjat');
  await chat.channels.getByRole('link', { name: names[before] as string }).click();
  await expect(
    page.getByRole('heading', { level: 1, name: names[before] as string }),
  ).toBeVisible();
  await chat.channels.getByRole('link', { name: names[here] as string }).click();
  await page.keyboard.type(' och avslutat');
  await expect(chat.composer).toHaveValue('påbörjat och avslutat');
  await page.keyboard.press('Enter');
  aimed.get(channels[here]?.id as number)?.push('påbörjat och avslutat');
  for (const { id } of channels) {
    await expect.poll(() => said(hedda, id)).toEqual(aimed.get(id));
    await expect.poll(() => draft(jonna, id)).toBe('');
  }
  await close(page);
});
