/** What a choice of a cell sends, shows, and how it is taken back (contract 11.3). */
import { describe, expect, it } from 'vitest';
import { spec } from '../../../../e2e/spec/spec.ts';
import { digested, fold, keyOf, meets, released, rowsOf, switched, undone } from './cells.ts';
import { cells } from './samples.ts';
import type { Cell } from './types.ts';

const find = (all: readonly Cell[], key: string): Cell => {
  const found = all.find((cell) => keyOf(cell) === key);
  if (!found) throw new Error(key);
  return found;
};
const mail = { notificationType: 'MENTION', channel: 'email' } as const;

describe('rows [social 9.8]', () => {
  it('are the fourteen types in the server’s order, SMS for three of them', () => {
    const rows = rowsOf(cells());
    expect(rows.map(({ type }) => type)).toEqual([
      ...['MENTION', 'REPLY', 'MESSAGE', 'ANNOUNCEMENT', 'EVENT', 'ENROLLMENT', 'BOOKING'],
      ...['TASK', 'COURSE', 'MEMBERSHIP', 'FEED', 'MODERATION', 'PLACE', 'NEWSLETTER'],
    ]);
    const { channels } = spec['social 9.8'];
    const announced = rows.find(({ type }) => type === 'ANNOUNCEMENT');
    expect(Object.keys(announced?.cells ?? {})).toEqual(channels);
    const bySms = rows.filter((row) => row.cells.sms).map(({ type }) => type);
    expect(bySms).toEqual(['ANNOUNCEMENT', 'EVENT', 'BOOKING']);
  });
});

describe.each([
  ['of mine', null, 'PERSONAL'],
  ['of an organisation', 3, 'ENTITY'],
] as const)('a cell %s', (_, entityId, source) => {
  const all = cells(entityId);
  const cell = find(all, 'MENTION-email');
  const place = { entityId, ...mail };

  it('is sent alone, and shown as chosen here', () => {
    const act = switched(cell, false);
    expect(act.changes).toEqual([{ ...place, enabled: false }]);
    const shown = fold(all, [act]);
    expect(find(shown, 'MENTION-email')).toEqual({ ...cell, enabled: false, source });
    expect(shown.filter((one, n) => one !== all[n])).toHaveLength(1);
  });

  it('with a digest is on', () => {
    expect(digested(cell, 'WEEKLY').changes).toEqual([
      { ...place, enabled: true, digest: 'WEEKLY' },
    ]);
  });

  it('that followed something is undone by following again', () => {
    const act = undone(switched(cell, false));
    expect(act.changes).toEqual([{ ...place, enabled: null }]);
    expect(act.shown).toEqual([cell]);
  });

  it('that was chosen before is undone to that choice', () => {
    const daily: Cell = { ...cell, digest: 'DAILY', source };
    expect(undone(switched(daily, false)).changes).toEqual([
      { ...place, enabled: true, digest: 'DAILY' },
    ]);
    const off: Cell = { ...cell, enabled: false, source };
    // A digest would mean that it is on.
    expect(undone(switched(off, true)).changes).toEqual([{ ...place, enabled: false }]);
  });

  it('is released with what else of its row was chosen here, and shown as it is until the server says', () => {
    const held = cells(entityId, {
      'EVENT-push': { enabled: false, source },
      'EVENT-sms': { enabled: true, source },
    });
    const row = rowsOf(held).find(({ type }) => type === 'EVENT');
    if (!row) throw new Error('no row');
    const act = released(row);
    expect(act.changes).toEqual([
      { entityId, notificationType: 'EVENT', channel: 'push', enabled: null },
      { entityId, notificationType: 'EVENT', channel: 'sms', enabled: null },
    ]);
    expect(fold(held, [act])).toEqual(held);
    expect(undone(act).changes.map(({ enabled }) => enabled)).toEqual([false, true]);
  });
});

describe('several choices', () => {
  it('of one cell: the later holds; a choice of another cell stays', () => {
    const all = cells();
    const cell = find(all, 'MENTION-email');
    const push = switched(find(all, 'TASK-push'), false);
    const shown = fold(all, [switched(cell, false), push, switched(cell, true)]);
    expect(find(shown, 'MENTION-email').enabled).toBe(true);
    expect(find(shown, 'TASK-push').enabled).toBe(false);
    expect(meets(switched(cell, false), digested(cell, 'DAILY'))).toBe(true);
    expect(meets(switched(cell, false), push)).toBe(false);
  });
});
