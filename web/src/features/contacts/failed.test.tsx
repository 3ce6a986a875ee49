/** What is said where a call of contacts fails and nobody has said why: the default texts of social.md §8. */
import { notifications } from '@mantine/notifications';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { draw, toasts } from '@/test/page.tsx';
import { network, signIn, signOut } from '@/test/world.ts';
import { spec } from '../../../e2e/spec/spec.ts';
import ContactsPage from './ContactsPage.tsx';
import { PersonCardHost } from './PersonCardHost.tsx';

const failed = spec['social 8.9'];

/** No answer of the server's: a page of something between that nobody can read. */
const UNREADABLE = '<html>';
const list = (content: unknown[]) => ({ content, page: 0, size: 50, hasMore: false });
const created = '2026-03-03T12:00:00.000Z';
const bo = { id: 8, displayName: 'Bo Alm', username: 'bo-alm', slug: 'bo-alm', avatar: null };
const nothing = Object.fromEntries(
  ['', '/requests/incoming', '/requests/outgoing', '/blocked', '/following', '/followers']
    .concat('/followers/requests', '/suggestions')
    .map((path) => [`GET /api/v1/contacts${path}`, list([])]),
);
const button = (name: string) => screen.findByRole('button', { name });
const press = async (name: string) => userEvent.click(await button(name));
const confirm = async (name: string) =>
  userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name }));

beforeEach(signIn);
afterEach(() => {
  notifications.clean();
  signOut();
});

describe('loading [social 8.9]', () => {
  it.each([
    ['requests', '/contacts/requests/incoming', failed.incoming],
    ['requests', '/contacts/requests/outgoing', failed.outgoing],
    ['contacts', '/me/unread', failed.count],
    ['contacts', '/contacts', failed.contacts],
    ['blocked', '/contacts/blocked', failed.blocked],
    ['following', '/contacts/following', failed.following],
  ])('%s, %s: %s', async (tab, path, message) => {
    network({ ...nothing, [`GET /api/v1${path}`]: UNREADABLE });
    draw(<ContactsPage />, `/kontakter?tab=${tab}`);
    expect(await screen.findByText(message)).toBeInTheDocument();
  });

  it('a person’s card', async () => {
    network({ 'GET /api/v1/contacts/card/8': UNREADABLE });
    draw(
      <>
        <button type="button" data-person="8">
          Bo
        </button>
        <PersonCardHost />
      </>,
    );
    await press('Bo');
    expect(await screen.findByText(failed.status)).toBeInTheDocument();
  });
});

describe('a call [social 8.9]', () => {
  const contact = {
    id: 31,
    user: bo,
    privacySettings: { feedSetting: 'ALL', eventSetting: 'FREE_BUSY' },
    created,
  };
  const request = { id: 41, user: bo, message: null, created };
  const more = () => press('Fler val för Bo Alm');

  it.each<
    [call: string, tab: string, held: string, what: object, act: () => Promise<void>, string]
  >([
    [
      'POST /requests/41/accept',
      'requests',
      '/requests/incoming',
      request,
      () => press('Acceptera: Bo Alm'),
      failed.accept,
    ],
    [
      'POST /requests/41/reject',
      'requests',
      '/requests/incoming',
      request,
      () => press('Avvisa: Bo Alm'),
      failed.reject,
    ],
    [
      'DELETE /requests/41',
      'requests',
      '/requests/outgoing',
      request,
      () => press('Avbryt förfrågan: Bo Alm'),
      failed.cancel,
    ],
    [
      'DELETE /31',
      'contacts',
      '',
      contact,
      () =>
        more()
          .then(() => press('Ta bort kontakten'))
          .then(() => confirm('Ta bort kontakten')),
      failed.remove,
    ],
    [
      'POST /block',
      'contacts',
      '',
      contact,
      () =>
        more()
          .then(() => press('Blockera'))
          .then(() => confirm('Blockera')),
      failed.block,
    ],
    [
      'DELETE /block/51',
      'blocked',
      '/blocked',
      { blockId: 51, user: bo, created },
      () => press('Avblockera: Bo Alm'),
      failed.unblock,
    ],
  ])('%s', async (call, tab, held, what, act, message) => {
    const [method, path] = call.split(' ');
    network({
      ...nothing,
      [`GET /api/v1/contacts${held}`]: list([what]),
      [`${method} /api/v1/contacts${path}`]: UNREADABLE,
    });
    draw(<ContactsPage />, `/kontakter?tab=${tab}`);
    await act();
    await waitFor(() => expect(toasts()).toContainEqual({ message, autoClose: 10_000 }));
  });

  it('of the dialog of privacy says it there', async () => {
    network({
      ...nothing,
      'GET /api/v1/contacts': list([contact]),
      'PUT /api/v1/contacts/31/privacy': UNREADABLE,
    });
    draw(<ContactsPage />);
    await more();
    await press('Vad kontakten får se');
    await confirm('Spara');
    expect(await screen.findByText(failed.privacy)).toBeInTheDocument();
  });
});
