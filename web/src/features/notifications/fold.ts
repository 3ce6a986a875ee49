/** Live notifications folded into the loaded pages: newest first, each once. */
import type { InfiniteData } from '@tanstack/react-query';
import type { Notification, Page } from '@/api/types.ts';

export type Loaded = InfiniteData<Page<Notification>, number | undefined>;

export function addNotification(
  loaded: Loaded | undefined,
  fresh: Notification,
): Loaded | undefined {
  const [first, ...rest] = loaded?.pages ?? [];
  if (!loaded || !first) return loaded;
  if (loaded.pages.some((page) => page.content.some((held) => held.id === fresh.id))) return loaded;
  const content = [fresh, ...first.content].sort((a, b) => b.id - a.id);
  return { ...loaded, pages: [{ ...first, content }, ...rest] };
}

/** `ids` null: all of them. */
export function markedRead(
  loaded: Loaded | undefined,
  ids: readonly number[] | null,
): Loaded | undefined {
  if (!loaded) return loaded;
  const pages = loaded.pages.map((page) => ({
    ...page,
    content: page.content.map((held) =>
      held.read || (ids !== null && !ids.includes(held.id)) ? held : { ...held, read: true },
    ),
  }));
  return { ...loaded, pages };
}
