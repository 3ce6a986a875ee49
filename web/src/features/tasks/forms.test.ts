/** The line of a day, stacks, the form and words of tasks: the pure parts. */
import { describe, expect, it } from 'vitest';
import type { DayEntry } from '@/area/slots.ts';
import { changeOf, checked, formOf, keepDraft, labelOf, readDraft } from './form.ts';
import { changeWords } from './history.ts';
import { actsFor, byPerson } from './members.ts';
import { movedTo, placeOf, rankAfter } from './order.ts';
import { targetPath } from './paths.ts';
import { choicesFor, choiceWords, reminderWords } from './reminders.ts';
import { anna, bo, sample } from './samples.ts';
import { spanWords, timeline } from './timeline.ts';
import type { Reminder, Task } from './types.ts';

const WEDNESDAY = '2026-11-25';
const at = (iso: string) => Date.parse(iso);
const dated = (dueDate: string, more: Partial<Task> = {}) => sample({ dueDate, ...more });
const timed = (iso: string, more: Partial<Task> = {}) =>
  sample({ dueAt: at(iso), timeZone: 'Europe/Stockholm', ...more });

describe('the line of a day', () => {
  const entry: DayEntry = {
    key: 'event/1',
    from: at('2026-11-25T12:00:00Z'),
    to: at('2026-11-25T13:30:00Z'),
    title: 'Möte',
    path: '/event/x',
  };
  const reminder = (more: Partial<Reminder>): Reminder => ({
    idTaskReminder: 1,
    idTask: 1,
    txTitle: 'Ring',
    status: 0,
    at: at('2026-11-25T12:00:00Z'),
    relativeTo: null,
    seconds: null,
    rrule: null,
    version: 1,
    ...more,
  });

  it('has the whole day first, then the clock; a reminder before what it is of', () => {
    const lines = timeline(
      {
        entries: [entry, { ...entry, key: 'event/2', from: null, to: null }],
        tasks: [
          dated(WEDNESDAY),
          timed('2026-11-25T07:00:00Z', { idTask: 2 }),
          dated('2026-11-26'),
        ],
        reminders: [reminder({})],
      },
      WEDNESDAY,
      WEDNESDAY,
    );
    expect(lines.map(({ key }) => key)).toEqual([
      'event/2',
      'task/1',
      'task/2',
      'reminder/1',
      'event/1',
    ]);
    expect(lines.map(spanWords)).toEqual(['', '', '08:00', '13:00', '13:00–14:30']);
  });

  it('keeps what has rung until it is acknowledged', () => {
    const rung = reminder({ status: 1, at: at('2026-11-23T12:00:00Z') });
    const on = (day: string, one: Reminder) =>
      timeline({ entries: [], tasks: [], reminders: [one] }, day, WEDNESDAY).length;
    expect(on(WEDNESDAY, rung)).toBe(1);
    expect(on('2026-11-23', rung)).toBe(0);
    expect(on(WEDNESDAY, { ...rung, status: 2 })).toBe(0);
  });
});

describe('a stack', () => {
  const stacked = [1, 2, 3].map((idTask, position) => ({ ...sample({ idTask }), position }));
  const order = (tasks: typeof stacked) => tasks.map(({ idTask }) => idTask);

  it('is moved in by steps, as far as there is room', () => {
    expect(rankAfter(stacked, 1, 'up')).toBeNull();
    expect(rankAfter(stacked, 3, 'down')).toBeNull();
    expect(rankAfter(stacked, 3, 'first')).toBe(0);
    expect(rankAfter(stacked, 1, 'last')).toBe(2);
    expect(order(movedTo(stacked, 3, 0))).toEqual([3, 1, 2]);
    expect(movedTo(stacked, 3, 0).map(({ position }) => position)).toEqual([0, 1, 2]);
  });

  it('says beside whom something stands', () => {
    expect(placeOf(movedTo(stacked, 3, 0), 3)).toEqual({ before: 1 });
    expect(placeOf(movedTo(stacked, 1, 2), 1)).toEqual({ after: 3 });
  });
});

