import { describe, expect, it } from 'vitest';
import type { EntityType, RelationType } from '@/api/types.ts';
import { allDestinations } from '@/commands/destinations.tsx';
import { conflicts } from '@/commands/registry.ts';
import { shortcuts } from '@/commands/useShortcuts.ts';
import { anna, bjorken, membership } from '@/test/world.ts';
import { createTexts } from '@/texts/create.ts';
import { entityTypeLabels, relationLabels } from '@/texts/entities.ts';
import { spec } from '../../../e2e/spec/spec.ts';
import { organisationContext, userContext } from '../context/model.ts';
import { createPost, onCreatePost } from './events.ts';
import { type CreateContext, createCommands, createOptions, type OptionId } from './options.ts';
import { creators, defaultCreator, mayCreate, optionGroups } from './rules.ts';

const entityTypes = Object.keys(entityTypeLabels) as EntityType[];
const roles = Object.keys(relationLabels) as RelationType[];
const anybody: CreateContext = { type: 'person', id: 7, name: 'Anna Ek', image: null };

/** What the specification says of some options: the context they need, and of organisations type and role. */
type Line = { options: string[]; context?: string; types?: string[]; roles?: string[] };

/** 'Association event' in the specification is the option 'association-event'. */
const idOf = (name: string) => name.toLowerCase().replaceAll(' ', '-');

describe('who may create what [shell 6.7 6.8 6.9 6.10 6.11 6.12 6.13 6.14 6.15 6.16 5.9]', () => {
  const [organization, person] = spec['6.7'].contexts;
  const lines: Line[] = [
    { options: spec['6.8'].options },
    {
      options: spec['6.9'].options,
      context: spec['6.9'].context,
      types: spec['6.9'].types,
      roles: spec['6.9'].roles,
    },
    {
      options: spec['6.10'].options,
      context: spec['6.10'].context,
      roles: spec['6.10'].roles,
    },
    {
      options: spec['6.11'].options,
      context: spec['6.11'].context,
      types: spec['6.11'].types,
      roles: spec['6.11'].roles,
    },
    {
      options: spec['6.12'].options,
      context: spec['6.12'].context,
      types: spec['6.12'].types,
      roles: spec['6.12'].roles,
    },
    { options: spec['6.13'].options, context: spec['6.13'].context },
    {
      options: spec['6.14'].options,
      context: spec['6.14'].context,
      roles: spec['6.14'].roles,
    },
    {
      options: spec['6.15'].options,
      context: spec['6.15'].context,
      roles: spec['6.15'].roles,
    },
    {
      options: spec['6.16'].options,
      context: spec['6.16'].context,
      types: spec['6.16'].types,
      roles: spec['6.16'].roles,
    },
    // Of areas whose specification names no option: whoever comes.
    { options: ['board', 'infopoint'] },
  ];
  const lineOf = (id: string) => lines.find(({ options }) => options.map(idOf).includes(id));
  const within = (one: string | undefined, list: string[] | undefined) =>
    !list || (one !== undefined && list.includes(one));

  it('has a rule for every option', () => {
    const said = lines.flatMap(({ options }) => options.map(idOf));
    expect(createOptions.map(({ id }) => id).sort()).toEqual(said.sort());
  });

  it.each(createOptions.map((option) => [option.id, option] as const))('%s', (id, option) => {
    const { context, types, roles: needed } = lineOf(id) as Line;
    expect(mayCreate(option, { ...anybody, type: person as 'person' })).toBe(
      within(person, context === undefined ? undefined : [context]),
    );
    const wrong: string[] = [];
    for (const entityType of entityTypes) {
      for (const txRelationType of roles) {
        const type = organization as 'organization';
        const may =
          (context ?? organization) === organization &&
          within(entityType, types) &&
          within(
            txRelationType,
            needed?.map((role) => role.toUpperCase()),
          );
        if (mayCreate(option, { ...anybody, type, entityType, txRelationType }) !== may) {
          wrong.push(`${entityType} ${txRelationType}`);
        }
      }
    }
    expect(wrong).toEqual([]);
  });
});

