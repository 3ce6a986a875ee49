import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { bestOf, periodIn, sumOf } from './activity.ts';
import { quotaWords, rateWords } from './limits.ts';
import { factsOf, headingOf, wantedIn } from './log.ts';
import { administers, adminPath, adminPathOf, PLATFORM_TABS, TABS, tabIn } from './paths.ts';
import { anna, bo, entry } from './samples.ts';

const facts = (some: Record<string, string>) => factsOf({ facts: some });

describe('an entry of the log', () => {
  it('says what was done', () => {
    expect(headingOf(entry())).toBe('Roll ändrad');
    expect(headingOf(entry({ kind: 'MEMBER_REMOVED' }))).toBe('Person borttagen');
    expect(headingOf(entry({ kind: 'CHANNEL_CREATED', person: null }))).toBe('Kanal skapad');
  });

  it('of one’s own coming and going says so', () => {
    const own = { actor: bo, person: bo };
    expect(headingOf(entry({ ...own, kind: 'MEMBER_REMOVED' }))).toBe('Lämnade organisationen');
    expect(headingOf(entry({ ...own, kind: 'MEMBER_ADDED' }))).toBe('Gick med');
    const erased = { ...anna, idUser: null };
    expect(headingOf(entry({ actor: erased, person: erased, kind: 'MEMBER_REMOVED' }))).toBe(
      'Person borttagen',
    );
  });

  it('has words for each kind that the server has', () => {
    const document = JSON.parse(readFileSync('openapi.json', 'utf8'));
    const kinds: string[] = document.components.schemas.AuditKind.enum;
    expect(
      kinds.filter((kind) => headingOf(entry({ kind: kind as 'ROLE_CHANGED' })) === kind),
    ).toEqual([]);
  });

  it('of a kind that is newer than the page says its name', () => {
    expect(headingOf(entry({ kind: 'NEWER_THAN_THE_PAGE' as 'ROLE_CHANGED' }))).toBe(
      'NEWER_THAN_THE_PAGE',
    );
  });

  it('has its facts in Swedish', () => {
    expect(facts({ from: 'MEMBER', to: 'ADMINISTRATOR' })).toEqual(['Medlem → Administratör']);
    expect(facts({ to: 'MEMBER', by: 'LINK' })).toEqual(['Roll: Medlem', 'Genom: länk']);
    expect(facts({ from: 'EMPLOYEE' })).toEqual(['Från: Anställd']);
    expect(facts({ entityName: 'Nya namnet', membershipMode: 'OPEN → MODERATED' })).toEqual([
      'Namn: Nya namnet',
      'Medlemskap: Öppen → Med godkännande',
    ]);
    expect(facts({ access: 'MEMBERS → PUBLIC' })).toEqual(['Öppen för: medlemmar → alla']);
    expect(facts({ changed: 'maxNotice, minNotice, quotas, shade' })).toEqual([
      'Ändrat: framförhållning, kvoter, shade',
    ]);
    expect(facts({ action: 'WARN' })).toEqual(['Beslut: varning']);
  });

  it('shows facts that it does not know as they came', () => {
    expect(facts({ colour: 'BLUE' })).toEqual(['colour: BLUE']);
    expect(facts({})).toEqual([]);
  });
});

describe('what stands in the address', () => {
  const at = (search: string) => wantedIn(new URLSearchParams(search));

  it('filters the log, and is left out where it is nothing', () => {
    expect(at('actor=8&kind=ROLE_CHANGED')).toEqual({ actor: 8, kind: 'ROLE_CHANGED' });
    for (const search of ['', 'actor=x&kind=NONE', 'actor=-1', 'actor=0', 'kind=toString']) {
      expect(at(search)).toEqual({ actor: undefined, kind: undefined });
    }
  });

  it('chooses a part; those of the platform there only', () => {
    const of = (search: string, tabs = TABS as typeof PLATFORM_TABS | typeof TABS) =>
      tabIn(new URLSearchParams(search), tabs);
    expect(of('tab=log')).toBe('log');
    expect(of('tab=limits')).toBe('overview');
    expect(of('tab=limits', PLATFORM_TABS)).toBe('limits');
    expect(of('')).toBe('overview');
  });

  it('leads to a part, of the platform without a name', () => {
    expect(adminPath('bjorkens-if')).toBe('/admin/bjorkens-if');
    expect(adminPathOf(3, 'bjorkens-if', 'log')).toBe('/admin/bjorkens-if?tab=log');
    expect(adminPathOf(1, 'kalender', 'log')).toBe('/admin?tab=log');
  });
});

it('is for owners and administrators', () => {
  const of = (txRelationType: string | null) => administers({ txRelationType });
  expect(['OWNER', 'ADMINISTRATOR'].map(of)).toEqual([true, true]);
  expect(['MEMBER', 'MODERATOR', 'MANAGER', null].map(of)).toEqual([false, false, false, false]);
  expect(administers({})).toBe(false);
});

describe('activity', () => {
  const counts = [
    { date: '2026-11-23', n: 4 },
    { date: '2026-11-24', n: 9 },
    { date: '2026-11-25', n: 9 },
  ];

  it('comes to a sum and a best day, the first of several', () => {
    expect(sumOf(counts)).toBe(22);
    expect(bestOf(counts)?.date).toBe('2026-11-24');
    expect(bestOf([{ date: '2026-11-25', n: 0 }])).toBeNull();
  });

  it('is shown for 30 days, or for 90', () => {
    expect([null, '90', '7', 'x'].map(periodIn)).toEqual([30, 90, 30, 30]);
  });
});

describe('a limit', () => {
  it('is said as it is set', () => {
    expect(rateWords('10/s,30')).toEqual({ rate: '10 i sekunden', burst: '30' });
    expect(rateWords('1000/h')).toEqual({ rate: '1\u00a0000 i timmen', burst: '1\u00a0000' });
    expect(rateWords('off')).toEqual({ rate: 'off', burst: '–' });
  });

  it('of bytes is a size', () => {
    expect(quotaWords('bytesOfUser', 5_000_000_000)).toBe('5 GB');
    expect(quotaWords('entities', 20)).toBe('20');
  });
});
