/** /settings/notifications: what is shown, chosen, saved, undone and refused (contract 11.3). */
import { notifications } from '@mantine/notifications';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { draw, toasts } from '@/test/page.tsx';
import { type Answers, network, Refusal, signIn, signOut } from '@/test/world.ts';
import NotificationSettingsPage from './NotificationSettingsPage.tsx';
import { cells } from './samples.ts';
import type { CellChange } from './types.ts';

const PAGE = '/settings/notifications';
const MINE = '/api/v1/me/notification-settings';
const ORG = '/api/v1/entities/3/notification-settings';
const none = { phone: null, verified: false, pending: null };
const verified = { phone: '+46701234567', verified: true, pending: null };

function open(answers: Answers = {}, address = PAGE) {
  const calls = network({
    [`GET ${MINE}`]: cells(),
    [`GET ${ORG}`]: cells(3),
    'GET /api/v1/me/phone': verified,
    ...answers,
  });
  const view = draw(<NotificationSettingsPage />, address);
  return {
    ...view,
    calls,
    sent: (call: string) => calls.filter((one) => one.call === call).map(({ body }) => body),
  };
}
const box = (name: string) => screen.findByRole('checkbox', { name });
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));

/** A desk's window; jsdom's own has none of the widths that are asked for. */
const onDesk = () =>
  vi.spyOn(window, 'matchMedia').mockImplementation(
    (query) =>
      ({
        matches: query.includes('min-width'),
        media: query,
        addEventListener: () => {},
        removeEventListener: () => {},
      }) as unknown as MediaQueryList,
  );

beforeEach(signIn);
afterEach(() => {
  notifications.clean();
  vi.restoreAllMocks();
  signOut();
});

describe('the page', () => {
  it('is a table of types by channels on a desk, each box with its full name', async () => {
    onDesk();
    open();
    const table = await screen.findByRole('table', { name: 'Notiser för Mig själv' });
    const heads = within(table).getAllByRole('columnheader');
    expect(heads.map(({ textContent }) => textContent)).toEqual([
      ...['Typ', 'E-post', 'När mejlen skickas', 'Push', 'SMS'],
    ]);
    expect(within(table).getAllByRole('rowheader')).toHaveLength(14);
    expect(within(table).getAllByRole('checkbox')).toHaveLength(31);
    expect(within(table).getByRole('checkbox', { name: 'Omnämnanden via e-post' })).toBeChecked();
    expect(
      within(table).getByRole('checkbox', { name: 'Bokningar och semester via SMS' }),
    ).not.toBeChecked();
    expect(within(table).queryByRole('checkbox', { name: 'Uppgifter via SMS' })).toBeNull();
  });

  it('is a card for each type on a phone, with an example', async () => {
    open();
    const list = await screen.findByRole('list', { name: 'Notiser för Mig själv' });
    expect(within(list).getAllByRole('listitem')).toHaveLength(14);
    expect(within(list).getAllByRole('checkbox')).toHaveLength(31);
    expect(within(list).getAllByText('Så här kan det se ut')).toHaveLength(14);
    expect(screen.getByRole('link', { name: /^Stör ej/ })).toHaveAttribute(
      'href',
      '/settings#quiet',
    );
  });

  it('says what failed, and tries again', async () => {
    let answer: unknown = new Refusal(503);
    open({ [`GET ${MINE}`]: () => answer });
    expect(await screen.findByText('Nej.')).toBeInTheDocument();
    answer = cells();
    await press('Försök igen');
    expect(await box('Omnämnanden via push')).toBeInTheDocument();
  });

  it('says that one is offline', async () => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    open({ [`GET ${MINE}`]: () => new Promise(() => {}) });
    expect(await screen.findByText(/Du är offline/)).toBeInTheDocument();
  });

  it('leads on where one does not belong to the organisation', async () => {
    open({ 'GET /api/v1/entities/9/notification-settings': new Refusal(403) }, `${PAGE}?entity=9`);
    expect(await screen.findByText('Du hör inte till organisationen')).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Visa mina egna val' })).toHaveAttribute('href', PAGE);
  });

  it('changes to an organisation by its address', async () => {
    const { at } = open();
    const whose = await screen.findByRole('combobox', { name: 'Gäller för' });
    await screen.findByRole('option', { name: 'Björkens IF' });
    await userEvent.selectOptions(whose, 'Björkens IF');
    expect(at()).toBe(`${PAGE}?entity=3`);
    expect(
      await screen.findByRole('list', { name: 'Notiser för Björkens IF' }),
    ).toBeInTheDocument();
    expect(screen.getByText('Det du väljer här gäller bara Björkens IF.')).toBeInTheDocument();
  });
});