describe('what choosing an option does [shell 6.17]', () => {
  const to = spec['6.17'];
  const person = anybody;
  const club: CreateContext = { ...anybody, type: 'organization', id: 3 };
  it.each<[OptionId, CreateContext, string, unknown]>([
    ['post', person, to.feed, undefined],
    ['post', club, to.feed, { asOrganization: true }],
    ['photo', person, to.feed, { focusMedia: true }],
    ['organization-post', club, to.feed, { asOrganization: true }],
    ['promotion', club, to.feed, { asOrganization: true, promotional: true }],
    ['event', person, to.event, null],
    ['article', person, to.article, null],
    ['meeting', person, '/event/create?type=meeting&private=true', null],
    ['reminder', person, '/event/create?type=reminder&private=true', null],
    ['school-activity', club, '/event/create?type=school-activity&organization=3', null],
    ['association-event', club, '/event/create?type=public&organization=3', null],
    ['membership-drive', club, to.members, null],
    ['booking', club, to.booking, null],
    ['resource', club, to.resource, null],
    ['tickets', club, to.tickets, null],
    ['opening-hours', club, to.openingHours, null],
    ['location', club, to.location, null],
    ['invite-person', person, to.person, null],
    ['municipality', person, to.municipality, null],
    ['lunch-menu', club, '/skolmatsedel?organization=3', null],
  ])('%s as %o leads to %s', (id, context, path, wish) => {
    const went: string[] = [];
    const heard: unknown[] = [];
    const listen = (event: Event) => heard.push((event as CustomEvent).detail ?? undefined);
    window.addEventListener('openCreatePost', listen);
    const option = createOptions.find((one) => one.id === id);
    option?.action(context, { navigate: (to) => went.push(to), later: (run) => run() });
    window.removeEventListener('openCreatePost', listen);
    expect(went).toEqual([path]);
    expect(heard).toEqual(wish === null ? [] : [wish]);
  });
});

it('a wish to write reaches a feed that comes later, once', () => {
  const heard: unknown[] = [];
  createPost({ focusMedia: true });
  onCreatePost((wish) => heard.push(wish))();
  onCreatePost((wish) => heard.push(wish))();
  expect(heard).toEqual([{ focusMedia: true }]);
});

describe('in whose name [shell 4.3 6.2 3.4]', () => {
  const led = bjorken;
  const joined = membership(5, 'MEMBER');
  const followed = membership(6, 'FOLLOWER');
  const all = [led, joined, followed];

  it('is that of nobody else', () => {
    for (const txRelationType of roles) {
      const one = { ...bjorken, txRelationType };
      const { type } = defaultCreator(organisationContext(one), anna, [one]);
      const leads = spec['6.2'].standard.includes(txRelationType);
      expect(type, txRelationType).toBe(leads ? 'organization' : 'person');
      expect(creators(anna, [one])).toHaveLength(
        spec['6.2'].acting.includes(txRelationType) ? 2 : 1,
      );
    }
  });

  it('is the organisation acted as, where one leads it', () => {
    expect(defaultCreator(organisationContext(led), anna, all)).toMatchObject({ id: 3 });
    expect(
      defaultCreator(organisationContext({ ...led, txRelationType: 'ADMINISTRATOR' }), anna, [
        { ...led, txRelationType: 'ADMINISTRATOR' },
      ]),
    ).toMatchObject({ type: 'organization', id: 3 });
    expect(defaultCreator(organisationContext(joined), anna, all)).toMatchObject({
      type: 'person',
    });
    expect(defaultCreator(userContext(anna), anna, all)).toMatchObject({ type: 'person', id: 7 });
    expect(defaultCreator(null, anna, all)).toMatchObject({ type: 'person' });
  });

  it('may be oneself or an organisation one acts for', () => {
    const [person, organization] = spec['3.4'].types;
    const offered = creators(anna, all);
    expect(offered.map(({ type, id }) => [type, id])).toEqual([
      [person, 7],
      [organization, 3],
      [organization, 5],
    ]);
    for (const one of offered) {
      expect(Object.keys(one)).toEqual(expect.arrayContaining(spec['3.4'].fields));
    }
    expect(offered.map(({ image }) => image)).toEqual([anna.profileImage, led.image, joined.image]);
  });
});

describe('the list [shell 2.62 3.8]', () => {
  it('is grouped in the order of the categories, the common ones first', () => {
    expect(optionGroups(createOptions, anybody, '').map(({ category }) => category)).toEqual([
      'common',
      'calendar',
      'communication',
      'tools',
      'municipality',
    ]);
    expect(optionGroups(createOptions, anybody, '')[0]?.options.map(({ id }) => id)).toEqual(
      spec['2.62'].common,
    );
    expect(Object.keys(createTexts.categories)).toEqual(spec['2.62'].categories);
    expect(spec['3.8'].categories.filter((one) => !(one in createTexts.categories))).toEqual([]);
  });

  it.each([
    ['MÖTE', ['meeting']],
    ['inlägg', ['post']],
    ['finns inte', []],
  ])('finds %s', (typed, ids) => {
    const found = optionGroups(createOptions, anybody, typed).flatMap(({ options }) => options);
    expect(found.map(({ id }) => id)).toEqual(ids);
  });
});

describe('keys', () => {
  it('belong to one command each', () => {
    const commands = [...allDestinations, ...createCommands];
    expect(conflicts([...commands, ...shortcuts(true)])).toEqual([]);
    expect(conflicts([...commands, ...shortcuts(false)])).toEqual([]);
  });

  it('claimed twice are found', () => {
    const twice = [...createCommands, { ...createCommands[0], id: 'other' }];
    expect(conflicts(twice as typeof createCommands)).toEqual(['create i: create/post,other']);
  });
});
