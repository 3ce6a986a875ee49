/** The fields that the specification names are those of the server's own document, which the types are made of. */
import { expect, it } from 'vitest';
import { spec } from '../../e2e/spec/spec.ts';
import { components } from '../../openapi.json';

const { schemas } = components;
const fieldsOf = (schema: 'Membership' | 'Suggestion' | 'Guide' | 'Guides' | 'CanDismiss') =>
  Object.keys(schemas[schema].properties);

it('an organisation one belongs to has them [shell 3.2]', () => {
  expect(fieldsOf('Membership')).toEqual(expect.arrayContaining(spec['3.2'].fields));
});

it('what the search suggests has them [shell 3.5]', () => {
  // An event says besides when it begins.
  const all = [...spec['3.5'].fields, 'start', 'startDate'];
  expect(fieldsOf('Suggestion').sort()).toEqual(all.sort());
});

it('the status of guides has them [shell 3.9 7.1]', () => {
  expect(fieldsOf('Guide')).toEqual(expect.arrayContaining(spec['3.9'].status));
  expect(fieldsOf('Guide')).toEqual(expect.arrayContaining(spec['7.1'].status));
  expect(fieldsOf('Guides').sort()).toEqual([...spec['3.9'].user].sort());
  expect(fieldsOf('Guides').sort()).toEqual([...spec['7.1'].user].sort());
  expect(fieldsOf('CanDismiss')).toEqual([spec['7.1'].may]);
});
