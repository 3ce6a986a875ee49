/** /feed: what is shown, done and said, as specified. */
import { notifications } from '@mantine/notifications';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createPost } from '@/features/create/events.ts';
import { draw, toasts } from '@/test/page.tsx';
import { type Answers, network, Refusal, signIn, signOut } from '@/test/world.ts';
import { ms, spec } from '../../../e2e/spec/spec.ts';
import FeedOf from './FeedOf.tsx';
import FeedPage from './FeedPage.tsx';
import PostPage from './PostPage.tsx';
import type { FeedComment, FeedPost } from './types.ts';

const created = '2026-03-03T12:00:00.000Z';
const bo = {
  kind: 'person' as const,
  idUser: 8,
  idEntity: null,
  displayName: 'Bo Alm',
  slug: 'bo-alm',
  userName: 'bo-alm',
  profileImage: null,
};
const one: FeedPost = {
  uuid: 'p1',
  txUuid: 'p1',
  idFeedPost: 1,
  txMessage: 'Hej hej',
  idEntity: null,
  nrLikes: 2,
  nrComments: 0,
  nrReposts: 0,
  liked: false,
  reposted: false,
  audience: 'PUBLIC',
  author: bo,
  media: [],
  mentions: [],
  topics: [],
  edited: false,
  daCreated: created,
  daUpdated: created,
  original: null,
  hidden: false,
  abilities: ['EDIT', 'DELETE', 'LIKE', 'COMMENT', 'REPOST'],
  version: 1,
};
const comment: FeedComment = {
  idFeedComment: 51,
  idFeedPost: 1,
  idAuthUser: 8,
  txMessage: 'Bra!',
  txSenderUsername: 'bo-alm',
  txSenderName: 'Bo Alm',
  txSenderProfileImage: null,
  flStatus: 1,
  daCreated: created,
  daUpdated: created,
  idEntity: null,
  idParent: null,
  nrReplies: 0,
  nrLikes: 0,
  liked: false,
  edited: false,
  mentions: [],
  abilities: ['LIKE', 'REPLY'],
  version: 1,
};

const page = (content: unknown[], cursor: number | null = null) => ({
  content,
  page: 0,
  size: 20,
  hasMore: cursor !== null,
  cursor,
});
const POST = '/api/v1/feed/posts/p1';

const open = (answers: Answers = {}) => {
  const calls = network({
    'GET /api/v1/feed': page([one]),
    [`GET ${POST}/comments`]: page([]),
    ...answers,
  });
  draw(<FeedPage />, '/feed');
  return calls;
};
const button = (name: string | RegExp) => screen.findByRole('button', { name });
const press = async (name: string | RegExp) => userEvent.click(await button(name));
const said = (message: string) =>
  waitFor(() => expect(toasts()).toContainEqual({ message, autoClose: 3_000 }));
const inDialog = async () => within(await screen.findByRole('dialog'));

beforeEach(signIn);
afterEach(() => {
  notifications.clean();
  signOut();
});

/** By its address. */
const Pages = () => (
  <Routes>
    <Route path="/inlagg/:uuid" element={<PostPage />} />
  </Routes>
);

describe('what somebody wrote', () => {
  it('is read without an account, and followed by other programs', async () => {
    signOut();
    network({ 'GET /api/public/feed/entity/5': page([one]) });
    draw(<FeedOf kind="entity" id={5} name="Skolan" />, '/skolan');
    expect(await screen.findByText('Hej hej')).toBeInTheDocument();
    const atom = screen.getByRole('link', { name: 'Följ som Atom-flöde' });
    expect(atom).toHaveAttribute('href', '/api/public/feed/entity/5/atom');
  });

  it('says so where nothing of it is for everybody', async () => {
    signOut();
    network({ 'GET /api/public/feed/person/8': page([]) });
    draw(<FeedOf kind="person" id={8} name="Bo Alm" />, '/u/bo-alm');
    expect(await screen.findByText('Inga inlägg för alla än.')).toBeInTheDocument();
  });
});

