type Fetched<T, C> = { content: readonly T[]; cursor?: C | null | undefined; hasMore?: boolean };

/** What stands on all pages, fetched one after the other; when there are `most` or more of them, no further page is. */
export async function allPages<T, C>(
  fetchPage: (cursor: C | undefined) => Promise<Fetched<T, C>>,
  most = Number.POSITIVE_INFINITY,
): Promise<T[]> {
  const found: T[] = [];
  let cursor: C | undefined;
  do {
    const page = await fetchPage(cursor);
    found.push(...page.content);
    cursor = page.hasMore === false ? undefined : (page.cursor ?? undefined);
  } while (cursor !== undefined && found.length < most);
  return found;
}
