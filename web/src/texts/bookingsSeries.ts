/** Series of bookings. */
const many = (n: number, one: string, more: string) => (n === 1 ? `1 ${one}` : `${n} ${more}`);

export const seriesTexts = {
  repeat: 'Upprepa',
  repeats: {
    never: 'Bara den här gången',
    daily: 'Varje dag',
    weekly: 'Varje vecka',
    biweekly: 'Varannan vecka',
  },
  until: 'Till och med',
  untilError: (most: number) => `Välj en dag efter den första, högst ${most} bokningar framåt.`,
  times: (n: number) => many(n, 'gång', 'gånger'),
  total: (n: number, sum: string) => `${many(n, 'gång', 'gånger')}, tillsammans omkring ${sum}`,
  ofGroup: (name: string) =>
    `Alla gånger bokas i samma: ${name}, eller en annan om den inte är ledig varje gång.`,
  clashes: 'De här gångerna går inte att boka:',
  reasons: {
    OVERLAP: 'upptagen',
    CLOSED: 'stängt',
    NOTICE: 'för nära inpå',
    HORIZON: 'för långt fram',
    QUOTA: 'gränsen för dina bokningar är nådd',
  } as Record<string, string>,
  canSkip: 'De andra är lediga.',
  moveClashes: 'Ingen av bokningarna är flyttad, eftersom de här inte går:',
  cannotSkip: 'Ingen av de andra är ledig heller. Välj en annan tid.',
  skip: (n: number) => `Boka de andra ${n}`,
  skipOne: 'Boka den som är ledig',
  booked: (n: number) => `${many(n, 'bokning', 'bokningar')} gjorda`,
  requested: (n: number) => `${many(n, 'förfrågan', 'förfrågningar')} skickade`,
  skipped: 'Inte bokade:',
  scope: 'Bokningen är en av flera i en serie',
  scopes: {
    this: 'Bara den här',
    future: 'Den här och de som kommer efter',
    all: 'Hela serien',
  },
  inSeries: 'Upprepas',
};
