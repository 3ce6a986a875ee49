/** Areas that are built later: what each will be, said so that nobody is misled. */
import type { Action } from '@/content/types.ts';

export type AreaId =
  | 'klyftig'
  | 'courseEditor'
  | 'membersInvite'
  | 'tickets'
  | 'openingHours'
  | 'locations'
  | 'family'
  | 'tasks'
  | 'infopoint';

export type AreaTexts = { title: string; text: string; actions: Action[] };

const chat: Action = { label: 'Öppna chatten', to: '/konversation' };
const home: Action = { label: 'Till startsidan', to: '/' };
const organisations: Action = { label: 'Mina organisationer', to: '/?section=organisations' };

export const soon = 'Kommer snart';

export const areaTexts: Record<AreaId, AreaTexts> = {
  klyftig: {
    title: 'Klyftig',
    text: 'Klyftig blir en lärplattform med kurser, lektioner och prov. Inga kurser är öppna än.',
    actions: [home, { label: 'Om Kalender', to: '/docs/om' }],
  },
  courseEditor: {
    title: 'Redigera kurs',
    text: 'Här kommer den som håller en kurs i Klyftig att bygga dess lektioner.',
    actions: [{ label: 'Till Klyftig', to: '/klyftig' }],
  },
  membersInvite: {
    title: 'Bjud in medlemmar',
    text: 'Här kommer du att kunna skicka inbjudningar med e-post. Redan nu kan du dela organisationens länk, som finns längst ner på dess sida.',
    actions: [organisations],
  },
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
  tasks: {
    title: 'Uppgifter',
    text: 'Här kommer dina uppgifter och deras datum att finnas.',
    actions: [chat],
  },
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
