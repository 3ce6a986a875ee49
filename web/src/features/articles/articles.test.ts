/** What of articles is pure: whose names one may write in, and what is kept on the device. */
import { beforeEach, describe, expect, it } from 'vitest';
import type { Membership, RelationType } from '@/api/types.ts';
import { forgetPerson, PERSONAL, writeStored } from '@/lib/storage.ts';
import { keepDraft, nothing, readDraft, sameWords } from './draft.ts';
import { articlePath, editPath, newArticlePath } from './paths.ts';
import { writersOf } from './writers.ts';

const relation = (txRelationType: RelationType, idEntity: number): Membership => ({
  idEntity,
  entityName: `Nr ${idEntity}`,
  entitySlug: `nr-${idEntity}`,
  entityType: 'school',
  txRelationType,
  image: null,
});

describe('in whose name one may write', () => {
  it('is of the roles that the server lets write', () => {
    const all: RelationType[] = [
      'OWNER',
      'ADMINISTRATOR',
      'EDITOR',
      'MODERATOR',
      'PRESIDENT',
      'MEMBER',
      'EMPLOYEE',
      'TEACHER',
      'FOLLOWER',
    ];
    const writers = writersOf(all.map(relation)).map(({ txRelationType }) => txRelationType);
    expect(writers).toEqual(['OWNER', 'ADMINISTRATOR', 'EDITOR']);
  });
});

describe('what is being written', () => {
  const written = { ...nothing, title: 'Om våren', body: 'Snart.' };
  beforeEach(() => localStorage.clear());

  it('is kept apart for each article, and for a new one', () => {
    keepDraft('new', { written, idEntity: 3, version: null });
    keepDraft('a-1', { written: { ...written, title: 'Annat' }, idEntity: null, version: 4 });
    expect(readDraft('new')).toEqual({ written, idEntity: 3, version: null });
    expect(readDraft('a-1')?.version).toBe(4);
    keepDraft('new', null);
    expect(readDraft('new')).toBeNull();
    expect(readDraft('a-1')?.written.title).toBe('Annat');
  });

  it('goes with the person who signs out', () => {
    keepDraft('new', { written, idEntity: null, version: null });
    forgetPerson();
    expect(readDraft('new')).toBeNull();
  });

  it.each(['{', 'null', '{}', '{"written":{"title":"x"}}', '{"written":{"title":1}}'])(
    'is nothing where what is stored cannot be read: %s',
    (stored) => {
      writeStored(`${PERSONAL}article:new`, stored);
      expect(readDraft('new')).toBeNull();
    },
  );

  it('is the same where only the space around it differs', () => {
    expect(sameWords(written, { ...written, body: ' Snart.\n' })).toBe(true);
    expect(sameWords(written, { ...written, coverAlt: 'En sjö' })).toBe(false);
  });
});

it('has its addresses', () => {
  expect(articlePath({ uuid: 'a-1', slug: 'om-varen' })).toBe('/artiklar/a-1/om-varen');
  expect(editPath('a-1')).toBe('/articles/a-1/edit');
  expect([newArticlePath(), newArticlePath(3)]).toEqual([
    '/articles/new',
    '/articles/new?organization=3',
  ]);
});
