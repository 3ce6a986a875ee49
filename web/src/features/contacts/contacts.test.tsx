/** /kontakter: what is shown, done and said, as specified. */
import { notifications } from '@mantine/notifications';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { draw, toasts } from '@/test/page.tsx';
import { type Answers, anna, network, Refusal, signIn, signOut } from '@/test/world.ts';
import ContactsPage from './ContactsPage.tsx';
import type { Contact, ContactRequest, Person } from './types.ts';

const list = (content: unknown[], hasMore = false) => ({ content, page: 0, size: 50, hasMore });
const created = '2026-03-03T12:00:00.000Z';
const person = (id: number, displayName: string): Person => {
  const username = displayName.toLowerCase().replace(' ', '-');
  return { id, displayName, username, slug: username, avatar: null };
};
const bo = person(8, 'Bo Alm');
const contact: Contact = {
  id: 31,
  user: bo,
  privacySettings: { feedSetting: 'ALL', eventSetting: 'FREE_BUSY' },
  created,
};
const asks: ContactRequest = { id: 41, user: bo, message: 'Hej från årsmötet!', created };
const asked: ContactRequest = { id: 42, user: person(9, 'Eva Berg'), message: null, created };

const nothing: Answers = {
  'GET /api/v1/contacts': list([]),
  'GET /api/v1/contacts/requests/incoming': list([]),
  'GET /api/v1/contacts/requests/outgoing': list([]),
  'GET /api/v1/contacts/blocked': list([]),
  'GET /api/v1/contacts/following': list([]),
  'GET /api/v1/contacts/followers': list([]),
  'GET /api/v1/contacts/followers/requests': list([]),
  'GET /api/v1/contacts/suggestions': list([]),
};

const open = (tab: string, answers: Answers) => {
  const calls = network({ ...nothing, ...answers });
  draw(<ContactsPage />, tab ? `/kontakter?tab=${tab}` : '/kontakter');
  return calls;
};
const button = (name: string | RegExp) => screen.findByRole('button', { name });
const said = (message: string) =>
  waitFor(() => expect(toasts()).toContainEqual({ message, autoClose: 5_000 }));

beforeEach(signIn);
afterEach(() => {
  notifications.clean();
  signOut();
});

describe('the page', () => {
  it('has four parts, and marks the one that is shown', async () => {
    open('blocked', {});
    const parts = screen.getByRole('navigation', { name: 'Delar av kontakterna' });
    const links = within(parts).getAllByRole('link');
    expect(links.map((link) => link.textContent)).toEqual([
      'Kontakter',
      'Förfrågningar',
      'Blockerade',
      'Följer',
    ]);
    expect(within(parts).getByRole('link', { current: 'page' })).toHaveTextContent('Blockerade');
    expect(await screen.findByText('Du har inte blockerat någon')).toBeInTheDocument();
  });

  it('says how many wait for an answer', async () => {
    open('', {
      'GET /api/v1/me/unread': { messages: 0, chat: 0, contacts: 2, notifications: 0 },
    });
    const link = await screen.findByRole('link', { name: 'Förfrågningar 2 förfrågningar väntar' });
    expect(link).toHaveAttribute('href', '/kontakter?tab=requests');
  });

  it('keeps the field while the answers change under what is typed', async () => {
    const answers = [list([contact]), list([]), new Promise(() => {})];
    open('', { 'GET /api/v1/contacts': () => answers.shift() });
    const field = await screen.findByRole('searchbox', { name: 'Sök bland kontakterna' });
    await userEvent.type(field, 'finns inte');
    expect(await screen.findByText(/Ingen av dina kontakter/)).toBeInTheDocument();
    // Emptied before anybody is found again.
    await userEvent.clear(field);
    expect(field).toBeInTheDocument();
    await userEvent.type(field, 'bo');
    expect(field).toHaveValue('bo');
  });

  it('says what failed, and tries again', async () => {
    let answer: unknown = new Refusal(503);
    open('', { 'GET /api/v1/contacts': () => answer });
    expect(await screen.findByRole('alert')).toHaveTextContent('Nej.');
    answer = list([contact]);
    await userEvent.click(screen.getByRole('button', { name: 'Försök igen' }));
    expect(await screen.findByRole('link', { name: 'Bo Alm' })).toBeInTheDocument();
  });

  it('leads on while there is nobody', async () => {
    open('', {});
    expect(await screen.findByText('Inga kontakter än')).toBeInTheDocument();
    const ways = screen.getAllByRole('link', { name: 'Lägg till kontakter' });
    expect(ways[0]).toHaveAttribute('href', '/kontakter/lagg-till');
  });
});

