export const COURSES = '/klyftig';
export const coursePath = (id: number) => `${COURSES}/${id}`;
export const lessonPath = (course: number, lesson: number) =>
  `${COURSES}/${course}/lektion/${lesson}`;
export const certificatePath = (course: number) => `${COURSES}/${course}/intyg`;
export const editPath = (id: number, lesson?: number) =>
  `${COURSES}/admin/redigera/${id}${lesson ? `?lektion=${lesson}` : ''}`;
/** A number of an address; null: it is none. */
export function idIn(text: string | null | undefined): number | null {
  const id = Number(text ?? '');
  return Number.isSafeInteger(id) && id > 0 ? id : null;
}
