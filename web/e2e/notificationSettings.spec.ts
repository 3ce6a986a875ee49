/** Which notifications come which way (contract 11.3): chosen on a desk, found from a message on a phone, with a number for SMS. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { until } from '../live/harness/wait.ts';
import { flawless } from './harness/axe.ts';
import { browserOf, expect, narrow, phone, test } from './harness/test.ts';

/** The six digits of the newest text message to a number, as it lies in the outbox. */
const codeTo = (outbox: string, number: string) =>
  until(`a text message to ${number}`, () => {
    const sent = readdirSync(outbox).filter((name) => name.endsWith('.sms'));
    const texts = sent.sort().map((name) => readFileSync(join(outbox, name), 'utf8'));
    const mine = texts.findLast((text) => text.startsWith(`To: ${number}\n`));
    return mine && /\b\d{6}\b/.exec(mine)?.[0];
  });

test('notification settings on a desk and on a phone', async ({ browser, world }) => {
  const { viola, folke } = world.people;
  const org = await viola.found('Båtklubben');
  await viola.relate(org.id, folke, 'MEMBER');

  const desk = await browserOf(browser, folke);
  await desk.goto('/settings');
  await desk.getByRole('link', { name: 'Ställ in notiser' }).click();
  await desk.getByRole('combobox', { name: 'Gäller för' }).selectOption('Båtklubben');
  const table = desk.getByRole('table', { name: 'Notiser för Båtklubben' });
  const mail = table.getByRole('checkbox', { name: 'Uppgifter via e-post' });
  await expect(mail).toBeChecked();
  await flawless(desk, 'the table');
  await mail.focus();
  await desk.keyboard.press('Space');
  await expect(desk.getByText('Sparat: Uppgifter via e-post är av')).toBeVisible();
  await desk.getByRole('button', { name: 'Ångra' }).click();
  await expect(desk.getByText('Uppgifter via e-post är som förut')).toBeVisible();
  await expect(mail).toBeChecked();

  // Without a network it goes back and says so; nothing is lost by trying again.
  await desk.context().setOffline(true);
  await mail.click();
  await expect(desk.getByText(/^Uppgifter via e-post sparades inte\./)).toBeVisible();
  await expect(mail).toBeChecked();
  await desk.context().setOffline(false);
  await desk.getByRole('button', { name: 'Försök igen' }).click();
  await expect(desk.getByText('Sparat: Uppgifter via e-post är av')).toBeVisible();

  const hand = await browserOf(browser, folke, phone);
  await hand.goto(`/settings/notifications?entity=${org.id}&type=TASK&channel=email`);
  const field = hand.getByRole('checkbox', { name: 'Uppgifter via e-post' });
  await expect(field).toBeInViewport();
  await expect(field).toBeFocused();
  await expect(field).not.toBeChecked();
  await expect(hand.getByText(/uppgifter via e-post var på\. Nu är det av\./)).toBeVisible();
  await narrow(hand);
  await flawless(hand, 'the cards');

  const bySms = hand.getByRole('checkbox', { name: 'Händelser via SMS' });
  await expect(bySms).toBeDisabled();
  await hand.getByRole('textbox', { name: 'Mobilnummer' }).fill('070-123 45 67');
  await hand.getByRole('button', { name: 'Skicka kod' }).tap();
  await expect(hand.getByRole('textbox', { name: 'Kod' })).toBeVisible();
  await hand
    .getByRole('textbox', { name: 'Kod' })
    .fill(await codeTo(join(world.server.data, 'outbox'), '+46701234567'));
  await hand.getByRole('button', { name: 'Bekräfta numret' }).tap();
  await bySms.check();
  await expect(hand.getByText('Sparat: Händelser via SMS är på')).toBeVisible();
  await hand.reload();
  await expect(bySms).toBeChecked();
});
