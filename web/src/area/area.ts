/**
 * What a part of the product gives to the whole, declared once (features/<name>/area.ts) and put together by app/areas.ts: its
 * addresses and its commands. It comes with the first script, so it names its pages without importing them; its lists
 * (lists.ts) and texts may stand beside it.
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
  /** By key everywhere; two areas that claim one key fail a test. */
  commands?: readonly Command[];
};
