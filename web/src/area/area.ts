/**
 * What a part of the product gives to the whole, declared once and found by its file:
 *
 * - features/<name>/area.ts: its addresses and its commands, which come with the first script (app/areas.ts);
 * - features/<name>/slots.ts: what it adds to pages of others, which comes with the first of these (slots.ts);
 * - features/<name>/create.ts: its options of the create dialog, which come with the dialog (create.ts).
 *
 * They name pages and components without importing them. Its lists (lists.ts) and texts may stand beside them.
 */
import type { QueryKey } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import type { Command } from '@/commands/registry.ts';

/** What a page asks of an address: a query of its own (app/firstQuery.ts). */
export type FirstQuery = (
  params: Readonly<Record<string, string | undefined>>,
  search: URLSearchParams,
) => { queryKey: QueryKey };

export type AreaPage = {
  /** As the router writes it: 'anslag/:idEntity'. */
  path: string;
  /** Who gets there: whoever comes, or only who is signed in; the others sign in first. */
  access: 'anybody' | 'own';
  /** Its code comes with the first visit. */
  load: () => Promise<{
    default: ComponentType;
    /** Of a page that the server renders for who is not signed in: the query whose answer it draws. */
    first?: FirstQuery;
  }>;
};

export type Area = {
  pages: readonly AreaPage[];
  /** By key everywhere, or by a word in the chat's composer (`word`, `write`); two areas that claim one key fail a test. */
  commands?: readonly Command[];
};
