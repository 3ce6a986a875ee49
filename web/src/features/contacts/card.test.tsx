/** One card at every name, the address that makes contacts, and a file of people. */
import { notifications } from '@mantine/notifications';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { keepChosen, wishPerson } from '@/lib/chosenPerson.ts';
import { draw, toasts } from '@/test/page.tsx';
import { type Answers, network, Refusal, signIn, signOut } from '@/test/world.ts';
import AddPage from './AddPage.tsx';
import ImportPage from './ImportPage.tsx';
import { PersonCardHost } from './PersonCardHost.tsx';
import type { Status } from './types.ts';
import WelcomePage from './WelcomePage.tsx';

const bo = { id: 8, displayName: 'Bo Alm', username: 'bo-alm', slug: 'bo-alm', avatar: null };
const none: Status = { userId: 8, status: 'none', canRequest: true, isFollowing: false };
const card = (status: Status, mayMessage = true) => ({
  user: bo,
  entities: [{ id: 3, displayName: 'Björkens IF', slugName: 'bjorkens-if' }],
  mutualContacts: 1,
  online: true,
  mayMessage,
  status,
});

beforeEach(signIn);
afterEach(() => {
  notifications.clean();
  localStorage.clear();
  signOut();
});

describe('the card', () => {
  function open(answers: Answers) {
    const calls = network(answers);
    draw(
      <>
        <button type="button" data-person="8">
          Bo
        </button>
        <a href="/u/bo-alm" data-person-slug="bo-alm">
          Alm
        </a>
        <PersonCardHost />
      </>,
    );
    return calls;
  }
  const shown = () => screen.findByRole('dialog', { name: 'Om Bo Alm' });

  it('opens at a name by Enter, and says who it is and what both have', async () => {
    open({ 'GET /api/v1/contacts/card/8': card(none) });
    screen.getByRole('button', { name: 'Bo' }).focus();
    await userEvent.keyboard('{Enter}');
    const dialog = await shown();
    expect(dialog).toHaveTextContent('@bo-alm · inloggad nu');
    expect(within(dialog).getByRole('link', { name: 'Björkens IF' })).toHaveAttribute(
      'href',
      '/bjorkens-if',
    );
    expect(dialog).toHaveTextContent('1 gemensam kontakt');
    expect(within(dialog).getByRole('link', { name: 'Skicka meddelande: Bo Alm' })).toHaveAttribute(
      'href',
      '/messages?to=8',
    );
    expect(within(dialog).getByRole('link', { name: 'Visa profilen' })).toHaveAttribute(
      'href',
      '/u/bo-alm',
    );
    await userEvent.click(within(dialog).getByRole('button', { name: 'Stäng' }));
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  it('opens at a name that was chosen before its part was there', async () => {
    network({ 'GET /api/v1/contacts/card/8': card(none) });
    const stop = keepChosen();
    const name = (
      <button type="button" data-person="8">
        Bo
      </button>
    );
    draw(name);
    await userEvent.click(screen.getByRole('button', { name: 'Bo' }));
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    draw(<PersonCardHost />);
    expect(await shown()).toBeInTheDocument();
    stop();
  });

  it('opens at the link of somebody who is known by user name', async () => {
    open({ 'GET /api/v1/contacts/card/8': card(none) });
    await userEvent.click(screen.getByRole('link', { name: 'Alm' }));
    expect(await shown()).toBeInTheDocument();
  });

  it('opens for whom the search has found, where it is there', async () => {
    const anchor = document.createElement('input');
    document.body.append(anchor);
    expect(wishPerson('bo-alm', anchor)).toBe(false);
    open({ 'GET /api/v1/contacts/card/8': card(none) });
    expect(wishPerson('bo-alm', anchor)).toBe(true);
    expect(await shown()).toBeInTheDocument();
    anchor.remove();
  });

  it('leaves a link that is opened elsewhere alone', () => {
    open({});
    const link = screen.getByRole('link', { name: 'Alm' });
    expect(fireEvent.click(link, { ctrlKey: true })).toBe(true);
    expect(fireEvent.click(link)).toBe(false);
  });

  it('asks, and shows what has come of it', async () => {
    let status = none;
    const calls = open({
      'GET /api/v1/contacts/card/8': () => card(status),
      'POST /api/v1/contacts/requests': () => {
        status = { ...none, status: 'request_sent', canRequest: false, requestId: 41 };
        return { requestId: 41, message: 'Kontaktförfrågan skickad' };
      },
    });
    await userEvent.click(screen.getByRole('button', { name: 'Bo' }));
    const dialog = await shown();
    const ask = within(dialog).getByRole('button', { name: 'Lägg till kontakt: Bo Alm' });
    await userEvent.click(ask);
    expect(await within(dialog).findByText('Har inte svarat på din förfrågan än')).toHaveAttribute(
      'role',
      'status',
    );
    expect(within(dialog).getByRole('button', { name: 'Avbryt förfrågan: Bo Alm' })).toBeEnabled();
    expect(calls.find((one) => one.call.startsWith('POST'))?.body).toEqual({ toUserId: 8 });
    expect(toasts()).toContainEqual({ message: 'Kontaktförfrågan skickad', autoClose: 5_000 });
  });

  it('sends a greeting along', async () => {
    const calls = open({
      'GET /api/v1/contacts/card/8': card(none),
      'POST /api/v1/contacts/requests': { requestId: 41 },
    });
    await userEvent.click(screen.getByRole('button', { name: 'Bo' }));
    await shown();
    await userEvent.click(screen.getByRole('button', { name: 'Lägg till med en hälsning' }));
    const dialog = await screen.findByRole('dialog', { name: 'Hälsning till Bo Alm' });
    await userEvent.type(within(dialog).getByLabelText('Din hälsning'), ' Hej på dig! ');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Skicka förfrågan' }));
    await waitFor(() => expect(dialog).not.toBeInTheDocument());
    expect(calls.find((one) => one.call.startsWith('POST'))?.body).toEqual({
      toUserId: 8,
      message: 'Hej på dig!',
    });
  });

  it('says itself what was refused: the toasts lie behind it', async () => {
    open({
      'GET /api/v1/contacts/card/8': card(none),
      'POST /api/v1/contacts/follow': new Refusal(404),
    });
    await userEvent.click(screen.getByRole('button', { name: 'Bo' }));
    await shown();
    await userEvent.click(screen.getByRole('button', { name: 'Följ' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('Nej.');
  });

  it('offers nothing that is not taken, and says when it is again', async () => {
    const retryAt = '2026-03-10T12:00:00.000Z';
    open({ 'GET /api/v1/contacts/card/8': card({ ...none, canRequest: false, retryAt }, false) });
    await userEvent.click(screen.getByRole('button', { name: 'Bo' }));
    const dialog = await shown();
    expect(dialog).toHaveTextContent('En ny förfrågan kan skickas från 10 mars 2026.');
    expect(within(dialog).queryByRole('button', { name: /^Lägg till/ })).not.toBeInTheDocument();
    expect(within(dialog).queryByRole('link', { name: /^Skriv/ })).not.toBeInTheDocument();
  });

  it('says when there is nobody to be seen', async () => {
    open({});
    await userEvent.click(screen.getByRole('button', { name: 'Bo' }));
    expect(
      await screen.findByText('Personen finns inte, eller vill inte synas för dig.'),
    ).toBeInTheDocument();
  });
});

describe("somebody's address", () => {
  const welcome = {
    kind: 'LINK',
    user: { displayName: 'Bo Alm', slug: 'bo-alm', avatar: null },
    message: null,
    expires: '2026-03-10T12:00:00.000Z',
  };
  const open = (answers: Answers) => {
    const calls = network(answers);
    const page = draw(
      <Routes>
        <Route path="/kontakter/lagg-till/:token" element={<WelcomePage />} />
        <Route path="*" element={<h1>Annan sida</h1>} />
      </Routes>,
      '/kontakter/lagg-till/abc',
    );
    return { calls, ...page };
  };

  it('makes contacts by a click, not by being opened', async () => {
    const taken = { status: 'contact', userId: 8, slug: 'bo-alm', contactIds: [31, 32] };
    const { calls, at } = open({
      'GET /api/public/contacts/tokens/abc': welcome,
      'POST /api/v1/contacts/tokens/abc': taken,
    });
    expect(await screen.findByText('Gäller till 10 mars 2026.')).toBeInTheDocument();
    expect(calls.some(({ call }) => call.startsWith('POST'))).toBe(false);
    await userEvent.click(await screen.findByRole('button', { name: 'Lägg till' }));
    await waitFor(() => expect(at()).toBe('/u/bo-alm'));
    expect(toasts()).toContainEqual({ message: 'Ni är nu kontakter', autoClose: 5_000 });
  });

  it('asks who is signed out to come back here', async () => {
    signOut();
    open({ 'GET /api/public/contacts/tokens/abc': { ...welcome, message: 'Häng med!' } });
    expect(await screen.findByRole('heading', { level: 1 })).toHaveTextContent(
      'Bo Alm vill bli din kontakt',
    );
    expect(screen.getByText('Häng med!')).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Logga in' })).toHaveAttribute(
      'href',
      '/login?next=%2Fkontakter%2Flagg-till%2Fabc',
    );
    expect(screen.getByRole('link', { name: 'Skapa konto' })).toHaveAttribute('href', '/signup');
  });

  it('that is used or run out says so', async () => {
    open({});
    expect(await screen.findByRole('heading', { level: 1 })).toHaveTextContent(
      'Adressen gäller inte längre',
    );
  });
});

describe('adding contacts', () => {
  const link = {
    url: 'https://kalender.example/kontakter/lagg-till/abc',
    token: 'abc',
    expires: '2999-03-10T12:00:00.000Z',
  };

  it('shows a code and an address when asked for, and takes it back', async () => {
    let held: unknown = new Refusal(404);
    network({
      'GET /api/v1/contacts/link': () => held,
      'POST /api/v1/contacts/link': () => {
        held = link;
        return link;
      },
      'DELETE /api/v1/contacts/link': () => {
        held = new Refusal(404);
      },
    });
    draw(<AddPage />);
    await userEvent.click(await screen.findByRole('button', { name: 'Visa min kod' }));
    expect(
      await screen.findByRole('img', { name: 'QR-kod som leder till din adress' }),
    ).toBeInTheDocument();
    expect(screen.getByLabelText('Din adress')).toHaveValue(link.url);
    expect(screen.getByText('Gäller till 10 mars 2999.')).toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Återkalla koden' }));
    const dialog = screen.getByRole('dialog');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Återkalla koden' }));
    expect(await screen.findByRole('button', { name: 'Visa min kod' })).toBeInTheDocument();
  });

  it('says when the code has run out', async () => {
    const past = { ...link, expires: '2026-01-01T12:00:00.000Z' };
    network({ 'GET /api/v1/contacts/link': past });
    draw(<AddPage />);
    expect(await screen.findByText('Koden har gått ut.')).toBeInTheDocument();
    expect(screen.queryByLabelText('Din adress')).not.toBeInTheDocument();
  });

  it.each([
    ['E-post', 'E-postadress', 'eva@exempel.se', 'email', 'Inbjudan skickad'],
    ['SMS', 'Mobilnummer', '070-123 45 67', 'phone', 'SMS-inbjudan skickad'],
  ])('by %s', async (by, label, to, field, message) => {
    const path = `/api/v1/contacts/invite/${field === 'email' ? 'email' : 'sms'}`;
    const calls = network({ [`POST ${path}`]: {} });
    draw(<AddPage />);
    await userEvent.click(screen.getByLabelText(by));
    await userEvent.type(screen.getByLabelText(label), to);
    await userEvent.click(screen.getByRole('button', { name: 'Skicka inbjudan' }));
    expect(await screen.findByText(`Skickad till ${to}.`)).toHaveAttribute('role', 'status');
    expect(toasts()).toContainEqual({ message, autoClose: 5_000 });
    expect(calls.find(({ call }) => call === `POST ${path}`)?.body).toEqual({ [field]: to });
    expect(screen.getByLabelText(label)).toHaveValue('');
  });

  it('too many invitations, in the words of the specification', async () => {
    network({ 'POST /api/v1/contacts/invite/email': new Refusal(429, 'RATE_LIMITED', 60) });
    draw(<AddPage />);
    await userEvent.type(screen.getByLabelText('E-postadress'), 'eva@exempel.se');
    await userEvent.click(screen.getByRole('button', { name: 'Skicka inbjudan' }));
    expect(
      await screen.findByText('För många förfrågningar. Försök igen om 60 sekunder.'),
    ).toBeInTheDocument();
  });
});

describe('a file of people', () => {
  it('shows who is here and who can be asked in, and says that nothing is kept', async () => {
    const calls = network({
      'POST /api/v1/contacts/import': {
        people: [
          { name: 'Bosse', email: 'bo@exempel.se', phone: null, user: bo, status: 'none' },
          { name: 'Ny Person', email: 'ny@exempel.se', phone: null, user: null, status: null },
          { name: 'Bara Namn', email: null, phone: null, user: null, status: null },
        ],
      },
      'POST /api/v1/contacts/requests': { requestId: 41 },
      'POST /api/v1/contacts/invite/email': {},
    });
    draw(<ImportPage />);
    expect(screen.getByText(/Filen sparas inte/)).toBeInTheDocument();
    const file = new File(['BEGIN:VCARD'], 'Kontakter.vcf');
    await userEvent.upload(screen.getByLabelText('Välj fil', { selector: 'input' }), file);
    expect(await screen.findByText('3 personer hittades i filen')).toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Lägg till kontakt: Bo Alm' }));
    expect(await screen.findByText('Kontaktförfrågan skickad')).toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Bjud in Ny Person' }));
    expect(await screen.findByText('Inbjuden')).toHaveAttribute('role', 'status');
    expect(screen.getByText('Har varken e-post eller telefon')).toBeInTheDocument();
    expect(calls.find(({ call }) => call.endsWith('/invite/email'))?.body).toEqual({
      email: 'ny@exempel.se',
    });
  });

  it('that is something else is not sent', async () => {
    const calls = network();
    draw(<ImportPage />);
    const input = screen.getByLabelText('Välj fil', { selector: 'input' });
    fireEvent.change(input, { target: { files: [new File(['x'], 'bild.png')] } });
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'Filen är varken vCard (.vcf) eller CSV.',
    );
    expect(calls.some(({ call }) => call.startsWith('POST'))).toBe(false);
  });
});
