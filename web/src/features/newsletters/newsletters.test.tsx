/** Newsletters: written once, told how far they have come, read by whom they are for. */
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router';
import { expect, it } from 'vitest';
import { draw } from '@/test/page.tsx';
import { network, Refusal } from '@/test/world.ts';
import NewsletterPage from './NewsletterPage.tsx';
import NewslettersOf from './NewslettersOf.tsx';

const organisation = {
  kind: 'entity',
  id: 3,
  name: 'Kören',
  slug: 'koren',
  entityType: 'association',
} as const;
const sent = {
  idNewsletter: 9,
  idEntity: 3,
  entityName: 'Kören',
  entitySlug: 'koren',
  subject: 'Höstkonsert',
  audience: 'FOLLOWERS',
  created: '2026-11-29T12:00:00.000Z',
  pictures: [],
};
const draft = {
  idDraft: 7,
  idEntity: 3,
  subject: 'Vårkonsert',
  body: 'Kom',
  audience: 'EVERYBODY',
  created: '2026-11-29T12:00:00.000Z',
  changed: '2026-11-29T12:00:00.000Z',
  changedBy: 'Anna Ek',
  version: 1,
  pictures: [],
};
const DRAFTS = '/api/v1/entities/3/newsletter-drafts';
const sending = { state: 'SENT', writtenBy: 'Anna Ek', nrRecipients: 12, nrMailed: 10 };
const page = (content: unknown[]) => ({ content, page: 0, size: 10, hasMore: false, cursor: null });
const PATH = '/api/v1/entities/3/newsletters';
const leads = { 'GET /api/public/entities/koren': { abilities: ['MANAGE_RELATIONS'] } };

it('are written by who manages the organisation, with what is missing said first', async () => {
  const calls = network({
    ...leads,
    [`GET ${PATH}`]: page([{ ...sent, sending }]),
    [`GET ${DRAFTS}`]: { content: [] },
    [`POST ${DRAFTS}`]: draft,
    [`PUT ${DRAFTS}/7`]: { ...draft, version: 2 },
    [`POST ${PATH}`]: sent,
  });
  draw(<NewslettersOf {...organisation} />);
  expect(await screen.findByRole('link', { name: 'Höstkonsert' })).toHaveAttribute(
    'href',
    '/nyhetsbrev/3/9',
  );
  expect(screen.getByText(/12 mottagare, 10 via e-post/)).toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Skriv nyhetsbrev' }));
  await userEvent.type(await screen.findByLabelText('Ämne'), 'Vårkonsert');
  await userEvent.click(screen.getByRole('button', { name: 'Skicka' }));
  expect(await screen.findByText('Skriv vad brevet ska säga.')).toBeInTheDocument();
  await userEvent.type(screen.getByLabelText('Text'), 'Kom och *lyssna*');
  await userEvent.selectOptions(screen.getByLabelText('Till'), 'Medlemmar');
  await userEvent.click(screen.getByRole('button', { name: 'Förhandsgranska' }));
  expect(screen.getByText('lyssna').tagName).toBe('STRONG');
  await userEvent.click(screen.getByRole('button', { name: 'Skicka' }));
  await waitFor(() =>
    expect(calls.find(({ call }) => call === `POST ${PATH}`)?.body).toEqual({
      subject: 'Vårkonsert',
      body: 'Kom och *lyssna*',
      audience: 'MEMBERS',
      // It goes with its draft, as that was saved last.
      idDraft: 7,
      version: expect.any(Number),
    }),
  );
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
});

it('are kept as drafts that another’s text is not written over', async () => {
  const theirs = { ...draft, body: 'Deras', version: 2 };
  const calls = network({
    ...leads,
    [`GET ${PATH}`]: page([]),
    [`GET ${DRAFTS}`]: { content: [{ ...draft, body: undefined }] },
    [`GET ${DRAFTS}/7`]: draft,
    [`PUT ${DRAFTS}/7`]: new Refusal(409, 'STALE', undefined, { current: theirs }),
  });
  draw(<NewslettersOf {...organisation} />);
  await userEvent.click(await screen.findByRole('button', { name: 'Vårkonsert' }));
  const text = await screen.findByLabelText('Text');
  expect(text).toHaveValue('Kom');
  await userEvent.type(text, '!');
  // It is saved once somebody pauses, or the network is there again.
  window.dispatchEvent(new Event('online'));
  expect(await screen.findByText(/Någon annan har ändrat utkastet/)).toBeInTheDocument();
  expect(calls.find(({ call }) => call === `PUT ${DRAFTS}/7`)?.body).toMatchObject({
    body: 'Kom!',
    version: 1,
  });
  expect(text).toHaveValue('Kom!');
  await userEvent.click(screen.getByRole('button', { name: 'Ta den andras' }));
  expect(text).toHaveValue('Deras');
});

it('are nothing of those who only belong to it', async () => {
  network({ 'GET /api/public/entities/koren': { abilities: ['LEAVE'] } });
  const { client } = draw(<NewslettersOf {...organisation} />);
  await waitFor(() => expect(client.isFetching()).toBe(0));
  expect(screen.queryByText('Nyhetsbrev')).not.toBeInTheDocument();
});

const reading = (
  <Routes>
    <Route path="/nyhetsbrev/:idEntity/:idNewsletter" element={<NewsletterPage />} />
  </Routes>
);

it('are read, with the way to the setting that lets them through', async () => {
  const picture = { id: 4, width: 40, height: 30, url: '/api/v1/entities/3/newsletter-pictures/4' };
  const body = 'Kom och *lyssna*\n\n![Kören på scen](bild:4)\n![](bild:5)';
  network({ [`GET ${PATH}/9`]: { ...sent, body, pictures: [picture] } });
  draw(reading, '/nyhetsbrev/3/9');
  expect(await screen.findByRole('heading', { name: 'Höstkonsert' })).toBeInTheDocument();
  expect(screen.getByText('lyssna').tagName).toBe('STRONG');
  expect(screen.getByRole('img', { name: 'Kören på scen' })).toHaveAttribute(
    'src',
    expect.stringContaining(picture.url),
  );
  expect(screen.getByText('Bilden finns inte.')).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Kören' })).toHaveAttribute('href', '/koren');
  expect(screen.getByRole('link', { name: /Ställ in/ })).toHaveAttribute(
    'href',
    '/settings/notifications?entity=3&type=NEWSLETTER&channel=email',
  );
});

it('say that they are not for who asks', async () => {
  network({ [`GET ${PATH}/9`]: new Refusal(404) });
  draw(reading, '/nyhetsbrev/3/9');
  expect(await screen.findByText('Nyhetsbrevet finns inte')).toBeInTheDocument();
});
