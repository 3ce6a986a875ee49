import { expect, it } from 'vitest';
import type { Membership } from '@/api/types.ts';
import { distinctByName } from './api.ts';

it('lists each organisation once, in Swedish order [shell 5.2 3.2]', () => {
  const one = (idEntity: number, entityName: string): Membership => ({
    idEntity,
    entityName,
    entitySlug: String(idEntity),
    txRelationType: 'MEMBER',
    entityType: 'association',
    image: null,
  });
  const names = distinctByName([one(1, 'Örn'), one(2, 'Ärla'), one(3, 'Zebra'), one(1, 'Örn')]);
  expect(names.map((entity) => entity.entityName)).toEqual(['Zebra', 'Ärla', 'Örn']);
});
