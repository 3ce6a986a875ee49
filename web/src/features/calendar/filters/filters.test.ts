import { describe, expect, it } from 'vitest';
import { activated, activeOf, draftOf, type EventFilter, isChosen } from './filters.ts';

const filter = (idFilter: number, isActive: boolean, ...uuids: string[]): EventFilter => ({
  idFilter,
  name: `Urval ${idFilter}`,
  isActive,
  rules: uuids.map((calendarUUID, n) => ({ idCalendar: n, calendarUUID })),
});

describe('a choice of calendars', () => {
  const filters = [filter(1, false, 'a'), filter(2, true, 'b', 'c'), filter(3, false)];

  it('shows what is in it, and without one everything', () => {
    const active = activeOf(filters);
    expect(['a', 'b', 'c'].map((uuid) => isChosen(active, uuid))).toEqual([false, true, true]);
    expect(isChosen(activeOf(activated(filters, null)), 'a')).toBe(true);
    expect(isChosen(filters[2], 'a')).toBe(false);
  });

  it('is the only one that holds', () => {
    expect(activated(filters, 1).map(({ isActive }) => isActive)).toEqual([true, false, false]);
    expect(activated(filters, null).some(({ isActive }) => isActive)).toBe(false);
  });

  it('is sent as it stands', () => {
    expect(draftOf(filter(2, true, 'b', 'c'))).toEqual({
      name: 'Urval 2',
      isActive: true,
      rules: [{ calendarUUID: 'b' }, { calendarUUID: 'c' }],
    });
  });
});
