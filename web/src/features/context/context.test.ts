import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { RelationType } from '@/api/types.ts';
import { clearSession } from '@/lib/session.ts';
import { anna, bjorken, membership } from '@/test/world.ts';
import { entityTypeLabel, relationLabel, relationLabels } from '@/texts/entities.ts';
import { count, spec } from '../../../e2e/spec/spec.ts';
import {
  type ActiveContext,
  actsAsEntity,
  contextReducer,
  noContext,
  organisationContext,
  userContext,
} from './model.ts';
import { noteVisit, readRecent, withVisit } from './recent.ts';
import {
  contextOfPath,
  enterable,
  filterOrganisations,
  mayActAs,
  restored,
  shortLabel,
  slugOfPath,
} from './rules.ts';
import { CONTEXT_KEY, parseContext, readContext, writeContext } from './storage.ts';
import {
  contextState,
  enterOrganisation,
  enterPersonal,
  followOtherTabs,
  followPath,
  forgetContext,
  knowFacts,
  switchTo,
  viewOrganisation,
} from './store.ts';

const person = userContext(anna);
const club = organisationContext(bjorken);
const followed = membership(4, 'FOLLOWER', { entitySlug: 'ikaria' });
const facts = { me: anna, organisations: [bjorken, followed] };

afterEach(() => {
  forgetContext();
  localStorage.clear();
});

describe('context state [shell 4.1 3.3]', () => {
  it('has what it is said to have', () => {
    expect(Object.keys(noContext)).toEqual(spec['4.1'].states);
  });

  it('keeps the old one as the previous one', () => {
    const one = contextReducer(noContext, { type: 'SET', context: person });
    const two = contextReducer(one, { type: 'SET', context: club });
    expect(two).toMatchObject({ activeContext: club, previousContext: person });
  });

  it('loads: clears the error, then sets or fails', () => {
    const failed = contextReducer(noContext, { type: 'FAILED', error: 'Context not found' });
    expect(failed).toMatchObject({ loading: false, error: 'Context not found' });
    const loading = contextReducer(failed, { type: 'LOAD' });
    expect(loading).toMatchObject({ loading: true, error: null });
    const loaded = contextReducer(loading, { type: 'LOADED', context: club });
    expect(loaded).toMatchObject({ loading: false, activeContext: club });
    const again = contextReducer(loading, { type: 'FAILED', error: 'x' });
    expect(again).toMatchObject({ loading: false, error: 'x', activeContext: null });
  });

  it('is null when cleared', () => {
    const set = contextReducer(noContext, { type: 'SET', context: club });
    expect(contextReducer(set, { type: 'CLEAR' }).activeContext).toBeNull();
  });
});

describe('acting for an organisation [shell 5.4 6.2]', () => {
  const acting = spec['5.4'].relations;
  it.each(Object.keys(relationLabels))('as %s', (type) => {
    expect(mayActAs({ txRelationType: type as RelationType })).toBe(acting.includes(type));
  });

  it('needs a slug to go to and a numeric id [shell 5.3]', () => {
    expect(enterable([bjorken], { id: 3 })).toEqual(club);
    expect(enterable([{ ...bjorken, entitySlug: '' }], { id: 3 })).toBeNull();
    expect(enterable([{ ...bjorken, idEntity: Number.NaN }], { slug: 'bjorkens-if' })).toBeNull();
    expect(enterable([bjorken], { id: 99 })).toBeNull();
  });

  it('labels every kind of organisation, an unknown one as Organisation [shell 3.7 1.4]', () => {
    for (const said of spec['3.7'].labels) {
      const [type = '', label] = said.split(' ');
      expect(entityTypeLabel(type)).toBe(label);
    }
    const [, standard] = spec['3.7'].labels.at(-1)?.split(' ') ?? [];
    expect(entityTypeLabel('spaceship')).toBe(standard);
  });

  it('labels every relation type, an unknown one by its raw value [shell 3.6]', () => {
    const { owner, administrator, member, follower, types } = spec['3.6'];
    expect(relationLabel('OWNER')).toBe(owner);
    expect(relationLabel('ADMINISTRATOR')).toBe(administrator);
    expect(relationLabel('MEMBER')).toBe(member);
    expect(relationLabel('FOLLOWER')).toBe(follower);
    expect(relationLabel('ASTRONAUT')).toBe('ASTRONAUT');
    expect(Object.keys(relationLabels).sort()).toEqual([...types].sort());
  });
});

