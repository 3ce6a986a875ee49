import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '@/api/ApiError.ts';
import { guideIds, isMandatory, normalised, organisationTourId } from '@/lib/guideIds.ts';
import { guideCatalog, guideTexts, orgSteps, roleTours } from '@/texts/guides.ts';
import { count, fill, ms, spec } from '../../../e2e/spec/spec.ts';
import { type GuideCalls, guideCalls } from './api.ts';
import {
  guideOf,
  guidesFor,
  organisationTour,
  presentSteps,
  roleOnPage,
  stepsForRole,
  tourRoleOf,
} from './catalog.ts';
import { GuideFlow } from './flow.ts';
import { forgetGuide, noteGuide, readGuide, setDebugging } from './local.ts';

const status = (completed: string[], mandatory = completed.includes('menu')) => ({
  status: {
    guides: completed.map((id) => ({
      guideId: id,
      guideName: id,
      completed: true,
      mandatory: id === 'menu',
    })),
    hasCompletedMandatoryGuides: mandatory,
  },
});

function flowWith(change: Partial<GuideCalls>) {
  const calls: GuideCalls = {
    status: vi.fn(async () => status([])),
    one: vi.fn(async () => null),
    start: vi.fn(async () => undefined),
    complete: vi.fn(async () => undefined),
    skip: vi.fn(async () => undefined),
    reset: vi.fn(async () => undefined),
    canDismiss: vi.fn(async () => false),
    ...change,
  };
  const tell = vi.fn();
  return { flow: new GuideFlow(calls, tell), calls, tell };
}

let warn = vi.spyOn(console, 'warn');
beforeEach(() => {
  vi.useFakeTimers();
  localStorage.clear();
  warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
});
afterEach(() => void vi.useRealTimers());

describe('the first check [shell 4.5 8.10 9.6]', () => {
  const status401 = spec['8.10'].signedOut.map(Number);

  it('comes a moment after the start, and the welcome a moment later', async () => {
    const { check, welcome: wait } = spec['4.5'];
    expect([spec['9.6'].check, spec['9.6'].welcome].map(ms)).toEqual([check, wait].map(ms));
    const { flow, calls } = flowWith({});
    const welcome = vi.fn();
    void flow.firstCheck().then(welcome);
    await vi.advanceTimersByTimeAsync(ms(check) - 1);
    expect(calls.status).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(calls.status).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(ms(wait) - 1);
    expect(welcome).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(welcome).toHaveBeenCalledExactlyOnceWith(true);
  });

  it.each<[string, GuideCalls['status']]>([
    ['a guide is completed', async () => status(['search'], false)],
    ...status401.map((code): [string, GuideCalls['status']] => [
      `it answers ${code}`,
      () => Promise.reject(new ApiError(code, {})),
    ]),
    ['the server fails', () => Promise.reject(new ApiError(503, {}))],
    ['the server does not know guides', () => Promise.reject(new ApiError(404, {}))],
  ])('shows no welcome when %s', async (_, answer) => {
    const { flow } = flowWith({ status: answer });
    const check = flow.firstCheck();
    await vi.advanceTimersByTimeAsync(4_000);
    expect(await check).toBe(false);
  });

  it('counts what was completed while the server was away, and tells it', async () => {
    noteGuide('menu', { completed: '2026-01-01', failed: true });
    const { flow, calls } = flowWith({});
    const check = flow.firstCheck();
    await vi.advanceTimersByTimeAsync(4_000);
    expect(await check).toBe(false);
    expect(calls.complete).toHaveBeenCalledExactlyOnceWith('menu');
    expect(readGuide('menu').failed).toBe(false);
  });

  it('shows the welcome again in debug mode [shell 4.7 7.10]', async () => {
    setDebugging(true);
    expect(localStorage.getItem(spec['7.10'].debug)).toBe('true');
    const { flow } = flowWith({ status: async () => status(['menu']) });
    const check = flow.firstCheck();
    await vi.advanceTimersByTimeAsync(4_000);
    expect(await check).toBe(true);
    expect(await flow.isDue('menu')).toBe(true);
  });
});

