/**
 * What a part of the product gives to the whole, declared once and found by its file:
 *
 * - features/<name>/area.ts: its addresses and its commands, which come with the first script (app/areas.ts);
 * - features/<name>/slots.ts: what it adds to pages of others, which comes with the first of these (slots.ts);
 * - features/<name>/create.ts: its options of the create dialog, which come with the dialog (create.ts).
 *
 * They name pages and components without importing them. Its lists (lists.ts) and texts may stand beside them.
 */
import type { ComponentType } from 'react';
import type { Command } from '@/commands/registry.ts';

export type AreaPage = {
  /** As the router writes it: 'anslag/:idEntity'. */
  path: string;
  /** Who gets there: whoever comes, or only who is signed in; the others sign in first. */
  access: 'anybody' | 'own';
  /** Its code comes with the first visit. */
  load: () => Promise<{ default: ComponentType }>;
};

export type Area = {
  pages: readonly AreaPage[];
  /** By key everywhere, or by a word in the chat's composer (`word`, `write`); two areas that claim one key fail a test. */
  commands?: readonly Command[];
};
