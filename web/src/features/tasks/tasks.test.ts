/** Days, lists and filters of tasks, and their way over the wire: the pure parts. */
import { describe, expect, it } from 'vitest';
import { dueDay, dueWords, isLate } from '@/lib/due.ts';
import { dueOn, type Group, grouped, groupOf } from './due.ts';
import { choicesOf, filtersIn, fits } from './filters.ts';
import { applied, fieldsOf, type Pages, patched, takes, tasksIn } from './fold.ts';
import { anna, bo, NOW, sample, sent } from './samples.ts';
import type { Task } from './types.ts';
import { sentFields, taskOf } from './wire.ts';

const WEDNESDAY = '2026-11-25';
const at = (iso: string) => Date.parse(iso);
const dated = (dueDate: string, more: Partial<Task> = {}) => sample({ dueDate, ...more });
const timed = (iso: string, more: Partial<Task> = {}) =>
  sample({ dueAt: at(iso), timeZone: 'Europe/Stockholm', ...more });

describe('groups by day', () => {
  it.each<[string, Group]>([
    ['2026-11-24', 'late'],
    ['2026-11-25', 'today'],
    ['2026-11-26', 'tomorrow'],
    ['2026-11-27', 'week'],
    ['2026-11-29', 'week'],
    ['2026-11-30', 'later'],
  ])('%s on a Wednesday is %s', (day, group) => {
    expect(groupOf(dated(day), WEDNESDAY)).toBe(group);
  });

  it('have no rest of the week at its end', () => {
    const saturday = '2026-11-28';
    expect(groupOf(dated('2026-11-29'), saturday)).toBe('tomorrow');
    expect(groupOf(dated('2026-11-30'), saturday)).toBe('later');
    expect(groupOf(dated('2026-11-30'), '2026-11-29')).toBe('tomorrow');
  });

  it('go over the end of a year', () => {
    expect(groupOf(dated('2027-01-01'), '2026-12-31')).toBe('tomorrow');
    expect(groupOf(dated('2027-01-03'), '2026-12-31')).toBe('week');
  });

  it('have what is not due last', () => {
    const tasks = [
      sample(),
      dated('2026-11-24', { idTask: 2 }),
      dated('2026-11-27', { idTask: 3 }),
    ];
    expect(grouped(tasks, WEDNESDAY).map(({ group }) => group)).toEqual([
      'late',
      'week',
      'undated',
    ]);
  });

  it('have times before what is due that day, then what presses', () => {
    const tasks = [
      dated(WEDNESDAY, { idTask: 1 }),
      dated(WEDNESDAY, { idTask: 2, priority: 4 }),
      timed('2026-11-25T15:00:00Z', { idTask: 3 }),
      timed('2026-11-25T07:00:00Z', { idTask: 4 }),
    ];
    expect(grouped(tasks, WEDNESDAY)[0]?.tasks.map(({ idTask }) => idTask)).toEqual([4, 3, 2, 1]);
  });

  it.each([
    // Winter: an hour before UTC's midnight.
    ['2026-11-24T22:59:00Z', '2026-11-24'],
    ['2026-11-24T23:00:00Z', '2026-11-25'],
    ['2026-11-25T22:59:59Z', '2026-11-25'],
    // The clocks go forward.
    ['2026-03-28T22:59:00Z', '2026-03-28'],
    ['2026-03-28T23:00:00Z', '2026-03-29'],
    ['2026-03-29T21:59:00Z', '2026-03-29'],
    ['2026-03-29T22:00:00Z', '2026-03-30'],
    // The clocks go back.
    ['2026-10-24T21:59:00Z', '2026-10-24'],
    ['2026-10-24T22:00:00Z', '2026-10-25'],
    ['2026-10-25T22:59:00Z', '2026-10-25'],
    ['2026-10-25T23:00:00Z', '2026-10-26'],
  ])('have a moment in Sweden: %s is %s', (iso, day) => {
    expect(dueDay(timed(iso))).toBe(day);
  });
});

describe('due', () => {
  it('is late by the day, a moment by the clock, and never once done', () => {
    expect(isLate(dated('2026-11-24'), NOW)).toBe(true);
    expect(isLate(dated(WEDNESDAY), NOW)).toBe(false);
    expect(isLate(timed('2026-11-25T08:59:00Z'), NOW)).toBe(true);
    expect(isLate(timed('2026-11-25T09:01:00Z'), NOW)).toBe(false);
    expect(isLate(dated('2026-11-24', { status: 'DONE' }), NOW)).toBe(false);
  });

  it.each([
    [dated(WEDNESDAY), 'i dag'],
    [timed('2026-11-26T14:30:00Z'), 'i morgon 15:30'],
    [dated('2026-11-24'), 'i går'],
    [dated('2026-12-04'), 'fredag 4 december'],
    [dated('2027-12-03'), 'fredag 3 december 2027'],
    [sample(), ''],
  ])('is said in words', (task, words) => {
    expect(dueWords(task, WEDNESDAY)).toBe(words);
  });

  it('moves to a day at the same time, over both changes of the clocks', () => {
    expect(dueOn(timed('2026-03-27T14:00:00Z'), '2026-03-30').dueAt).toBe(
      at('2026-03-30T13:00:00Z'),
    );
    expect(dueOn(timed('2026-10-23T13:00:00Z'), '2026-10-26').dueAt).toBe(
      at('2026-10-26T14:00:00Z'),
    );
    // 02:30 is skipped that night: as long after it.
    expect(dueOn(timed('2026-03-27T01:30:00Z'), '2026-03-29').dueAt).toBe(
      at('2026-03-29T01:30:00Z'),
    );
  });

  it('that was none becomes a date, and takes the start along', () => {
    expect(dueOn(sample({ startDate: '2026-12-01' }), WEDNESDAY)).toEqual({
      dueDate: WEDNESDAY,
      dueAt: null,
      timeZone: null,
      startDate: WEDNESDAY,
    });
  });
});