describe('starting from the welcome [shell 4.6 8.8 9.6]', () => {
  it.each([
    ['', {}],
    ['even when the server fails', { start: () => Promise.reject(new ApiError(500, {})) }],
  ])('shows the guide a moment later %s', async (_, change) => {
    const { flow } = flowWith(change);
    const show = vi.fn();
    const started = flow.startFromWelcome(show);
    expect(ms(spec['9.6'].show)).toBe(ms(spec['4.6'].show));
    await vi.advanceTimersByTimeAsync(ms(spec['4.6'].show) - 1);
    expect(readGuide('menu').seen).toBe(true);
    expect(show).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    await started;
    expect(show).toHaveBeenCalledTimes(1);
  });
});

describe('completing [shell 4.9 4.10 8.9 9.6]', () => {
  it('is kept here with a date and told to the server', async () => {
    vi.setSystemTime(new Date('2026-11-21T12:00:00Z'));
    const { flow, calls, tell } = flowWith({});
    expect(ms(spec['9.6'].completed)).toBe(ms(spec['4.9'].shown));
    await flow.complete('menu');
    expect(readGuide('menu')).toMatchObject({
      completed: '2026-11-21T12:00:00.000Z',
      failed: false,
    });
    expect(calls.complete).toHaveBeenCalledExactlyOnceWith('menu');
    expect(tell).toHaveBeenCalledExactlyOnceWith(
      'success',
      spec['4.9'].toast,
      ms(spec['4.9'].shown),
    );
  });

  it('is tried three times more, after 1, 2 and 4 s, and then kept with a warning', async () => {
    const { flow, calls, tell } = flowWith({
      complete: vi.fn(() => Promise.reject(new ApiError(503, {}))),
    });
    void flow.complete('menu');
    for (const [ms, tries] of [
      [0, 1],
      [1_000, 2],
      [2_000, 3],
      [3_999, 3],
      [1, 4],
    ] as const) {
      await vi.advanceTimersByTimeAsync(ms);
      expect(calls.complete).toHaveBeenCalledTimes(tries);
    }
    expect(readGuide('menu').failed).toBe(true);
    const { said, shown } = spec['8.9'];
    expect(tell).toHaveBeenLastCalledWith('warning', said, ms(shown));
    expect([spec['9.6'].failed, spec['4.10'].toast].map(ms)).toEqual([ms(shown), ms(shown)]);
    await vi.advanceTimersByTimeAsync(60_000);
    const tries = 1 + count(spec['4.10'].retries);
    expect(calls.complete).toHaveBeenCalledTimes(tries);
    expect(count(spec['9.6'].retries)).toBe(tries - 1);
  });
});

describe('skipping and resetting [shell 4.11 4.12 8.8]', () => {
  it('sends the reason; a mandatory guide counts as completed instead', async () => {
    const { flow, calls } = flowWith({});
    await flow.skip('search', true, 'later');
    expect(calls.skip).toHaveBeenCalledExactlyOnceWith('search', 'later');
    await flow.skip('menu', true, 'later');
    expect(calls.complete).not.toHaveBeenCalled();
    await flow.skip('menu', false, 'later');
    expect(calls.complete).toHaveBeenCalledExactlyOnceWith('menu');
  });

  it('forgets here and on the server, and says nothing when that fails', async () => {
    noteGuide(`event-view${spec['4.12'].suffix}`, { seen: true, completed: 'x' });
    const { flow, calls, tell } = flowWith({
      reset: vi.fn(() => Promise.reject(new ApiError(500, {}))),
    });
    await flow.reset(`event-view${spec['4.12'].suffix}`);
    expect(readGuide('event-view')).toEqual({});
    expect(calls.reset).toHaveBeenCalledExactlyOnceWith('event-view');
    expect(tell).not.toHaveBeenCalled();
    expect(warn).toHaveBeenCalledTimes(1);
  });

  it('resets every guide in debug mode [shell 4.17]', async () => {
    const { flow, calls } = flowWith({});
    await flow.resetAll();
    expect(calls.reset).toHaveBeenCalledTimes(guideIds.length);
  });
});

