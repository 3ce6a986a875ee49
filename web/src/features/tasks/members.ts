/** Whose tasks are an organisation's, and by whom they are done. Pure. */
import type { Membership } from '@/api/types.ts';
import { byDue } from './due.ts';
import type { Person, Task } from './types.ts';

const ACTING: readonly Membership['txRelationType'][] = [
  'OWNER',
  'ADMINISTRATOR',
  'MEMBER',
  'EMPLOYEE',
  'TENANT',
  'BOARDMEMBER',
];

/** Whether somebody with this relation sees and does an organisation's tasks. */
export const actsFor = ({ txRelationType }: Pick<Membership, 'txRelationType'>): boolean =>
  ACTING.includes(txRelationType);

const swedish = new Intl.Collator('sv');

/** By who is to do them, in the order of names; a task of several stands with each, what nobody has comes last. */
export function byPerson(tasks: readonly Task[]): { person: Person | null; tasks: Task[] }[] {
  const people = new Map<number, Person>();
  for (const one of tasks.flatMap(({ assignees }) => assignees)) people.set(one.id, one);
  const sorted = [...tasks].sort(byDue);
  const named = [...people.values()]
    .sort((a, b) => swedish.compare(a.displayName, b.displayName) || a.id - b.id)
    .map((person) => ({
      person,
      tasks: sorted.filter(({ assignees }) => assignees.some(({ id }) => id === person.id)),
    }));
  const nobody = sorted.filter(({ assignees }) => assignees.length === 0);
  return nobody.length > 0 ? [...named, { person: null, tasks: nobody }] : named;
}
