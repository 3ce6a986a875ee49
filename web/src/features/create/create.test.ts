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
const person: CreateContext = { type: 'person', id: 7, name: 'Anna Ek', image: null };

/** The specification's table, written down a second time: who may, given type and role. */
const admin = (role: string) => role === 'OWNER' || role === 'ADMINISTRATOR';
type Rule = { person: boolean; organisation: (type: string, role: string) => boolean };
const everybody: Rule = { person: true, organisation: () => true };
const personOnly: Rule = { person: true, organisation: () => false };
const admins = (...types: string[]): Rule => ({
  person: false,
  organisation: (type, role) => (types.length === 0 || types.includes(type)) && admin(role),
});
const associations = admins('association', 'sports-club', 'cultural-association');
const table: Record<OptionId, Rule> = {
  post: everybody,
  event: everybody,
  article: everybody,
  photo: everybody,
  'association-event': associations,
  'membership-drive': associations,
  'organization-post': admins(),
  'school-activity': admins('school', 'preschool', 'high-school'),
  'lunch-menu': admins('school', 'preschool'),
  meeting: personOnly,
  reminder: personOnly,
  'invite-person': personOnly,
  municipality: personOnly,
  booking: { person: false, organisation: (_, role) => admin(role) || role === 'MEMBER' },
  resource: admins(),
  tickets: admins(),
  'opening-hours': admins(),
  location: admins(),
  promotion: admins('company', 'store', 'restaurant'),
};

describe('who may create what [shell 6.7 6.8 6.9 6.10 6.11 6.12 6.13 6.14 6.15 6.16 5.9]', () => {
  it('has a rule for every option', () => {
    expect(createOptions.map(({ id }) => id).sort()).toEqual(Object.keys(table).sort());
  });

  it.each(createOptions.map((option) => [option.id, option] as const))('%s', (id, option) => {
    expect(mayCreate(option, person)).toBe(table[id].person);
    const wrong: string[] = [];
    for (const entityType of entityTypes) {
      for (const txRelationType of roles) {
        const context = { ...person, type: 'organization' as const, entityType, txRelationType };
        if (mayCreate(option, context) !== table[id].organisation(entityType, txRelationType)) {
          wrong.push(`${entityType} ${txRelationType}`);
        }
      }
    }
    expect(wrong).toEqual([]);
  });
});

describe('what choosing an option does [shell 6.17]', () => {
  const to = spec['6.17'];
  const club: CreateContext = { ...person, type: 'organization', id: 3 };
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
    expect(creators(anna, all).map(({ type, id }) => [type, id])).toEqual([
      ['person', 7],
      ['organization', 3],
      ['organization', 5],
    ]);
  });
});

describe('the list [shell 2.62 3.8]', () => {
  it('is grouped in the order of the categories, the common ones first', () => {
    expect(optionGroups(createOptions, person, '').map(({ category }) => category)).toEqual([
      'common',
      'calendar',
      'communication',
      'municipality',
    ]);
    expect(optionGroups(createOptions, person, '')[0]?.options.map(({ id }) => id)).toEqual(
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
    const found = optionGroups(createOptions, person, typed).flatMap(({ options }) => options);
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
