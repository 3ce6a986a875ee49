/** Areas that are built later: what each will be, said so that nobody is misled. */
import type { Action } from '@/content/types.ts';

export type AreaId = 'tickets' | 'openingHours' | 'locations' | 'family';

export type AreaTexts = { title: string; text: string; actions: Action[] };

const chat: Action = { label: 'Öppna chatten', to: '/konversation' };
const organisations: Action = { label: 'Mina organisationer', to: '/?section=organisations' };

export const soon = 'Kommer snart';

export const areaTexts: Record<AreaId, AreaTexts> = {
  tickets: {
    title: 'Biljetter',
    text: 'Här kommer en organisation att sälja biljetter till det den ordnar.',
    actions: [organisations],
  },
  openingHours: {
    title: 'Öppettider',
    text: 'Här kommer en organisation att tala om när den har öppet.',
    actions: [organisations],
  },
  locations: {
    title: 'Platser',
    text: 'Här kommer en organisation att lägga upp sina platser och adresser.',
    actions: [organisations],
  },
  family: {
    title: 'Familjen',
    text: 'Här kommer familjens dagar och uppgifter att samlas. Redan nu kan ni ha en egen chat: skapa en organisation för familjen, endast för inbjudna.',
    actions: [{ label: '+ Skapa organisation', to: '/cre' }, chat],
  },
};

/** What /event/create and its like are asked to make (query `type`). */
export const eventKinds: Record<string, string> = {
  public: 'Skapa evenemang',
  'school-activity': 'Skapa skolaktivitet',
  meeting: 'Skapa möte',
  reminder: 'Skapa påminnelse',
};