describe('the list', () => {
  it('has three parts, and marks the one that is shown', async () => {
    open();
    const parts = screen.getByRole('navigation', { name: 'Delar av flödet' });
    const links = within(parts).getAllByRole('link');
    expect(links.map((link) => link.textContent)).toEqual(['Hem', 'Offentligt', 'Mina']);
    expect(within(parts).getByRole('link', { current: 'page' })).toHaveTextContent('Hem');
    expect(await screen.findByRole('article', { name: 'Inlägg av Bo Alm' })).toHaveTextContent(
      'Hej hej',
    );
  });

  it('says what failed, and tries again', async () => {
    let answer: unknown = new Refusal(503);
    open({ 'GET /api/v1/feed': () => answer });
    expect(await screen.findByText('Nej.')).toBeInTheDocument();
    answer = page([one]);
    await press('Försök igen');
    expect(await screen.findByText('Hej hej')).toBeInTheDocument();
  });

  it('says what to do where there is nothing', async () => {
    open({ 'GET /api/v1/feed': page([]) });
    expect(await screen.findByText('Här är det tomt än')).toBeInTheDocument();
  });

  it('goes on behind a page of which one may see nothing', async () => {
    const answers = [page([], 7), page([one])];
    open({ 'GET /api/v1/feed': () => answers.shift() ?? page([one]) });
    expect(await screen.findByText('Hej hej')).toBeInTheDocument();
  });
});

it('what has come meanwhile is offered, and moves nothing before one wants it', async () => {
  let answer = page([one]);
  open({ 'GET /api/v1/feed': () => answer });
  await screen.findByText('Hej hej');
  answer = page([3, 2].map((n) => ({ ...one, uuid: `p${n}`, idFeedPost: n })).concat(one));
  window.dispatchEvent(new Event('visibilitychange'));
  const offer = await button('Visa 2 nya inlägg');
  expect(screen.getAllByRole('article')).toHaveLength(1);
  await userEvent.click(offer);
  await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(3));
  expect(screen.queryByRole('button', { name: /^Visa 2/ })).not.toBeInTheDocument();
});

describe('a new post', () => {
  const write = async (text: string) => {
    await press('Vad vill du dela?');
    await userEvent.type(await screen.findByLabelText('Inläggets text'), text);
    await press('Publicera');
  };

  it('stands first, and is said for as long as specified [shell 9.13]', async () => {
    const calls = open({ 'POST /api/v1/feed/posts': { ...one, uuid: 'p2', txMessage: 'Nytt' } });
    await write('Nytt');
    await said('Inlägget har publicerats');
    expect(toasts()[0]?.autoClose).toBe(ms(spec['9.13'].feed));
    const shown = screen.getAllByRole('article').map((post) => post.textContent);
    expect(shown[0]).toContain('Nytt');
    expect(shown).toHaveLength(2);
    const sent = calls.find(({ call }) => call === 'POST /api/v1/feed/posts');
    // Privacy first: one's own words go to those one knows.
    expect(sent?.body).toMatchObject({ txMessage: 'Nytt', audience: 'CONTACTS', media: [] });
  });

  it('says for whom it is, and begins with the last choice', async () => {
    const calls = open({ 'POST /api/v1/feed/posts': { ...one, uuid: 'p2', txMessage: 'Nytt' } });
    await press('Vad vill du dela?');
    const audience = await screen.findByLabelText('Vem kan läsa');
    expect(audience).toHaveValue('CONTACTS');
    expect(screen.getByText('Bara mina kontakter kan läsa')).toBeInTheDocument();
    await userEvent.selectOptions(audience, 'FOLLOWERS');
    await userEvent.type(screen.getByLabelText('Inläggets text'), 'Nytt');
    await press('Publicera');
    await said('Inlägget har publicerats');
    expect(calls.find(({ call }) => call === 'POST /api/v1/feed/posts')?.body).toMatchObject({
      audience: 'FOLLOWERS',
    });
    await press('Vad vill du dela?');
    expect(await screen.findByLabelText('Vem kan läsa')).toHaveValue('FOLLOWERS');
  });

  it('keeps its text and its key when it does not come through', async () => {
    const calls = open({ 'POST /api/v1/feed/posts': new Refusal(503) });
    await write('Nytt');
    await said('Kunde inte publicera inlägget');
    expect(screen.getByLabelText('Inläggets text')).toHaveValue('Nytt');
    await press('Publicera');
    await waitFor(() => {
      const sent = calls.filter(({ call }) => call === 'POST /api/v1/feed/posts');
      const keys = sent.map(({ body }) => (body as { clientPostId: string }).clientPostId);
      expect(keys).toHaveLength(2);
      expect(new Set(keys).size).toBe(1);
    });
    await userEvent.clear(screen.getByLabelText('Inläggets text'));
  });

  it('begins with a wish from the create dialog', async () => {
    open();
    createPost({ promotional: true, asOrganization: true });
    const field = await screen.findByPlaceholderText('Vad erbjuder ni, och till när?');
    expect(field).toHaveFocus();
    expect(await screen.findByLabelText('Publicera som')).toHaveValue('3');
    expect(screen.getByRole('option', { name: 'Medlemmar' })).toBeInTheDocument();
    expect(screen.queryByRole('option', { name: 'Kontakter' })).not.toBeInTheDocument();
  });
});