describe('ids [shell 4.12 9.8]', () => {
  it.each([
    ['menu', 'menu'],
    ['event-view-guide', 'event-view'],
    ['calendar-edit-guide', 'calendar-edit'],
    ['guide-x', 'guide-x'],
  ])('%s is %s', (id, plain) => expect(normalised(id)).toBe(plain));

  it('are the specified ones', () => {
    expect([...guideIds].sort()).toEqual([...spec['9.8'].ids].sort());
    expect(organisationTourId(12, 'owner')).toBe(fill(spec['9.8'].own, 12, 'owner'));
  });

  it('only menu is mandatory, and only where nobody asked for it [shell 4.13]', () => {
    expect(guideIds.filter((id) => isMandatory(id, false))).toEqual([spec['4.13'].mandatory]);
    expect(isMandatory('menu', true)).toBe(false);
  });
});

describe('the catalogue [shell 3.9 9.7]', () => {
  it.each([
    ['menu', spec['9.7'].menu],
    ['homepage', spec['9.7'].homepage],
    ['calendar', spec['9.7'].calendar],
    ['organization-view', spec['9.7'].view],
    ['organization-admin', spec['9.7'].admin],
    ['create-event', spec['9.7'].event],
    ['search', spec['9.7'].search],
  ] as const)('%s takes: %s', (id, said) => {
    expect(guideCatalog[id].duration).toBe(count(said));
    expect(guideOf(id, true)).toMatchObject({ id, isManual: true, storageKey: `guide:${id}` });
  });

  it.each([
    ['owner', spec['9.7'].roleOwner],
    ['admin', spec['9.7'].roleAdmin],
    ['member', spec['9.7'].roleMember],
    ['follower', spec['9.7'].roleFollower],
    ['visitor', spec['9.7'].roleVisitor],
  ] as const)('the tour for %s takes: %s', (role, said) => {
    expect(roleTours[role].duration).toBe(count(said));
  });

  it('is made of what the specification names', () => {
    for (const id of guideIds) {
      const guide = guideOf(id, true);
      expect(Object.keys(guide).sort()).toEqual([...spec['3.9'].guide].sort());
      for (const one of guide.features) expect(Object.keys(one)).toEqual(spec['3.9'].feature);
      for (const one of guide.steps) {
        expect(Object.keys(one)).toEqual(expect.arrayContaining(spec['3.9'].step));
      }
    }
  });

  it('says what each role may [shell 6.4 6.1]', () => {
    expect(Object.keys(roleTours)).toEqual(spec['6.1'].roles);
    const said = (role: keyof typeof roleTours) =>
      [roleTours[role].description, ...roleTours[role].features.map(({ text }) => text)].join(' ');
    expect(said('owner')).toMatch(/full kontroll.*Fakturering.*ägarskapet.*roller/);
    expect(said('admin')).toMatch(/medlemmar.*nyhetsbrev.*Inte fakturering.*Kan inte ändra/);
    expect(said('member')).toMatch(/medlemmar.*resurser.*Chatten.*rabatter/);
    expect(said('follower')).toMatch(/Notiser och favoriter.*ansöka om medlemskap/);
    expect(said('visitor')).toMatch(/öppet för alla.*följa/i);
  });
});

describe('what the help menu offers [shell 4.15]', () => {
  it.each([
    ['/', false, ['menu', 'homepage']],
    ['/settings', false, [spec['4.15'].first, spec['4.15'].added]],
    ['/kalender', false, ['menu', 'calendar']],
    ['/sok', false, ['menu', 'search']],
    ['/event/create', false, ['menu', 'create-event']],
    ['/editevent/new/x', false, ['menu', 'calendar-edit-guide']],
    ['/editevent/1b4e28ba/x', false, ['menu', 'calendar-edit-guide', 'event-view-guide']],
    ['/event', false, ['menu', 'event-view-guide']],
    ['/bjorkens-if', false, ['menu', 'organization-view', 'organization-guide']],
    ['/feed', true, ['menu', 'organization-admin']],
  ])('at %s, acting: %s', (path, acting, ids) => {
    expect(guidesFor(path, acting)).toEqual(ids);
  });
});

