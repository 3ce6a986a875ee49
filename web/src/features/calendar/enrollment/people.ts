/** The people of an event as who runs it sees them. Pure. */
import type { EnrolledPerson, EnrollmentStatus } from './api.ts';
import type { Ticked } from './checkins.ts';

/** Somebody, and whether the server knows yet that they came. */
export type Seen = EnrolledPerson & { isWaiting: boolean };

const MAY_COME: EnrollmentStatus[] = ['CONFIRMED', 'NO_SHOW'];

/** Who was ticked off has come, also before the server knows. */
export function seenAs(people: readonly EnrolledPerson[], waiting: readonly Ticked[]): Seen[] {
  return people.map((one) => {
    const came = waiting.find(({ idUser }) => idUser === one.idUser);
    if (!came || !MAY_COME.includes(one.status)) return { ...one, isWaiting: false };
    return { ...one, status: 'ATTENDED', checkedInAt: came.at, isWaiting: true };
  });
}

/** Without case and the marks over letters. */
const folded = (text: string) =>
  text.normalize('NFD').replace(/\p{M}/gu, '').toLocaleLowerCase('sv');

/** Each word of what is typed begins a word of their name. */
export function foundIn<T extends Pick<EnrolledPerson, 'displayName' | 'userName'>>(
  people: readonly T[],
  typed: string,
): T[] {
  const words = folded(typed).split(/\s+/).filter(Boolean);
  return people.filter(({ displayName, userName }) => {
    const names = [...folded(displayName).split(/[\s-]+/), folded(userName)];
    return words.every((word) => names.some((name) => name.startsWith(word)));
  });
}
