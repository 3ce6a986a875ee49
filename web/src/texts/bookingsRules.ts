/** Prices, limits and terms of what can be booked: in the form, and as a sentence of what is set. */
import { relationLabel } from './entities.ts';

const some = (n: number, one: string, more: string) => (n === 1 ? `1 ${one}` : `${n} ${more}`);

export const priceRuleTexts = {
  more: 'Andra priser vissa dagar och tider',
  noRules: 'Samma pris hela tiden.',
  order:
    'Datum går före klockslag, och klockslag före veckodagar. Övrig tid gäller priset per timme.',
  day: (n: number) => `Veckodagar ${n}`,
  clock: (n: number) => `Klockslag ${n}`,
  dates: (n: number) => `Datum ${n}`,
  addDay: 'Pris vissa veckodagar',
  addClock: 'Pris vissa klockslag',
  addDates: 'Pris vissa datum',
  wholeDay: '00:00 till 24:00 är hela dagen',
  forTypes: 'Bokningar för de här slagen av organisationer',
  mostPrice: 'Högst 100 000 kr i timmen.',
  twice: 'En veckodag har redan ett pris ovanför.',
  tooMany: 'Det är för många regler.',
  sameName: 'En annan prisklass heter redan så.',
  /** A price that is not a price yet. */
  missing: 'pris saknas',
  perHour: (sum: string) => `${sum} i timmen`,
  rule: (sum: string, when: string) => `${sum} ${when}`,
  ofClass: (name: string, said: string) => `${name}: ${said}`,
  plural: ['måndagar', 'tisdagar', 'onsdagar', 'torsdagar', 'fredagar', 'lördagar', 'söndagar'],
  short: ['mån', 'tis', 'ons', 'tors', 'fre', 'lör', 'sön'],
  workingDays: 'vardagar',
  everyDay: 'alla dagar',
  and: 'och',
};

export const limitTexts = {
  title: 'Gränser',
  none: 'Inga gränser.',
  concurrent: 'Bokningar samtidigt',
  concurrentHint: 'Högst så många. Fler än en för sådant som räcker till flera, som fem cyklar.',
  concurrentSaid: (n: number) => `högst ${n} bokningar samtidigt`,
  participantsSaid: (n: number) => `högst ${n} deltagare`,
  legend: (n: number) => `Gräns ${n}`,
  limit: 'Högst',
  unit: 'Av',
  units: { HOURS: 'Timmar', RESERVATIONS: 'Bokningar' },
  per: 'Under',
  periods: { DAY: 'En dag', WEEK: 'En vecka', MONTH: 'En månad', YEAR: 'Ett år' },
  holder: 'Räknas för',
  holders: {
    PERSON: 'Varje person',
    ORGANISATION: 'Varje organisation som det bokas för',
    RELATION: 'Alla med en viss roll tillsammans',
  },
  relation: 'Gäller roll',
  anyRelation: 'Alla',
  choose: 'Välj …',
  whichRelation: 'Välj vilka gränsen gäller.',
  scope: 'Räknas på',
  scopes: {
    BOOKABLE: 'Den här resursen',
    GROUP: 'Resurserna i gruppen tillsammans',
    ENTITY: 'Alla resurser tillsammans',
  },
  add: 'Lägg till gräns',
  said: {
    amount: {
      HOURS: (n: number) => some(n, 'timme', 'timmar'),
      RESERVATIONS: (n: number) => some(n, 'bokning', 'bokningar'),
    },
    per: { DAY: 'om dagen', WEEK: 'i veckan', MONTH: 'i månaden', YEAR: 'om året' },
    holder: {
      PERSON: 'för varje person',
      ORGANISATION: 'för varje organisation',
      RELATION: 'tillsammans',
    },
    relation: (type: string) => `med rollen ${relationLabel(type).toLowerCase()}`,
    together: (type: string) =>
      `för alla med rollen ${relationLabel(type).toLowerCase()} tillsammans`,
    scope: { BOOKABLE: '', GROUP: 'i gruppen', ENTITY: 'på alla resurser' },
    most: (amount: string, per: string) => `högst ${amount} ${per}`,
  },
};

export const termTexts = {
  noShow: 'Den som uteblir betalar',
  noShowModes: { all: 'Hela priset', share: 'En del av priset', sum: 'En summa' },
  noShowShare: 'Procent av priset',
  noShowSum: 'Kronor',
  noShowSumHint: 'Aldrig mer än priset.',
  mostSum: 'Högst 100 000 kr.',
  said: {
    always: 'Det kostar inget att avboka.',
    free: (when: string, share: string) =>
      `Det kostar inget att avboka till ${when} före, därefter ${share} % av priset.`,
    never: (share: string) => `Avbokning kostar ${share} % av priset.`,
    hours: (n: number) => some(n, 'timme', 'timmar'),
    days: (n: number) => some(n, 'dag', 'dagar'),
    workingDays: (n: number) => some(n, 'arbetsdag', 'arbetsdagar'),
    noShow: (what: string) => `Den som uteblir betalar ${what}.`,
    all: 'hela priset',
    share: (n: string) => `${n} % av priset`,
  },
};