describe('which context an address asks for [shell 4.1 4.2]', () => {
  it.each([
    ['/bjorkens-if', 'organization', 3],
    ['/Bjorkens-IF/', 'organization', 3],
    // Where one may not act, or that is nobody's.
    ['/ikaria', 'user', 7],
    ['/okand', 'user', 7],
    ['/family', 'family', 7],
  ])('%s: %s %i', (path, type, id) => {
    expect(contextOfPath(path, facts)).toMatchObject({ type, id });
  });

  it.each(['/', '/feed', '/konversation/1/2', '/settings', '/anna-ek/settings', '/%E0%A4%A'])(
    '%s: none, the present one stays',
    (path) => {
      expect(slugOfPath(path)).toBeNull();
      expect(contextOfPath(path, facts)).toBeNull();
    },
  );
});

describe('restoring [shell 4.1]', () => {
  it.each<[string, ActiveContext | null, string, ActiveContext]>([
    ['the stored organisation', club, '/feed', club],
    ['the one of the address before the stored one', person, '/bjorkens-if', club],
    ['the person where the address is not theirs to act in', club, '/ikaria', person],
    ['the person where nothing is stored', null, '/', person],
    ['the person where the organisation is gone', { ...club, id: 12 }, '/', person],
    ['today’s name of the organisation', { ...club, name: 'Old' }, '/', club],
    ['the person where another one’s is stored', { ...person, id: 99 }, '/', person],
  ])('gives %s', (_, stored, path, expected) => {
    expect(restored(stored, path, facts)).toEqual(expected);
  });

  it('takes whatever was stored, and never throws', () => {
    fc.assert(
      fc.property(fc.oneof(fc.json(), fc.string()), (text) => {
        const stored = parseContext(text);
        expect(['user', 'organization', 'family', 'personal', undefined]).toContain(stored?.type);
        expect(restored(stored, '/', facts).id).toBeDefined();
      }),
    );
  });
});

