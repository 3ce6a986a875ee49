/** Areas that are built later: what each will be, said so that nobody is misled. */
import type { Action } from '@/content/types.ts';

export type AreaId = 'infopoint';

export type AreaTexts = { title: string; text: string; actions: Action[] };

export const soon = 'Kommer snart';

export const areaTexts: Record<AreaId, AreaTexts> = {
  infopoint: {
    title: 'Infopoint',
    text: 'Här kommer en guide till platser: sevärdheter, badplatser, utegym.',
    actions: [{ label: 'Om Infopoint', to: '/infopoint' }],
  },
};

/** What /event/create and its like are asked to make (query `type`). */
export const eventKinds: Record<string, string> = {
  public: 'Skapa evenemang',
  'school-activity': 'Skapa skolaktivitet',
  meeting: 'Skapa möte',
  reminder: 'Skapa påminnelse',
};