describe('a choice', () => {
  it('is seen at once, saved as its cell alone, and undone', async () => {
    let answer = (_: unknown) => {};
    const { sent } = open({
      [`PUT ${MINE}`]: () => new Promise((resolve) => (answer = resolve)),
    });
    await userEvent.click(await box('Omnämnanden via push'));
    expect(await box('Omnämnanden via push')).not.toBeChecked();
    const cell = { entityId: null, notificationType: 'MENTION', channel: 'push' };
    await waitFor(() => expect(sent(`PUT ${MINE}`)).toEqual([[{ ...cell, enabled: false }]]));
    act(() => answer(cells(null, { 'MENTION-push': { enabled: false, source: 'PERSONAL' } })));
    expect(await screen.findByText('Sparat: Omnämnanden via push är av')).toBeInTheDocument();
    expect(await box('Omnämnanden via push')).not.toBeChecked();

    await press('Ångra');
    expect(await box('Omnämnanden via push')).toBeChecked();
    await waitFor(() => expect(sent(`PUT ${MINE}`)[1]).toEqual([{ ...cell, enabled: null }]));
    act(() => answer(cells()));
    expect(await screen.findByText('Omnämnanden via push är som förut')).toBeInTheDocument();
    expect(await box('Omnämnanden via push')).toBeChecked();
    expect(screen.queryByRole('button', { name: 'Ångra' })).toBeNull();
  });

  it('that is not saved goes back, says why, and is tried again', async () => {
    let answer: unknown = new Refusal(503);
    const { sent } = open({ [`PUT ${MINE}`]: () => answer });
    await userEvent.click(await box('Omnämnanden via push'));
    const alert = await screen.findByText('Omnämnanden via push sparades inte. Nej.');
    expect(alert.closest('[role="alert"]')).not.toBeNull();
    expect(await box('Omnämnanden via push')).toBeChecked();
    expect(await box('Omnämnanden via push')).toHaveAccessibleDescription('Sparades inte');
    answer = cells(null, { 'MENTION-push': { enabled: false, source: 'PERSONAL' } });
    await press('Försök igen');
    expect(await screen.findByText('Sparat: Omnämnanden via push är av')).toBeInTheDocument();
    expect(await box('Omnämnanden via push')).not.toBeChecked();
    expect(screen.queryByText(/sparades inte/)).toBeNull();
    expect(sent(`PUT ${MINE}`)).toHaveLength(2);
  });

  it('after choice: one call at a time, in order, and the last stays', async () => {
    const answers: ((cells: unknown) => void)[] = [];
    const { sent } = open({
      [`PUT ${MINE}`]: () => new Promise((resolve) => answers.push(resolve)),
    });
    const field = await box('Uppgifter via e-post');
    await userEvent.click(field);
    await userEvent.click(field);
    await userEvent.click(field);
    await waitFor(() => expect(answers).toHaveLength(1));
    for (const [n, enabled] of [false, true, false].entries()) {
      await waitFor(() => expect(answers).toHaveLength(n + 1));
      expect(await box('Uppgifter via e-post')).not.toBeChecked();
      act(() => answers[n]?.(cells(null, { 'TASK-email': { enabled, source: 'PERSONAL' } })));
    }
    expect(await screen.findByText('Sparat: Uppgifter via e-post är av')).toBeInTheDocument();
    const enabled = sent(`PUT ${MINE}`).map((body) => (body as CellChange[])[0]?.enabled);
    expect(enabled).toEqual([false, true, false]);
    expect(await box('Uppgifter via e-post')).not.toBeChecked();
  });

  it('that is not saved is told to who has left the page', async () => {
    let refuse = () => {};
    const { unmount } = open({
      [`PUT ${MINE}`]: () =>
        new Promise((resolve) => {
          refuse = () => resolve(new Refusal(503));
        }),
    });
    await userEvent.click(await box('Omnämnanden via push'));
    await screen.findByText('Sparar …');
    unmount();
    refuse();
    await waitFor(() =>
      expect(toasts().map(({ message }) => message)).toEqual([
        'Omnämnanden via push sparades inte. Nej.',
      ]),
    );
  });

  it('of when mails go', async () => {
    const { sent } = open(
      {
        [`PUT ${ORG}`]: cells(3, { 'TASK-email': { digest: 'WEEKLY', source: 'ENTITY' } }),
      },
      `${PAGE}?entity=3`,
    );
    const field = await screen.findByRole('combobox', { name: 'Uppgifter: när mejlen skickas' });
    const options = within(field).getAllByRole('option');
    expect(options.map(({ textContent }) => textContent)).toEqual([
      ...['Direkt', 'Dagligen', 'Veckovis'],
    ]);
    await userEvent.selectOptions(field, 'Veckovis');
    expect(await screen.findByText('Sparat: Uppgifter via e-post: veckovis')).toBeInTheDocument();
    const cell = { entityId: 3, notificationType: 'TASK', channel: 'email' };
    expect(sent(`PUT ${ORG}`)).toEqual([[{ ...cell, enabled: true, digest: 'WEEKLY' }]]);
    // Chosen here, so there is a way back to what it followed.
    await press('Uppgifter: följ mina personliga val');
    await waitFor(() => expect(sent(`PUT ${ORG}`)[1]).toEqual([{ ...cell, enabled: null }]));
  });

  it('is used for all when one is sure', async () => {
    const { sent } = open(
      { [`POST ${ORG}/apply-to-all`]: cells(3, { 'FEED-push': { enabled: false } }) },
      `${PAGE}?entity=3`,
    );
    await box('Upptäck via push');
    await press('Använd för alla');
    const dialog = await screen.findByRole('dialog', { name: 'Använda valen för alla?' });
    expect(sent(`POST ${ORG}/apply-to-all`)).toHaveLength(0);
    await userEvent.click(within(dialog).getByRole('button', { name: 'Använd för alla' }));
    await waitFor(async () => expect(await box('Upptäck via push')).not.toBeChecked());
    expect(toasts().map(({ message }) => message)).toEqual([
      'Valen gäller för alla organisationer',
    ]);
  });
});