describe('the store', () => {
  it('writes the context under its key and reads it back [shell 3.3]', () => {
    knowFacts(facts, '/bjorkens-if');
    const { key, types, fields } = spec['3.3'];
    const kept = JSON.parse(localStorage.getItem(key) ?? '');
    expect(kept).toMatchObject({ type: 'organization', id: 3, slug: 'bjorkens-if' });
    expect(types).toContain(kept.type);
    expect(Object.keys(kept).filter((name) => !fields.includes(name))).toEqual([]);
    forgetContext();
    knowFacts(facts, '/feed');
    expect(contextState().activeContext).toEqual(club);
    clearSession();
    expect(localStorage.getItem(CONTEXT_KEY)).toBeNull();
  });

  it('works where the browser has no storage [shell 8.14]', () => {
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    vi.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
      throw new DOMException('denied', 'SecurityError');
    });
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
    knowFacts(facts, '/bjorkens-if');
    expect(contextState().activeContext).toEqual(club);
    expect(warn).toHaveBeenCalled();
  });

  it('follows the address [shell 4.1]', () => {
    knowFacts(facts, '/');
    followPath('/bjorkens-if');
    expect(contextState()).toMatchObject({ activeContext: club, previousContext: person });
    followPath('/konversation');
    expect(contextState().activeContext).toEqual(club);
    followPath('/ikaria');
    expect(contextState().activeContext).toEqual(person);
  });

  it('is the organisation whose public page is loaded, though one is nothing there [shell 4.1]', () => {
    const bridge = { idEntity: 12, entityName: 'Bridge', entitySlug: 'bridge', image: null };
    const looked = { type: 'organization', id: 12, slug: 'bridge', name: 'Bridge' };
    knowFacts(facts, '/bjorkens-if');
    followPath('/bridge');
    viewOrganisation(bridge);
    expect(contextState().activeContext).toMatchObject(looked);
    expect(contextState().previousContext).toEqual(person);
    expect(JSON.parse(localStorage.getItem('activeContext') ?? '')).toMatchObject(looked);
    // Nothing is done in its name.
    expect(actsAsEntity(contextState().activeContext)).toBe(false);
    // What is known later changes nothing, a reload neither; another address ends it.
    knowFacts({ ...facts }, '/bridge');
    followPath('/bridge');
    expect(contextState().activeContext).toMatchObject(looked);
    forgetContext();
    knowFacts(facts, '/bridge');
    expect(contextState().activeContext).toMatchObject(looked);
    followPath('/feed');
    expect(contextState().activeContext).toEqual(person);
    viewOrganisation(bridge);
    forgetContext();
    knowFacts(facts, '/feed');
    expect(contextState().activeContext).toEqual(person);
  });

  it('acts for it as soon as one may [shell 4.1]', () => {
    viewOrganisation(bjorken);
    expect(actsAsEntity(contextState().activeContext)).toBe(false);
    knowFacts(facts, '/bjorkens-if');
    expect(contextState().activeContext).toEqual(club);
    viewOrganisation(bjorken);
    expect(contextState().activeContext).toEqual(club);
  });

  it('leaves an organisation that one is no longer in', () => {
    knowFacts(facts, '/bjorkens-if');
    knowFacts({ me: anna, organisations: [] }, '/feed');
    expect(contextState().activeContext).toEqual(person);
  });

  it('ignores a choice that is not allowed [shell 5.3]', () => {
    knowFacts(facts, '/');
    expect(enterOrganisation(4)).toBe(false);
    expect(enterOrganisation(3)).toBe(true);
  });

  it('asks the server before it switches', async () => {
    knowFacts(facts, '/');
    const refused = switchTo({ id: 3 }, async () => ({ me: anna, organisations: [] }));
    expect(contextState().loading).toBe(true);
    expect(await refused).toBeNull();
    expect(contextState().error).toBe('Du kan inte längre agera för organisationen.');
    expect(await switchTo({ id: 3 }, async () => facts)).toEqual(club);
    expect(contextState()).toMatchObject({ loading: false, error: null });
    expect(await switchTo('person', () => Promise.reject(new Error('gone')))).toBeNull();
    expect(contextState().activeContext).toEqual(club);
    expect(contextState().error).toBe('Det gick inte att byta. Servern kunde inte nås.');
  });
});

describe('a context that was chosen on an organisation’s page', () => {
  beforeEach(() => {
    window.history.replaceState(null, '', '/bjorkens-if');
    knowFacts(facts, '/bjorkens-if');
  });
  afterEach(() => window.history.replaceState(null, '', '/'));

  const fresh = () => ({ ...facts, organisations: [...facts.organisations] });

  it('stays while the page is left and what was fetched comes late', async () => {
    expect(await switchTo('person', async () => facts)).toEqual(person);
    knowFacts(fresh(), '/bjorkens-if');
    followPath('/bjorkens-if');
    expect(contextState().activeContext).toEqual(person);
    viewOrganisation(bjorken);
    expect(contextState().activeContext).toEqual(person);
    followPath('/');
    expect(contextState().activeContext).toEqual(person);
    // From the next address on, addresses count again.
    followPath('/bjorkens-if');
    expect(contextState().activeContext).toEqual(club);
  });

  it('stays when acting ends without going anywhere', () => {
    enterPersonal();
    knowFacts(fresh(), '/bjorkens-if');
    expect(contextState().activeContext).toEqual(person);
  });

  it('is what the page says when the switch fails', async () => {
    await switchTo('person', () => Promise.reject(new Error('gone')));
    knowFacts(fresh(), '/bjorkens-if');
    expect(contextState().activeContext).toEqual(club);
  });
});