describe('lists as they are held', () => {
  const mine = { user: 7, status: 'OPEN' } as const;
  const pages = (tasks: Task[], next: string | null = null): Pages => ({
    pages: [{ content: tasks, next }],
    pageParams: [''],
  });
  const ids = (held: Pages) => tasksIn(held).map(({ idTask }) => idTask);

  it('have the newer of two states', () => {
    const held = pages([sample({ version: 3, txTitle: 'Ny' })]);
    expect(
      tasksIn(applied(held, mine, sample({ version: 2, txTitle: 'Gammal' })))[0]?.txTitle,
    ).toBe('Ny');
    expect(tasksIn(applied(held, mine, sample({ version: 4, txTitle: 'Nyast' })))[0]?.txTitle).toBe(
      'Nyast',
    );
  });

  it('take in what is theirs and nothing else', () => {
    expect(ids(applied(pages([]), mine, sample()))).toEqual([1]);
    expect(ids(applied(pages([]), mine, sample({ createdBy: bo, assignees: [anna] })))).toEqual([
      1,
    ]);
    expect(ids(applied(pages([]), mine, sample({ createdBy: bo })))).toEqual([]);
    expect(ids(applied(pages([]), mine, sample({ status: 'DONE' })))).toEqual([]);
  });

  it('wait for the page on which a later one comes', () => {
    const held = pages([dated('2026-11-25')], 'more');
    expect(ids(applied(held, mine, dated('2026-12-24', { idTask: 2 })))).toEqual([1]);
    expect(ids(applied(held, mine, dated('2026-11-20', { idTask: 2 })))).toEqual([2, 1]);
  });

  it('hide what is deleted until that is undone', () => {
    const gone = patched(pages([sample()]), 1, { gone: true });
    expect(ids(gone)).toEqual([]);
    expect(ids(patched(gone, 1, { gone: false }))).toEqual([1]);
  });

  it.each([
    [{ entity: 3 }, sample({ idEntity: 3 }), true],
    [{ entity: 3, assignee: 8 }, sample({ idEntity: 3 }), false],
    [{ entity: 3, assignee: 8 }, sample({ idEntity: 3, assignees: [bo] }), true],
    [{ parent: 5 }, sample({ idParent: 5 }), true],
    [{ target: 'EVENT:x' }, sample({ target: { kind: 'EVENT', id: 'x' } }), true],
    [{ user: 7, from: WEDNESDAY, to: WEDNESDAY }, dated(WEDNESDAY), true],
    [{ user: 7, from: WEDNESDAY, to: WEDNESDAY }, sample(), false],
    [{ user: 7, status: 'CLOSED' } as const, sample({ status: 'CANCELLED' }), true],
  ])('are asked for by whose they are', (wish, task, is) => {
    expect(takes(wish, task)).toBe(is);
  });

  it('send all of a task when one field of it changes', () => {
    const task = sample({
      labels: ['jobb'],
      checklist: [{ id: 4, text: 'Mjölk', done: true }],
      repeat: { rrule: 'FREQ=WEEKLY', from: 'SCHEDULE' },
      dueAt: NOW,
      timeZone: 'Europe/Stockholm',
      target: { kind: 'EVENT', id: 'x' },
      idParent: 9,
      assignees: [bo],
    });
    expect(fieldsOf(task)).toEqual({
      txTitle: 'Ring Karin',
      txDescription: '',
      assignees: [8],
      priority: 0,
      labels: ['jobb'],
      checklist: [{ id: 4, text: 'Mjölk', done: true }],
      dueAt: NOW,
      timeZone: 'Europe/Stockholm',
      target: { kind: 'EVENT', id: 'x' },
      idParent: 9,
      repeat: { rrule: 'FREQ=WEEKLY', from: 'SCHEDULE' },
    });
  });
});

describe('the wire', () => {
  it('has moments as RFC 3339', () => {
    const task = sample({ dueAt: NOW, timeZone: 'Europe/Stockholm', completed: NOW });
    expect(taskOf(sent(task))).toEqual(task);
    expect(sentFields({ txTitle: 'x', dueAt: NOW })).toEqual({
      txTitle: 'x',
      dueAt: '2026-11-25T09:00:00.000Z',
    });
  });
});

describe('filters', () => {
  it('stand in the address; what is unknown there is the usual', () => {
    expect(filtersIn(new URLSearchParams('status=DONE&etikett=jobb&org=3'))).toEqual({
      status: 'DONE',
      label: 'jobb',
      organisation: '3',
    });
    expect(filtersIn(new URLSearchParams('status=X')).status).toBe('OPEN');
  });

  it('choose among what there is', () => {
    const tasks = [
      sample({ labels: ['äpple', 'zon'] }),
      sample({ labels: ['jobb'], idEntity: 3, entityName: 'Björken' }),
    ];
    const none = filtersIn(new URLSearchParams());
    expect(choicesOf(tasks, none)).toEqual({
      labels: ['jobb', 'zon', 'äpple'],
      organisations: [['3', 'Björken']],
    });
    expect(tasks.map((task) => fits({ ...none, organisation: 'egna' }, task))).toEqual([
      true,
      false,
    ]);
    expect(tasks.map((task) => fits({ ...none, label: 'jobb' }, task))).toEqual([false, true]);
  });
});
