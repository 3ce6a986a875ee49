/** Live notifications folded into the loaded pages. */
import type { Notification } from '@/api/types.ts';
import { foldPages, mapItems, type Pages } from '@/area/pages.ts';

export type Loaded = Pages<Notification>;

/** Newest first, each once. */
export const addNotification = (held: Loaded, item: Notification): Loaded =>
  foldPages(held, { id: item.id, item });

/** `ids` null: all of them. */
export const markedRead = (held: Loaded, ids: readonly number[] | null): Loaded =>
  mapItems(held, (one) =>
    one.read || (ids !== null && !ids.includes(one.id)) ? one : { ...one, read: true },
  );
