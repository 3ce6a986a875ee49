/** How much has been done, week by week. */
const done = (n: number) => `${n} ${n === 1 ? 'klar' : 'klara'}`;
const made = (n: number) => `${n} ${n === 1 ? 'ny' : 'nya'}`;

export const tasksDoneTexts = {
  title: 'Klart per vecka',
  period: 'Period',
  weeks: (n: number) => `${n} veckor`,
  sum: (nDone: number, nMade: number, weeks: number) =>
    `${done(nDone)} och ${made(nMade)} de senaste ${weeks} veckorna.`,
  week: (week: number) => `v. ${week}`,
  one: (week: number, nDone: number, nMade: number) =>
    `Vecka ${week}: ${done(nDone)}, ${made(nMade)}`,
  plot: (nDone: number, nMade: number, best: { week: number; done: number } | null) =>
    `Stapeldiagram: ${done(nDone)} och ${made(nMade)}${
      best ? `, flest klara vecka ${best.week} med ${best.done}` : ''
    }. Samma tal finns i tabellen.`,
  done: 'Klara',
  made: 'Nya',
  most: (n: number) => `Högsta stapeln: ${n}`,
  table: 'Visa som tabell',
  weekHead: 'Vecka',
  byPerson: 'Per person',
  person: 'Person',
  countedFrom: (day: string) => `Det är fler än som räknas: bara det från ${day} är med.`,
  none: {
    title: 'Inget klart än',
    text: 'Det som blir klart syns här, vecka för vecka.',
  },
};