describe('a request', () => {
  it.each([
    [
      'Acceptera: Bo Alm',
      'POST /api/v1/contacts/requests/41/accept',
      'Kontaktförfrågan accepterad',
    ],
    ['Avvisa: Bo Alm', 'POST /api/v1/contacts/requests/41/reject', 'Kontaktförfrågan avvisad'],
  ])('%s: %s', async (name, call, message) => {
    let waiting = [asks];
    const calls = open('requests', {
      'GET /api/v1/contacts/requests/incoming': () => list(waiting),
      [call]: () => {
        waiting = [];
        return {};
      },
    });
    expect(await screen.findByText('Hej från årsmötet!')).toBeInTheDocument();
    await userEvent.click(await button(name));
    await said(message);
    expect(await screen.findByText('Ingen väntar på ditt svar.')).toBeInTheDocument();
    expect(calls.filter((one) => one.call === call)).toHaveLength(1);
    // The number in the menu is asked for again.
    expect(calls.filter((one) => one.call === 'GET /api/v1/me/unread').length).toBeGreaterThan(1);
  });

  it('of mine is taken back', async () => {
    let waiting = [asked];
    open('requests', {
      'GET /api/v1/contacts/requests/outgoing': () => list(waiting),
      'DELETE /api/v1/contacts/requests/42': () => {
        waiting = [];
      },
    });
    await userEvent.click(await button('Avbryt förfrågan: Eva Berg'));
    await said('Kontaktförfrågan avbruten');
    expect(await screen.findByText('Du väntar inte på någons svar.')).toBeInTheDocument();
  });

  it.each([
    ['with Retry-After', 90, 'För många förfrågningar. Försök igen om 90 sekunder.'],
    ['without', undefined, 'För många förfrågningar. Vänta lite innan du försöker igen.'],
  ])('too many of them, %s', async (_, retryAfter, message) => {
    open('requests', {
      'GET /api/v1/contacts/requests/incoming': list([asks]),
      'POST /api/v1/contacts/requests/41/accept': new Refusal(429, 'RATE_LIMITED', retryAfter),
    });
    await userEvent.click(await button('Acceptera: Bo Alm'));
    await waitFor(() => expect(toasts()).toContainEqual({ message, autoClose: 10_000 }));
  });

  it('that is refused says why, in the words of the server', async () => {
    open('requests', {
      'GET /api/v1/contacts/requests/incoming': list([asks]),
      'POST /api/v1/contacts/requests/41/accept': new Refusal(404),
    });
    await userEvent.click(await button('Acceptera: Bo Alm'));
    await waitFor(() => expect(toasts()).toContainEqual({ message: 'Nej.', autoClose: 10_000 }));
  });
});

describe('a contact', () => {
  it('is removed when one is sure', async () => {
    let held = [contact];
    open('', {
      'GET /api/v1/contacts': () => list(held),
      'DELETE /api/v1/contacts/31': () => {
        held = [];
      },
    });
    await userEvent.click(await button('Fler val för Bo Alm'));
    await userEvent.click(await button('Ta bort kontakten'));
    const dialog = await screen.findByRole('dialog', { name: 'Ta bort kontakten?' });
    await userEvent.click(within(dialog).getByRole('button', { name: 'Ta bort kontakten' }));
    await said('Kontakt borttagen');
    expect(await screen.findByText('Inga kontakter än')).toBeInTheDocument();
  });

  it('sees of mine what I choose', async () => {
    const calls = open('', {
      'GET /api/v1/contacts': list([contact]),
      'PUT /api/v1/contacts/31/privacy': contact,
    });
    await userEvent.click(await button('Fler val för Bo Alm'));
    await userEvent.click(await button('Vad kontakten får se'));
    const dialog = await screen.findByRole('dialog', { name: 'Vad Bo Alm får se' });
    expect(within(dialog).getByLabelText('Allt som jag delar med kontakter')).toBeChecked();
    expect(within(dialog).getByLabelText('Om jag är ledig eller upptagen')).toBeChecked();
    await userEvent.click(within(dialog).getByLabelText('Vad jag gör'));
    await userEvent.click(within(dialog).getByRole('button', { name: 'Spara' }));
    await said('Integritetsinställningar uppdaterade');
    expect(calls.find((one) => one.call.startsWith('PUT'))?.body).toEqual({
      feedSetting: 'ALL',
      eventSetting: 'DETAILS',
    });
  });

  it('is blocked when one is sure', async () => {
    const calls = open('', {
      'GET /api/v1/contacts': list([contact]),
      'POST /api/v1/contacts/block': { blockId: 51 },
    });
    await userEvent.click(await button('Fler val för Bo Alm'));
    await userEvent.click(await button('Blockera'));
    const dialog = screen.getByRole('dialog', { name: 'Blockera personen?' });
    await userEvent.click(within(dialog).getByRole('button', { name: 'Blockera' }));
    await said('Användare blockerad');
    const sent = calls.find((one) => one.call === 'POST /api/v1/contacts/block');
    expect(sent?.body).toEqual({ userId: 8 });
  });
});