describe('two tabs', () => {
  const told = vi.fn();
  let stop = () => {};
  beforeEach(() => {
    told.mockClear();
    stop = followOtherTabs(told);
  });
  afterEach(() => {
    stop();
    window.history.replaceState(null, '', '/');
  });
  const fromOther = (context: ActiveContext | null) =>
    window.dispatchEvent(
      new StorageEvent('storage', {
        key: CONTEXT_KEY,
        newValue: context && JSON.stringify(context),
      }),
    );

  it('act in the same name, and are told', () => {
    knowFacts(facts, '/');
    writeContext(null);
    fromOther(club);
    expect(contextState().activeContext).toEqual(club);
    expect(told).toHaveBeenCalledExactlyOnceWith(club);
    // It does not answer the other tab.
    expect(readContext()).toBeNull();
  });

  it('do not take what is gone, broken or not allowed', () => {
    knowFacts(facts, '/');
    fromOther(null);
    fromOther({ ...club, id: 99 });
    window.dispatchEvent(new StorageEvent('storage', { key: CONTEXT_KEY, newValue: '{' }));
    expect(contextState().activeContext).toEqual(person);
    expect(told).not.toHaveBeenCalled();
  });

  it('leave a tab alone that shows an organisation', () => {
    window.history.replaceState(null, '', '/bjorkens-if');
    knowFacts(facts, '/bjorkens-if');
    fromOther(person);
    expect(contextState().activeContext).toEqual(club);
  });
});

describe('organisations visited last [shell 9.4]', () => {
  const visited = (n: number) => ({ idEntity: n, entityName: `O${n}`, entitySlug: `o-${n}` });

  it('are ten at most, each once, newest first', () => {
    let list: ReturnType<typeof readRecent> = [];
    const kept = count(spec['9.4'].stored);
    for (let n = 1; n <= kept + 2; n += 1) list = withVisit(list, visited(n));
    list = withVisit(list, visited(5));
    expect(list).toHaveLength(kept);
    expect(list.map(({ idEntity }) => idEntity)).toEqual([5, 12, 11, 10, 9, 8, 7, 6, 4, 3]);
  });

  it('survive a reload, and go with the person', () => {
    noteVisit(visited(1));
    expect(readRecent()).toEqual([visited(1)]);
    clearSession();
    expect(readRecent()).toEqual([]);
  });
});

describe('the filter [shell 5.1]', () => {
  const all = [
    bjorken,
    membership(9, 'MEMBER', { entityName: 'Ärlans Vänner', entitySlug: 'arlan' }),
  ];
  it.each([
    ['', 2],
    ['BJÖRK', 1],
    ['ens-if', 1],
    ['vänner', 1],
    ['arlan', 1],
    ['zebra', 0],
  ])('%s finds %i', (typed, count) => expect(filterOrganisations(all, typed)).toHaveLength(count));
});

describe('the label in the header [shell 2.53 9.4]', () => {
  it.each([
    ['Björkens IF', 'Björkens IF'],
    ['x'.repeat(count(spec['2.53'].length)), 'x'.repeat(count(spec['9.4'].length))],
    [
      `${'x'.repeat(count(spec['2.53'].length))}y`,
      'x'.repeat(count(spec['9.4'].length)) + spec['2.53'].end,
    ],
    ['y'.repeat(40), 'y'.repeat(count(spec['2.53'].length)) + spec['9.4'].end],
  ])('%s: %s', (name, label) => expect(shortLabel(name)).toBe(label));
});
