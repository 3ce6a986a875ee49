/** The tours themselves and what the help menu says of them, on a page. */

import { notifications } from '@mantine/notifications';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { entityQuery } from '@/features/entities/api.ts';
import { draw, toasts } from '@/test/page.tsx';
import { network, signIn, signOut } from '@/test/world.ts';
import { count, fill, ms, parts, pattern, spec } from '../../../e2e/spec/spec.ts';
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
  liked: false,
  nrLikes: 0,
  abilities: [],
  created: '2026-01-01T12:00:00.000Z',
} as const;

beforeEach(() => {
  localStorage.clear();
  signIn();
});
afterEach(() => {
  window.history.replaceState(null, '', '/');
  vi.useRealTimers();
  notifications.clean();
  signOut();
});

const badge = (name: RegExp) => screen.getByRole('button', { name });

describe('a badge of the help menu [shell 2.70]', () => {
  it('is new until the guide is finished: begun and left is new', async () => {
    network();
    noteGuide('homepage', { seen: true });
    draw(<HelpMenu />);
    await waitFor(() => expect(badge(/Menyn/)).toHaveTextContent(spec['2.70'].seen));
    expect(badge(/Startsidan/)).toHaveTextContent(spec['2.70'].fresh);
  });

  it('of an organisation’s tour is that of its own id', async () => {
    network();
    noteGuide(fill(spec['9.8'].own, 12, 'visitor'), { completed: '2026-01-01T12:00:00.000Z' });
    const { client } = draw(<p />, '/bridge');
    client.setQueryData(entityQuery('bridge').queryKey, { ...bridge, abilities: [] });
    draw(<HelpMenu />, '/bridge', client);
    await waitFor(() =>
      expect(badge(/Din roll här|För besökaren/)).toHaveTextContent(spec['2.70'].seen),
    );
  });
});

describe('an organisation’s tour', () => {
  it('of a visitor is theirs, and finished under its own id at its last step [shell 2.69 4.8 6.4 9.8]', async () => {
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
    const { progress, next, done } = spec['4.8'];
    await userEvent.click(screen.getByRole('button', { name: spec['2.69'].start }));
    await screen.findByText(fill(progress, 1, 2));
    expect(readGuide(fill(spec['9.8'].own, 12, 'visitor')).completed).toBeUndefined();
    await userEvent.click(screen.getByRole('button', { name: next }));
    // Nothing is closed: a reload now takes nothing back.
    await waitFor(() => expect(readGuide('org_12_visitor').completed).toBeDefined());
    await waitFor(() =>
      expect(calls.map(({ call }) => call)).toContain(
        'POST /api/v1/guides/org_12_visitor/complete',
      ),
    );
    await userEvent.click(await screen.findByRole('button', { name: done }));
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

describe('the mandatory guide', () => {
  const later = (time: number) => act(() => vi.advanceTimersByTimeAsync(time));
  const dialog = (name: string) => screen.getByRole('dialog', { name: pattern(name) });
  const press = (name: string | RegExp) => act(() => screen.getByRole('button', { name }).click());

  it('is welcomed, cannot be skipped or closed, and is read step by step [shell 2.69 4.5 4.8 4.13 4.14 5.7 6.6 8.13 9.6]', async () => {
    network({
      'GET /api/v1/guides/status': { status: { guides: [], hasCompletedMandatoryGuides: false } },
      'GET /api/v1/guides/can-dismiss': { canDismiss: false },
      'POST /api/v1/guides/menu/start': {},
    });
    vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, 9, 9));
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
    draw(
      <>
        <p data-tour="logo">Logo</p>
        <p data-tour="search">Sök</p>
        <GuideHost />
      </>,
    );
    await later(ms(spec['4.5'].check));
    await later(ms(spec['4.5'].welcome));
    expect(dialog('Välkommen')).toHaveAttribute('closedby', 'none');
    const { skip, close } = spec['5.7'];
    press(spec['2.69'].skip);
    const [title = '', end = ''] = parts(skip);
    await vi.waitFor(() => dialog(title));
    expect(dialog(title)).toHaveTextContent(title);
    expect(dialog(title)).toHaveTextContent(end);
    press('OK');
    // The server is told, then it is shown, then it starts.
    const { show, start, reading, speed } = spec['9.6'];
    expect([start, reading].map(ms)).toEqual([spec['4.8'].start, spec['4.14'].reading].map(ms));
    await later(ms(show));
    await later(ms(start) - 1);
    expect(document.querySelector('.driver-popover')).toBeNull();
    await later(1);
    await vi.waitFor(() => expect(document.querySelector('.driver-popover')).not.toBeNull());
    const tour = within(document.querySelector('.driver-popover') as HTMLElement);
    expect(tour.getByText(fill(spec['4.8'].progress, 1, 2))).toBeInTheDocument();
    expect(tour.getByText(spec['4.8'].previous)).toBeInTheDocument();

    const next = () => act(() => screen.getByText(spec['4.8'].next).click());
    await later(ms(reading) - 1_000);
    next();
    await vi.waitFor(() =>
      expect(toasts()).toEqual([
        { message: expect.stringMatching(pattern(spec['8.13'].said)), autoClose: ms(speed) },
      ]),
    );
    act(
      () =>
        void document.body.dispatchEvent(
          new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }),
        ),
    );
    const [wait = '', only = ''] = parts(close);
    expect(dialog(wait)).toHaveTextContent(only);
    press('OK');
    await later(1_000);
    next();
    await vi.waitFor(() =>
      expect(screen.getByText(fill(spec['4.8'].progress, 2, 2))).toBeInTheDocument(),
    );
    await vi.waitFor(() => expect(screen.getByText(spec['4.8'].done)).toBeInTheDocument());
  });
});

it('a tour darkens the page around its place [shell 9.9]', async () => {
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(20, 20, 9, 9));
  draw(<p data-tour="logo">Logo</p>);
  const steps = [{ element: '[data-tour="logo"]', title: 'Ett', description: 'Ett' }];
  const none = () => {};
  const told = { tooFast: none, refused: none, reached: none, ended: none };
  const tour = startTour({ steps, mandatory: false, manual: true, ...told });
  const stage = await waitFor(() => {
    const path = document.querySelector<SVGPathElement>('.driver-overlay path');
    expect(path).not.toBeNull();
    return path as SVGPathElement;
  });
  expect(stage.style.opacity).toBe(spec['9.9'].opacity);
  // The upper edge of what is left light.
  const top = () => Number(/M[\d.]+,([\d.]+) h/.exec(stage.getAttribute('d') ?? '')?.[1]);
  await waitFor(() => expect(20 - top()).toBe(count(spec['9.9'].padding)));
  tour.stop();
});