describe('the form', () => {
  const typed = { dueDate: '', startDate: '' };

  it('sends what it has no fields for as it was read', () => {
    const task = sample({
      target: { kind: 'BOOKING', id: '9' },
      idParent: 4,
      dueAt: at('2026-11-27T14:00:00Z'),
      timeZone: 'Europe/Helsinki',
      repeat: { rrule: 'FREQ=HOURLY;INTERVAL=5', from: 'COMPLETION' },
      checklist: [{ id: 4, text: 'Mjölk', done: true }],
    });
    const form = formOf(task);
    expect([form.dueDate, form.dueTime]).toEqual(['2026-11-27', '16:00']);
    expect(changeOf(form, task, 3)).toMatchObject({
      version: 3,
      target: { kind: 'BOOKING', id: '9' },
      idParent: 4,
      dueAt: at('2026-11-27T14:00:00Z'),
      timeZone: 'Europe/Helsinki',
      repeat: { rrule: 'FREQ=HOURLY;INTERVAL=5', from: 'COMPLETION' },
      checklist: [{ id: 4, text: 'Mjölk', done: true }],
    });
  });

  it('sends a date alone where no time is said, and no empty lines', () => {
    const task = sample();
    const form = {
      ...formOf(task),
      dueDate: WEDNESDAY,
      checklist: [{ key: 'a', text: ' ', done: false }],
    };
    const change = changeOf(form, task, 1);
    expect(change).toMatchObject({ dueDate: WEDNESDAY, checklist: [] });
    expect(change).not.toHaveProperty('dueAt');
  });

  it('tells what is missing or cannot be', () => {
    const form = formOf(sample());
    expect(checked({ ...form, title: ' ' }, typed).txTitle).toBeDefined();
    expect(checked(form, { ...typed, dueDate: '2026-02-30' }).dueDate).toBeDefined();
    expect(checked({ ...form, dueTime: '15:00' }, typed).dueDate).toBeDefined();
    expect(
      checked({ ...form, dueTime: '25:00' }, { ...typed, dueDate: WEDNESDAY }).dueTime,
    ).toBeDefined();
    expect(checked(form, { dueDate: WEDNESDAY, startDate: '2026-11-26' }).startDate).toBeDefined();
    expect(checked(form, { dueDate: WEDNESDAY, startDate: WEDNESDAY })).toEqual({});
    expect(
      checked({ ...form, repeat: { ...form.repeat, freq: 'DAILY' } }, typed).repeat,
    ).toBeDefined();
  });

  it('takes each label once, at most ten', () => {
    expect(labelOf(' #jobb ', [])).toBe('jobb');
    expect(labelOf('jobb', ['jobb'])).toBeNull();
    expect(
      labelOf(
        'elfte',
        Array.from({ length: 10 }, (_, n) => `${n}`),
      ),
    ).toBeNull();
  });

  it('is kept on the device until it is sent; what cannot be read is no draft', () => {
    const draft = { form: { ...formOf(sample()), title: 'Nytt' }, version: 2 };
    keepDraft(1, draft);
    expect(readDraft(1)).toEqual(draft);
    keepDraft(1, { version: 2 } as unknown as typeof draft);
    expect(readDraft(1)).toBeNull();
    keepDraft(1, null);
    expect(readDraft(1)).toBeNull();
  });
});

describe('words', () => {
  it('say what was changed', () => {
    const words = (field: string, from: unknown, to: unknown) =>
      changeWords({ field, from, to }, WEDNESDAY);
    expect(words('created', null, null)).toBe('skapade uppgiften');
    expect(words('status', 'TODO', 'DONE')).toBe('ändrade status från Att göra till Klar');
    expect(words('dueDate', null, '2026-11-26')).toBe('satte datum till i morgon');
    expect(words('priority', 4, 0)).toBe('ändrade prioritet från Brådskande till Ingen');
    expect(words('txDescription', 'a', 'b')).toBe('ändrade beskrivning');
  });

  it('say when one is reminded', () => {
    expect(choicesFor(timed('2026-11-27T14:00:00Z')).map(choiceWords)).toEqual([
      'när den ska vara klar',
      '10 minuter innan den ska vara klar',
      '1 timme innan den ska vara klar',
      '1 dag innan den ska vara klar',
    ]);
    expect(choicesFor(sample())).toEqual([]);
    const reminder: Reminder = {
      idTaskReminder: 1,
      idTask: 1,
      txTitle: 'Ring',
      status: 0,
      at: at('2026-11-26T08:00:00Z'),
      relativeTo: 'due_date',
      seconds: -86_400,
      rrule: null,
      version: 1,
    };
    expect(reminderWords(reminder, WEDNESDAY)).toBe(
      '1 dag innan den ska vara klar (i morgon 09:00)',
    );
  });
});

describe('an organisation', () => {
  it('has its tasks by person; one of several stands with each, nobody’s last', () => {
    const tasks = [
      sample({ idTask: 1, assignees: [bo, anna] }),
      sample({ idTask: 2 }),
      sample({ idTask: 3, assignees: [bo] }),
    ];
    expect(
      byPerson(tasks).map(({ person, tasks: some }) => [
        person?.displayName,
        some.map(({ idTask }) => idTask),
      ]),
    ).toEqual([
      ['Anna Ek', [1]],
      ['Bo Alm', [1, 3]],
      [undefined, [2]],
    ]);
  });

  it('shows them to who may act for it', () => {
    const seen = (txRelationType: Parameters<typeof actsFor>[0]['txRelationType']) =>
      actsFor({ txRelationType });
    expect(seen('EMPLOYEE')).toBe(true);
    expect(seen('FOLLOWER' as Parameters<typeof actsFor>[0]['txRelationType'])).toBe(false);
  });
});

describe('the way back to what a task is about', () => {
  it('leads to the event, the bookings, the message in its place', () => {
    expect(targetPath({ kind: 'EVENT', id: 'x' })).toBe('/event/x');
    expect(targetPath({ kind: 'BOOKING', id: '9' })).toBe('/bookings');
    expect(targetPath({ kind: 'MESSAGE', id: '30/4/5' })).toBe('/konversation/30/4?message=5');
    expect(targetPath({ kind: 'MESSAGE', id: '30/4/5/2' })).toBe('/konversation/30/4/trad/2');
    expect(targetPath({ kind: 'MESSAGE', id: '0/4/5' })).toBe('/messages/4?message=5');
    expect(targetPath({ kind: 'MESSAGE', id: '5' })).toBeNull();
  });
});
