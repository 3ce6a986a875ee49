/** An outing in few fields, and what its guardians have said. */
import { describe, expect, it } from 'vitest';
import { draftOf } from '../editor/form.ts';
import type { EnrolledPerson } from '../enrollment/api.ts';
import type { Calendar } from '../types.ts';
import {
  blankOuting,
  CONSENT,
  countOf,
  eventFormOf,
  inOrder,
  isOuting,
  repliesOf,
  wrongOuting,
} from './outings.ts';

const calendar = { calendarUUID: 'c', visibility: 'RESTRICTED' } as Calendar;
const form = {
  ...blankOuting('c'),
  title: 'Skansen, 4B',
  date: '2026-12-08',
  place: 'Skansen',
  deadline: '2026-12-04',
};

describe('an outing', () => {
  const sent = (more: Partial<typeof form> = {}) => ({
    ...draftOf({
      ...eventFormOf({ ...form, ...more }, calendar, new Date('2026-11-25T09:00:00Z')),
      timeZone: 'Europe/Stockholm',
    }),
  });

  it('is an event for those who see its calendar, in which one consents by an answer', () => {
    const draft = sent();
    expect(draft).toMatchObject({
      title: 'Skansen, 4B',
      start: '2026-12-08T07:30:00.000Z',
      end: '2026-12-08T13:00:00.000Z',
      visibility: 'RESTRICTED',
      place: { name: 'Skansen' },
    });
    const questions = draft.enrollment?.questions ?? [];
    expect(questions.map(({ text, required }) => [text, required])).toEqual([
      ['Barnets namn', true],
      ['Jag godkänner att mitt barn följer med', true],
      ['Allergier eller annat vi behöver veta', false],
      ['Telefon under dagen', true],
    ]);
    expect(questions.find(({ id }) => id === CONSENT)?.options).toHaveLength(2);
    expect(isOuting({ enrollment: { questions } as never })).toBe(true);
    expect(isOuting({ enrollment: null as never })).toBe(false);
  });

  it('asks no more than was chosen', () => {
    expect(sent({ asked: [] }).enrollment?.questions).toHaveLength(2);
  });

  it('is answered until the end of its last day, or until it begins', () => {
    expect(sent().enrollment?.deadline).toBe('2026-12-04T22:59:00.000Z');
    expect(sent({ deadline: '2026-12-08' }).enrollment?.deadline).toBe('2026-12-08T07:30:00.000Z');
  });

  it('is first put where not everybody sees it', () => {
    const of = (visibility: string) => ({ visibility }) as Calendar;
    const all = inOrder([of('PUBLIC'), of('PRIVATE'), of('RESTRICTED')]);
    expect(all.map(({ visibility }) => visibility)).toEqual(['RESTRICTED', 'PRIVATE', 'PUBLIC']);
  });

  it('says what is missing', () => {
    const wrongs = (more: Partial<typeof form>) => {
      const wrong = wrongOuting({ ...form, ...more }, '2026-11-25');
      return Object.keys(wrong).filter((field) => wrong[field]);
    };
    expect(wrongs({})).toEqual([]);
    expect(wrongs({ title: ' ', date: '', deadline: '' })).toEqual(['title', 'date', 'deadline']);
    expect(wrongs({ date: '2026-11-24', deadline: '2026-11-24' })).toEqual(['date']);
    expect(wrongs({ deadline: '2026-12-09', to: '08:00' })).toEqual(['to', 'deadline']);
  });
});

it('who approves is told from who says no, waits or is silent', () => {
  const person = (displayName: string, status: EnrolledPerson['status'], consent?: string) =>
    ({ displayName, status, answers: consent ? { [CONSENT]: consent } : {} }) as EnrolledPerson;
  const replies = repliesOf([
    person('Östen', 'CONFIRMED', 'Ja, jag godkänner'),
    person('Bo', 'INVITED'),
    person('Cia', 'CONFIRMED', 'Nej'),
    person('Anna', 'ATTENDED', 'Ja, jag godkänner'),
    person('Dag', 'CANCELLED'),
    person('Eva', 'DECLINED'),
    person('Ed', 'WAITLISTED'),
  ]);
  expect(replies.map(({ person: { displayName }, reply }) => [displayName, reply])).toEqual([
    ['Anna', 'approved'],
    ['Östen', 'approved'],
    ['Ed', 'waiting'],
    ['Bo', 'silent'],
    ['Cia', 'refused'],
    ['Eva', 'refused'],
  ]);
  expect(countOf(replies, 'approved')).toBe(2);
});
