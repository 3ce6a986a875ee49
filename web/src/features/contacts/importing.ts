/** Files of people, before they are sent. Pure. */

const MAX_BYTES = 1024 * 1024;

export type Refused = 'wrongType' | 'tooLarge';

/** What the server is told it is, by the file's name: phones do not say the same of one kind. */
export function kindOf(name: string): string | null {
  const [end] = /\.[^.]+$/.exec(name.toLowerCase()) ?? [];
  if (end === '.vcf' || end === '.vcard') return 'text/vcard';
  return end === '.csv' ? 'text/csv' : null;
}

export function checkPeopleFile({ name, size }: { name: string; size: number }): Refused | null {
  if (!kindOf(name)) return 'wrongType';
  return size > MAX_BYTES ? 'tooLarge' : null;
}
