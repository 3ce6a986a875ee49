/** Which roles one can invite to; the server judges again. */
import type { Entity } from '@/api/types.ts';
import { relationLabels } from '@/texts/entities.ts';

/** Nobody becomes these by a link that anybody may pass on. */
const NOT_BY_LINK = ['ADMINISTRATOR', 'MODERATOR'];

type Choice = { value: string; label: string };

const SCHOOL = ['SCHOOL_FOOD_ADMIN', 'MENU_WRITER', 'PUPIL', 'STUDENT', 'TEACHER'];
const FIRST = ['MEMBER', 'EMPLOYEE', 'BOARDMEMBER', 'LEADER'];

/** The usual ones first; administrators only by the owner. */
export function rolesOf(entity: Entity, byLink = false): Choice[] {
  const isSchool = ['school', 'preschool', 'high-school'].includes(entity.entityType);
  const first = isSchool ? ['PUPIL', 'TEACHER', ...FIRST] : FIRST;
  const may = (type: string) =>
    type !== 'OWNER' &&
    (type !== 'ADMINISTRATOR' || entity.abilities.includes('GRANT_ADMINISTRATOR')) &&
    !(byLink && NOT_BY_LINK.includes(type)) &&
    (isSchool || !SCHOOL.includes(type));
  const place = (type: string) => {
    const at = first.indexOf(type);
    return at < 0 ? first.length : at;
  };
  return Object.entries(relationLabels)
    .filter(([type]) => may(type))
    .sort(([a], [b]) => place(a) - place(b))
    .map(([value, label]) => ({ value, label }));
}
