import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import fc from 'fast-check';
import { Route, Routes } from 'react-router';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { areas } from '@/app/areas.ts';
import { foldList } from '@/area/lists.ts';
import { allDestinations } from '@/commands/destinations.tsx';
import { conflicts } from '@/commands/registry.ts';
import { shortcuts } from '@/commands/useShortcuts.ts';
import { foldIsAFreshFetch } from '@/test/law.ts';
import { draw } from '@/test/page.tsx';
import { bjorken, network, Refusal, signIn, signOut } from '@/test/world.ts';
import { area, noticesOf } from './area.ts';
import NoticesPage from './NoticesPage.tsx';
import type { Notice, NoticeEvent } from './types.ts';

const PATH = '/api/v1/entities/3/notices';

const notice = (id: number, change: Partial<Notice> = {}): Notice => ({
  id,
  idEntity: 3,
  title: `Anslag ${id}`,
  text: 'Välkomna.',
  authorId: 7,
  authorName: 'Anna Ek',
  created: '2026-03-01T12:00:00.000Z',
  updated: '2026-03-01T12:00:00.000Z',
  remindAt: null,
  version: 1,
  abilities: ['EDIT', 'DELETE'],
  ...change,
});

const page = (content: Notice[], hasMore = false) => ({ content, page: 0, size: 20, hasMore });

const show = () =>
  draw(
    <Routes>
      <Route path="/anslag/:idEntity" element={<NoticesPage />} />
    </Routes>,
    '/anslag/3',
  );

const click = (name: string) => userEvent.click(screen.getByRole('button', { name }));

beforeEach(signIn);
afterEach(signOut);

describe('the list of notices', () => {
  it('is what a fresh fetch gives, however its events come', () => {
    type Step = { act: number; at: number };
    foldIsAFreshFetch<Notice, NoticeEvent, Step>({
      server: () => ({ items: [], log: [] }),
      step: fc.record({ act: fc.nat(3), at: fc.nat(20) }),
      play: (server, { act, at }) => {
        const { items, log } = server as { items: Notice[]; log: NoticeEvent[] };
        const told = ({ abilities: _, ...all }: Notice) => all;
        const some = items[at % Math.max(items.length, 1)];
        if (act <= 1 || !some) {
          items.unshift(notice(log.length + 1));
          log.push({ type: 'NOTICE_CREATED', notice: told(notice(log.length + 1)) });
        } else if (act === 2) {
          some.version += 1;
          some.title = `Ändrat ${log.length}`;
          log.push({ type: 'NOTICE_UPDATED', notice: told({ ...some }) });
        } else {
          items.splice(items.indexOf(some), 1);
          log.push({ type: 'NOTICE_DELETED', noticeId: some.id, version: some.version + 1 });
        }
      },
      fold: foldList(noticesOf(3)),
      // What I may do with it is asked for.
      seen: ({ abilities: _, ...all }) => all,
    });
  });
});

describe('the notice board', () => {
  it('claims no key that another command has', () => {
    const commands = [...areas, area].flatMap(({ commands = [] }) => commands);
    expect(conflicts([...allDestinations, ...shortcuts(true), ...commands])).toEqual([]);
  });

  it('says what to do next while it is empty, by what one may', async () => {
    network({ [`GET ${PATH}`]: page([]) });
    const { unmount } = show();
    expect(await screen.findByRole('button', { name: 'Nytt anslag' })).toBeInTheDocument();
    unmount();
    const membership = { ...bjorken, txRelationType: 'MEMBER' };
    network({
      [`GET ${PATH}`]: page([]),
      'GET /api/v1/me/entities': page([membership] as never[]),
    });
    show();
    expect(await screen.findByText('Inget på tavlan än')).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Nytt anslag' })).not.toBeInTheDocument();
  });

  it('says when it cannot be had, and tries again', async () => {
    let answer: unknown = new Refusal(404, 'NOT_FOUND');
    network({ [`GET ${PATH}`]: () => answer });
    show();
    expect(await screen.findByText('Det gick inte att hämta innehållet.')).toBeInTheDocument();
    answer = page([notice(1)]);
    await click('Försök igen');
    expect(await screen.findByRole('article', { name: 'Anslag 1' })).toBeInTheDocument();
  });

  it('leads on to the first row of the next page', async () => {
    let asked = 0;
    network({
      [`GET ${PATH}`]: () => {
        asked += 1;
        return asked === 1 ? page([notice(9), notice(8)], true) : page([notice(7)]);
      },
    });
    show();
    await screen.findByRole('article', { name: 'Anslag 9' });
    await click('Visa fler');
    await waitFor(() => {
      expect(screen.getByRole('article', { name: 'Anslag 7' }).parentElement).toHaveFocus();
    });
    expect(screen.getByText('3 visas.')).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Visa fler' })).not.toBeInTheDocument();
  });

  it('keeps what was written when it cannot be sent, and sends it once', async () => {
    let answer: unknown = new Refusal(503);
    const calls = network({ [`GET ${PATH}`]: page([]), [`POST ${PATH}`]: () => answer });
    show();
    await userEvent.click(await screen.findByRole('button', { name: 'Nytt anslag' }));
    const dialog = within(screen.getByRole('dialog', { hidden: true }));
    const title = dialog.getByLabelText('Rubrik');
    await userEvent.type(title, 'Städdag');
    await userEvent.type(dialog.getByLabelText('Text'), 'Lördag.');
    await userEvent.click(dialog.getByText('Sätt upp'));
    expect(await dialog.findByText('Nej.')).toBeInTheDocument();
    expect(title).toHaveValue('Städdag');
    answer = { success: true, data: notice(1, { title: 'Städdag' }) };
    await userEvent.click(dialog.getByText('Sätt upp'));
    expect(await screen.findByRole('article', { name: 'Städdag' })).toBeInTheDocument();
    const sent = calls.filter(({ call }) => call.startsWith('POST'));
    expect(sent.map(({ body }) => body)).toEqual([
      { title: 'Städdag', text: 'Lördag.', remindAt: null },
      { title: 'Städdag', text: 'Lördag.', remindAt: null },
    ]);
  });

  it('asks before a notice goes', async () => {
    network({ [`GET ${PATH}`]: page([notice(2), notice(1)]), [`DELETE ${PATH}/2`]: undefined });
    show();
    await screen.findByRole('article', { name: 'Anslag 2' });
    await click('Ta bort Anslag 2');
    await userEvent.click(screen.getByRole('button', { name: 'Ta bort', hidden: true }));
    await waitFor(() =>
      expect(screen.queryByRole('article', { name: 'Anslag 2' })).not.toBeInTheDocument(),
    );
    expect(screen.getByRole('article', { name: 'Anslag 1' })).toBeInTheDocument();
  });
});
