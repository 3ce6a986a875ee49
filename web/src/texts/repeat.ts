/** How something repeats, in words. */

const many = (n: number, one: string, more: string) => (n === 1 ? `1 ${one}` : `${n} ${more}`);
const ordinal = (n: number) => (/(^|[^1])[12]$/.test(String(n)) ? `${n}:a` : `${n}:e`);
const nths = ['', 'första', 'andra', 'tredje', 'fjärde', 'femte'];
const months =
  'januari februari mars april maj juni juli augusti september oktober november december'.split(
    ' ',
  );

export const repeatTexts = {
  none: 'Upprepas inte',
  /** 'Varje dag', 'Varannan vecka', 'Vart 3:e år'. */
  every: (n: number, what: string, gender: 'e' | 't') => {
    if (n === 1) return `Varje ${what}`;
    if (n === 2) return gender === 't' ? `Vartannat ${what}` : `Varannan ${what}`;
    return `${gender === 't' ? 'Vart' : 'Var'} ${ordinal(n)} ${what}`;
  },
  workdays: 'Varje vardag',
  on: 'på',
  theDate: (n: number) => `den ${ordinal(n)}`,
  nthWeekday: (n: number, weekday: string) => `den ${n < 0 ? 'sista' : nths[n]} ${weekday}`,
  dateOfYear: (day: string) => `den ${Number(day.slice(8))} ${months[Number(day.slice(5, 7)) - 1]}`,
  until: (date: string) => `till och med ${date}`,
  times: (n: number) => (n === 1 ? 'en gång' : `${n} gånger`),
  other: (rule: string) => `Egen regel: ${rule}`,
  weekdays: {
    MO: { short: 'Må', plural: 'måndagar', definite: 'måndagen' },
    TU: { short: 'Ti', plural: 'tisdagar', definite: 'tisdagen' },
    WE: { short: 'On', plural: 'onsdagar', definite: 'onsdagen' },
    TH: { short: 'To', plural: 'torsdagar', definite: 'torsdagen' },
    FR: { short: 'Fr', plural: 'fredagar', definite: 'fredagen' },
    SA: { short: 'Lö', plural: 'lördagar', definite: 'lördagen' },
    SU: { short: 'Sö', plural: 'söndagar', definite: 'söndagen' },
  },
  label: 'Upprepas',
  freqs: {
    NONE: 'Aldrig',
    DAILY: 'Dagligen',
    WEEKLY: 'Veckovis',
    MONTHLY: 'Månadsvis',
    YEARLY: 'Årligen',
    OTHER: 'Egen regel',
  },
  interval: {
    DAILY: 'Intervall i dagar',
    WEEKLY: 'Intervall i veckor',
    MONTHLY: 'Intervall i månader',
    YEARLY: 'Intervall i år',
  },
  days: 'Veckodagar',
  monthly: 'Dag i månaden',
  ends: 'Slutar',
  endsOptions: { never: 'Aldrig', until: 'En viss dag', count: 'Efter ett antal gånger' },
  lastDay: 'Sista dagen',
  count: 'Antal gånger',
  except: 'Utom',
  exceptions: (n: number) => many(n, 'tillfälle är borttaget', 'tillfällen är borttagna'),
  restore: (date: string) => `Ta tillbaka ${date}`,
};