describe('an organisation’s tour [shell 6.5 3.10]', () => {
  const elements = (role: 'admin' | 'member' | 'follower') =>
    stepsForRole(role).map(({ element }) => /"org-(.*)"/.exec(element ?? '')?.[1]);

  it('hides what a role does not have', () => {
    expect(elements('admin')).toHaveLength(orgSteps.length);
    expect(elements('member')).toEqual(['head', 'chat', 'time-report', 'vacation']);
    expect(elements('follower')).toEqual(['head']);
  });

  it('finds the role on the page', () => {
    const page = document.createElement('div');
    expect(roleOnPage(page)).toBe('follower');
    page.innerHTML = '<p data-tour="org-booking"></p>';
    expect(roleOnPage(page)).toBe('member');
    page.innerHTML += '<p data-tour="org-sidebar"></p>';
    expect(roleOnPage(page)).toBe('admin');
  });

  it('has an id of its own', () => {
    const features = { hasEvents: false, hasBooking: false, hasNewsletter: false };
    const tour = organisationTour({
      organizationId: 3,
      organizationName: 'Björkens IF',
      userRole: tourRoleOf('OWNER'),
      features,
    });
    expect(tour).toMatchObject({ id: 'org_3_owner', duration: 5 });
    expect(tour.name).toContain('Björkens IF');
    // What the role is stands first, and is seen wherever nothing else is there.
    expect(tour.steps[0]).toEqual(roleTours.owner.steps[0]);
    expect(tour.steps).toHaveLength(1 + orgSteps.length);
    expect(['PRESIDENT', 'FOLLOWER', 'TEACHER', null].map(tourRoleOf)).toEqual([
      'admin',
      'follower',
      'member',
      'visitor',
    ]);
  });
});

describe('steps whose places are missing [shell 4.16 8.12]', () => {
  const missing = { title: guideTexts.missingTitle, description: guideTexts.missing };
  const page = document.createElement('div');
  page.innerHTML = '<p data-tour="logo"></p><p data-tour="search" hidden></p>';
  const shown = (element: Element) => !element.hasAttribute('hidden');

  it('are left out; where none is there, one step says so', () => {
    const steps = guideCatalog.menu.steps;
    expect(presentSteps(steps, missing, page, shown).map(({ title }) => title)).toEqual(['Hem']);
    expect(presentSteps(guideCatalog.search.steps, missing, page, shown)).toEqual([missing]);
    expect(missing.description).toBe(spec['8.12'].said);
  });
});

describe('one guide’s status [shell 8.7 7.1]', () => {
  it.each([...spec['8.7'].none.map((code) => [Number(code), 0] as const), [500, 1] as const])(
    'failing with %i is none, logged %i times',
    async (code, logged) => {
      vi.spyOn(globalThis, 'fetch').mockResolvedValue(new Response('{}', { status: code }));
      expect(await guideCalls.one('menu')).toBeNull();
      expect(warn).toHaveBeenCalledTimes(logged);
    },
  );

  it('calls go to the normalised id', async () => {
    const fetch = vi
      .spyOn(globalThis, 'fetch')
      .mockImplementation(async () => new Response('{"canDismiss":true}'));
    await guideCalls.start('event-view-guide');
    await guideCalls.skip('search', 'later');
    expect(await guideCalls.canDismiss()).toBe(true);
    expect(fetch.mock.calls.map(([path, init]) => `${init?.method} ${path}`)).toEqual([
      'POST /api/v1/guides/event-view/start',
      'POST /api/v1/guides/search/skip',
      'GET /api/v1/guides/can-dismiss',
    ]);
    expect(fetch.mock.calls[1]?.[1]?.body).toBe('{"reason":"later"}');
    forgetGuide('search');
  });
});
