/** Which areas somebody's menus show (shell 3): one flag for each that there is; the others are kept for what is not there yet. */
import type { DisplayFlags } from '@/api/types.ts';

/** By the section of the start page and the menus that it shows. What has no flag is always there. */
const FLAGS: Readonly<Record<string, keyof DisplayFlags>> = {
  bookings: 'bookables',
  infopoint: 'infopoint',
};

/** Flags that show something, with their sections. */
export const shownFlags = Object.entries(FLAGS).map(([section, flag]) => ({ section, flag }));

/** Of somebody of whom nothing is known yet everything. */
export function isDisplayed(section: string, flags: DisplayFlags | undefined): boolean {
  const flag = FLAGS[section];
  return !flag || (flags?.[flag] ?? true);
}