describe('who is blocked and who is followed', () => {
  it('is unblocked', async () => {
    let held = [{ blockId: 51, user: bo, created }];
    open('blocked', {
      'GET /api/v1/contacts/blocked': () => list(held),
      'DELETE /api/v1/contacts/block/51': () => {
        held = [];
      },
    });
    await userEvent.click(await button('Avblockera: Bo Alm'));
    await said('Användare avblockerad');
    expect(await screen.findByText('Du har inte blockerat någon')).toBeInTheDocument();
  });

  it('is no longer followed', async () => {
    let held = [{ user: bo, created }];
    open('following', {
      'GET /api/v1/contacts/following': () => list(held),
      'DELETE /api/v1/contacts/follow/8': () => {
        held = [];
      },
    });
    await userEvent.click(await button('Sluta följa: Bo Alm'));
    await said('Du följer inte längre denna användare');
    expect(await screen.findByText('Du följer ingen')).toBeInTheDocument();
  });
});

describe('a follower', () => {
  it('is removed without a block', async () => {
    let held = [{ user: bo, created }];
    open('following', {
      'GET /api/v1/contacts/followers': () => list(held),
      'DELETE /api/v1/contacts/followers/8': () => {
        held = [];
      },
    });
    await userEvent.click(await button('Ta bort följare: Bo Alm'));
    await said('Personen följer dig inte längre');
    expect(await screen.findByText('Ingen följer dig än.')).toBeInTheDocument();
  });

  it('who asks is let follow or not', async () => {
    let held = [{ user: bo, created }];
    const calls = open('following', {
      'GET /api/v1/contacts/followers/requests': () => list(held),
      'POST /api/v1/contacts/followers/8/approve': () => {
        held = [];
      },
    });
    expect(await button('Avvisa: Bo Alm')).toBeInTheDocument();
    await userEvent.click(await button('Godkänn: Bo Alm'));
    await said('Personen följer dig nu');
    expect(calls.some((one) => one.call === 'POST /api/v1/contacts/followers/8/approve')).toBe(
      true,
    );
  });

  it('asks first where one has chosen so', async () => {
    const calls = open('following', { 'PATCH /api/v1/me': { ...anna, approveFollowers: true } });
    await userEvent.click(await screen.findByRole('switch', { name: /Godkänn följare/ }));
    await waitFor(() =>
      expect(calls).toContainEqual({ call: 'PATCH /api/v1/me', body: { approveFollowers: true } }),
    );
  });
});

describe('a suggestion', () => {
  const suggested = {
    user: bo,
    reasons: { entities: [{ id: 3, name: 'Björkens IF' }], mutualContacts: 2 },
  };

  it('says why, asks, and says what the server made of it', async () => {
    open('', {
      'GET /api/v1/contacts/suggestions': list([suggested]),
      // The other one had asked before: both have said yes.
      'POST /api/v1/contacts/requests': { requestId: 41, message: 'Kontaktförfrågan accepterad' },
    });
    expect(await screen.findByText('Björkens IF · 2 gemensamma kontakter')).toBeInTheDocument();
    await userEvent.click(await button('Lägg till kontakt: Bo Alm'));
    await said('Kontaktförfrågan accepterad');
  });

  it('is put away for good', async () => {
    const calls = open('', {
      'GET /api/v1/contacts/suggestions': list([suggested]),
      'DELETE /api/v1/contacts/suggestions/8': undefined,
    });
    await userEvent.click(await button('Föreslå inte Bo Alm igen'));
    await said('Förslaget visas inte igen');
    expect(calls.some((one) => one.call === 'DELETE /api/v1/contacts/suggestions/8')).toBe(true);
  });
});

describe('many contacts', () => {
  it('come page by page, and one that has moved between pages stands once', async () => {
    const eva = { ...contact, id: 32, user: person(9, 'Eva Berg') };
    let page = 0;
    open('', {
      'GET /api/v1/contacts': () =>
        page++ === 0 ? list([contact], true) : { ...list([contact, eva]), page: 1 },
    });
    await userEvent.click(await button('Visa fler'));
    expect(await screen.findByRole('link', { name: 'Eva Berg' })).toBeInTheDocument();
    expect(screen.getAllByRole('link', { name: 'Bo Alm' })).toHaveLength(1);
    await act(async () => {});
  });
});
