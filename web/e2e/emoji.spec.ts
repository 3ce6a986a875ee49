/** Emoji have their colours, whatever fonts the machine has. */

import { browserOf, Chat, close, expect, test } from './harness/test.ts';

test('an emoji is shown in colours', async ({ browser, world }) => {
  const { astrid } = world.people;
  const org = await astrid.found('Målarklubben');
  const page = await browserOf(browser, astrid);
  const chat = new Chat(page);
  await page.goto(`/konversation/${org.ws}/${org.general}`);
  await chat.say('Fint 👍 3 av 3');
  /** As the page's own text would be. */
  const isColourful = () =>
    page.evaluate(() => {
      const canvas = document.createElement('canvas');
      const context = canvas.getContext('2d');
      if (!context) throw new Error('no canvas');
      context.font = `40px ${getComputedStyle(document.body).fontFamily}`;
      context.fillText('👍', 20, 60);
      const { data } = context.getImageData(0, 0, 100, 100);
      return data.some((red, at) => at % 4 === 0 && Math.abs(red - (data[at + 2] ?? 0)) > 60);
    });
  await expect.poll(isColourful).toBe(true);
  await close(page);
});