describe('a like', () => {
  it('stands at once, and goes back when it is refused', async () => {
    let refuse = () => {};
    const refused = new Promise<Refusal>((done) => {
      refuse = () => done(new Refusal(503));
    });
    open({ [`PUT ${POST}/like`]: () => refused });
    await press('Gilla, 2 gillar');
    expect(await button('Gilla, 3 gillar')).toHaveAttribute('aria-pressed', 'true');
    refuse();
    await said('Kunde inte gilla inlägget');
    expect(await button('Gilla, 2 gillar')).toHaveAttribute('aria-pressed', 'false');
  });

  it('is taken back, in the words of the specification', async () => {
    open({
      'GET /api/v1/feed': page([{ ...one, liked: true }]),
      [`DELETE ${POST}/like`]: new Refusal(503),
    });
    await press('Gilla, 2 gillar');
    await said('Kunde inte sluta gilla inlägget');
  });

  it('counts as the server says', async () => {
    open({ [`PUT ${POST}/like`]: { liked: true, nrLikes: 9 } });
    await press('Gilla, 2 gillar');
    expect(await button('Gilla, 9 gillar')).toBeInTheDocument();
  });
});

describe('what one changes', () => {
  const menu = async (item: string) => {
    await press('Fler val för inlägget av Bo Alm');
    await press(item);
  };

  it('is shown, and said', async () => {
    const after = { ...one, txMessage: 'Hej då', edited: true, version: 2 };
    const calls = open({ [`PUT ${POST}`]: after });
    await menu('Redigera');
    const dialog = await inDialog();
    const field = dialog.getByLabelText('Inläggets text');
    await userEvent.clear(field);
    await userEvent.type(field, 'Hej då');
    await userEvent.click(dialog.getByRole('button', { name: 'Spara' }));
    await said('Inlägget har uppdaterats');
    expect(screen.getByRole('article')).toHaveTextContent('Redigerat');
    expect(calls.find(({ call }) => call === `PUT ${POST}`)?.body).toMatchObject({ version: 1 });
  });

  it('does not overwrite what somebody else has changed', async () => {
    open({ [`PUT ${POST}`]: new Refusal(409, 'MOVED_ON') });
    await menu('Redigera');
    const dialog = await inDialog();
    await userEvent.click(dialog.getByRole('button', { name: 'Spara' }));
    await said('Kunde inte uppdatera inlägget');
    expect(dialog.getByRole('alert')).toHaveTextContent('har ändrats sedan du öppnade det');
  });

  it.each([
    ['Inlägget har tagits bort', undefined, 0],
    ['Kunde inte ta bort inlägget', new Refusal(503), 1],
  ])('is removed: %s', async (message, answer, left) => {
    open({ [`DELETE ${POST}`]: answer });
    await menu('Ta bort');
    await userEvent.click((await inDialog()).getByRole('button', { name: 'Ta bort' }));
    await said(message);
    expect(screen.queryAllByRole('article')).toHaveLength(left);
  });
});