describe('from a message', () => {
  it('its cell is marked, has the focus, and says why', async () => {
    const shown = vi.spyOn(Element.prototype, 'scrollIntoView');
    open({}, `${PAGE}?entity=3&type=TASK&channel=email`);
    const field = await box('Uppgifter via e-post');
    await waitFor(() => expect(field).toHaveFocus());
    expect(field.closest('[data-cell]')).toHaveAttribute('data-marked');
    expect(shown.mock.contexts).toContain(field.closest('[data-cell]'));
    expect(document.querySelectorAll('[data-marked]')).toHaveLength(1);
    expect(
      screen.getByText('Du fick det för att uppgifter via e-post är på här.'),
    ).toBeInTheDocument();
    expect(screen.getByText('Varför fick jag det här?')).toBeInTheDocument();
  });

  it('of a cell that is not there marks nothing', async () => {
    open({}, `${PAGE}?type=TASK&channel=sms`);
    await box('Uppgifter via e-post');
    expect(document.querySelector('[data-marked]')).toBeNull();
    expect(screen.queryByText('Varför fick jag det här?')).toBeNull();
  });
});

describe('the number for SMS', () => {
  it('is entered, verified by its code, and lets SMS be chosen', async () => {
    let phone: object = none;
    const { sent } = open({
      'GET /api/v1/me/phone': () => phone,
      'PUT /api/v1/me/phone': () => {
        phone = { ...none, pending: '+46701234567' };
        return phone;
      },
      'POST /api/v1/me/phone/verify': () => {
        phone = verified;
        return phone;
      },
    });
    expect(await box('Händelser via SMS')).toBeDisabled();
    expect(await box('Händelser via SMS')).toHaveAccessibleDescription(
      'Kräver ett verifierat mobilnummer.',
    );
    await userEvent.type(await screen.findByLabelText('Mobilnummer'), '070-123 45 67');
    await press('Skicka kod');
    expect(
      await screen.findByText(/Vi har skickat sex siffror till \+46701234567/),
    ).toBeInTheDocument();
    expect(sent('PUT /api/v1/me/phone')).toEqual([{ phone: '070-123 45 67' }]);
    await userEvent.type(screen.getByLabelText('Kod'), '12345');
    await press('Bekräfta numret');
    expect(await screen.findByText('Skriv de sex siffrorna.')).toBeInTheDocument();
    await userEvent.type(screen.getByLabelText('Kod'), '6');
    await press('Bekräfta numret');
    expect(await screen.findByText('Verifierat')).toBeInTheDocument();
    expect(sent('POST /api/v1/me/phone/verify')).toEqual([{ code: '123456' }]);
    await waitFor(async () => expect(await box('Händelser via SMS')).toBeEnabled());
  });

  it('that is refused says so beside the field', async () => {
    const errors = [{ field: 'code', code: 'CODE', message: 'Koden stämmer inte.' }];
    open({
      'GET /api/v1/me/phone': { ...none, pending: '+46701234567' },
      'POST /api/v1/me/phone/verify': new Refusal(422, 'INVALID', undefined, { errors }),
    });
    await userEvent.type(await screen.findByLabelText('Kod'), '123456');
    await press('Bekräfta numret');
    expect(await screen.findByText('Koden stämmer inte.')).toBeInTheDocument();
    expect(screen.getByLabelText('Kod')).toHaveFocus();
  });

  it('is removed when one is sure; what was chosen for SMS can be switched off', async () => {
    open({
      [`GET ${MINE}`]: cells(null, { 'EVENT-sms': { enabled: true, source: 'PERSONAL' } }),
      'DELETE /api/v1/me/phone': undefined,
    });
    await press('Ta bort numret');
    const dialog = await screen.findByRole('dialog', { name: 'Ta bort mobilnumret?' });
    await userEvent.click(within(dialog).getByRole('button', { name: 'Ta bort numret' }));
    expect(await screen.findByRole('button', { name: 'Skicka kod' })).toBeInTheDocument();
    expect(await box('Händelser via SMS')).toBeEnabled();
    expect(await box('Bokningar och semester via SMS')).toBeDisabled();
  });
});
