import type { Page } from '@/api/types.ts';
import { itemsOf } from '@/area/pages.ts';

/** The items of pages that are counted: what has moved from one to the next meanwhile stands once. */
export function distinct<T>(
  held: { pages: Page<T>[] } | undefined,
  keyOf: (item: T) => number,
): T[] {
  return [...new Map(itemsOf(held).map((item) => [keyOf(item), item])).values()];
}