describe('a repost', () => {
  const again = {
    ...one,
    uuid: 'p3',
    txMessage: 'Läs',
    original: one,
    author: { ...bo, idUser: 7 },
  };
  it.each([
    ['Inlägget har ompublicerats', { uuid: 'p3', originalUuid: 'p1' }, again],
    [
      'Ompubliceringen lyckades men kunde inte laddas',
      { uuid: 'p3', originalUuid: 'p1' },
      new Refusal(503),
    ],
    ['Du har redan ompublicerat detta inlägg', new Refusal(409, 'ALREADY_REPOSTED'), again],
    ['Kunde inte ompublicera inlägget', new Refusal(503), again],
  ])('%s', async (message, answer, loaded) => {
    open({ [`POST ${POST}/repost`]: answer, 'GET /api/v1/feed/posts/p3': loaded });
    await press(/^Ompublicera, 0/);
    const dialog = await inDialog();
    await userEvent.click(dialog.getByRole('button', { name: 'Ompublicera' }));
    await said(message);
  });
});

describe('comments', () => {
  it('are written, counted and said', async () => {
    open({ [`POST ${POST}/comments`]: comment });
    await press('0 kommentarer');
    await userEvent.type(await screen.findByLabelText('Skriv en kommentar'), 'Bra!');
    await press('Publicera');
    await said('Kommentaren har publicerats');
    expect(await screen.findByText('Bra!')).toBeInTheDocument();
    expect(await button('1 kommentar')).toBeInTheDocument();
  });

  it('keep what was typed when they do not come through', async () => {
    open({ [`POST ${POST}/comments`]: new Refusal(503) });
    await press('0 kommentarer');
    const field = await screen.findByLabelText('Skriv en kommentar');
    await userEvent.type(field, 'Bra!');
    await press('Publicera');
    await said('Kunde inte publicera kommentaren');
    expect(field).toHaveValue('Bra!');
  });

  it('are still there half-written when the page is left and come back to', async () => {
    const answers = { [`GET ${POST}/comments`]: page([comment]) };
    open(answers);
    await press('0 kommentarer');
    await userEvent.type(await screen.findByLabelText('Skriv en kommentar'), 'Halvvägs');
    await press('Svara');
    await userEvent.type(await screen.findByLabelText(/^Svara /), 'Och ett svar');
    cleanup();
    open(answers);
    await press('0 kommentarer');
    expect(await screen.findByLabelText('Skriv en kommentar')).toHaveValue('Halvvägs');
    const answer = await screen.findByLabelText(/^Svara /);
    expect(answer).toHaveValue('Och ett svar');
    // Nobody asked for it: it takes no focus.
    expect(answer).not.toHaveFocus();
  });

  it('are begun no more once they are published', async () => {
    const answers = { [`POST ${POST}/comments`]: comment };
    open(answers);
    await press('0 kommentarer');
    await userEvent.type(await screen.findByLabelText('Skriv en kommentar'), 'Bra!');
    await press('Publicera');
    await said('Kommentaren har publicerats');
    cleanup();
    open(answers);
    await press('0 kommentarer');
    expect(await screen.findByLabelText('Skriv en kommentar')).toHaveValue('');
  });

  it('say that they could not be loaded', async () => {
    open({ [`GET ${POST}/comments`]: new Refusal(503) });
    await press('0 kommentarer');
    expect(await screen.findByText('Kunde inte ladda kommentarer')).toBeInTheDocument();
    await said('Kunde inte ladda kommentarer');
  });

  it('stand empty where one was removed and others have answered', async () => {
    const gone = { ...comment, flStatus: 2, txMessage: '', nrReplies: 1, abilities: [] };
    open({ [`GET ${POST}/comments`]: page([gone]) });
    await press('0 kommentarer');
    expect(await screen.findByText('Kommentaren har tagits bort.')).toBeInTheDocument();
    expect(await button('Visa 1 svar')).toBeInTheDocument();
  });
});

it('a post that does not load is said to', async () => {
  network({ [`GET ${POST}`]: new Refusal(503) });
  draw(<Pages />, '/inlagg/p1');
  await said('Kunde inte ladda inlägget');
  expect(await button('Försök igen')).toBeInTheDocument();
});

it('a post that is not there says so, and leads back', async () => {
  network();
  draw(<Pages />, '/inlagg/p9');
  expect(await screen.findByText('Inlägget finns inte')).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Till flödet' })).toHaveAttribute('href', '/feed');
});
