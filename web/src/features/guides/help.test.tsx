/** The tours themselves and what the help menu says of them, on a page. */
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { entityQuery } from '@/features/entities/api.ts';
import { draw } from '@/test/page.tsx';
import { network, signIn, signOut } from '@/test/world.ts';
import { GuideHost } from './GuideHost.tsx';
import HelpMenu from './HelpMenu.tsx';
import { noteGuide, readGuide } from './local.ts';
import { startTour } from './tour.ts';

const bridge = {
  idEntity: 12,
  entityName: 'Bridge',
  entitySlug: 'bridge',
  entityType: 'association',
  membershipMode: 'OPEN',
  image: null,
  txRelationType: null,
  myApplication: null,
  abilities: [],
  created: '2026-01-01T12:00:00.000Z',
} as const;

beforeEach(() => {
  localStorage.clear();
  signIn();
});
afterEach(() => {
  window.history.replaceState(null, '', '/');
  signOut();
});

const badge = (name: RegExp) => screen.getByRole('button', { name });

describe('a badge of the help menu [shell 2.70]', () => {
  it('is new until the guide is finished: begun and left is new', async () => {
    network();
    noteGuide('homepage', { seen: true });
    draw(<HelpMenu />);
    await waitFor(() => expect(badge(/Menyn/)).toHaveTextContent('Visad'));
    expect(badge(/Startsidan/)).toHaveTextContent('Ny');
  });

  it('of an organisation’s tour is that of its own id', async () => {
    network();
    noteGuide('org_12_visitor', { completed: '2026-01-01T12:00:00.000Z' });
    const { client } = draw(<p />, '/bridge');
    client.setQueryData(entityQuery('bridge').queryKey, { ...bridge, abilities: [] });
    draw(<HelpMenu />, '/bridge', client);
    await waitFor(() => expect(badge(/Din roll här|För besökaren/)).toHaveTextContent('Visad'));
  });
});

describe('an organisation’s tour', () => {
  it('of a visitor is theirs, and finished under its own id at its last step [shell 6.4 9.8]', async () => {
    const calls = network({
      'POST /api/v1/guides/org_12_visitor/start': {},
      'POST /api/v1/guides/org_12_visitor/complete': {},
    });
    window.history.replaceState(null, '', '/bridge');
    const { client } = draw(<p data-tour="org-head">Bridge</p>, '/bridge');
    client.setQueryData(entityQuery('bridge').queryKey, { ...bridge, abilities: [] });
    // jsdom lays nothing out: what is on the page counts as seen.
    vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, 9, 9));
    draw(<GuideHost />, '/bridge', client);
    const { startGuide } = await import('@/commands/events.ts');
    startGuide('organization-guide');
    expect(await screen.findByRole('dialog', { name: 'För besökaren' })).toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Starta guiden' }));
    await screen.findByText('1 av 2');
    expect(readGuide('org_12_visitor').completed).toBeUndefined();
    await userEvent.click(screen.getByRole('button', { name: 'Nästa →' }));
    // Nothing is closed: a reload now takes nothing back.
    await waitFor(() => expect(readGuide('org_12_visitor').completed).toBeDefined());
    await waitFor(() =>
      expect(calls.map(({ call }) => call)).toContain(
        'POST /api/v1/guides/org_12_visitor/complete',
      ),
    );
    await userEvent.click(screen.getByRole('button', { name: 'Avsluta' }));
    await waitFor(() => expect(document.querySelector('.driver-popover')).toBeNull());
  });
});

describe('a tour [shell 4.9]', () => {
  const told = { tooFast: vi.fn(), refused: vi.fn(), reached: vi.fn(), ended: vi.fn() };
  const steps = ['Ett', 'Två'].map((title) => ({ title, description: title }));
  beforeEach(() => {
    for (const one of Object.values(told)) one.mockClear();
  });

  it('left before its last step is not completed', async () => {
    const tour = startTour({ steps, mandatory: false, manual: true, ...told });
    await screen.findByText('1 av 2');
    tour.stop();
    tour.stop();
    expect(told.reached).not.toHaveBeenCalled();
    expect(told.ended).toHaveBeenCalledTimes(1);
  });

  it('left at once at its last step, before the movement there is over, is completed', async () => {
    const tour = startTour({ steps: steps.slice(1), mandatory: false, manual: true, ...told });
    tour.stop();
    expect(told.reached).toHaveBeenCalledTimes(1);
    expect(told.ended).toHaveBeenCalledTimes(1);
  });
});
