/** Boards and tasks as files: exports and imports. */
const counted = (n: number, one: string, many: string) => `${n} ${n === 1 ? one : many}`;

export const boardExportTexts = {
  open: 'Exportera',
  json: 'JSON, för att importera igen',
  csv: 'CSV, för kalkylprogram',
  tasks: 'Exportera som CSV',
};

export const boardImportTexts = {
  open: 'Importera',
  title: 'Importera en tavla',
  text: 'Välj en tavla som är exporterad från Kalender eller Trello (JSON) eller från Planner (Excel), eller en CSV-fil med rubriker. Ingenting ändras förrän du har sett vad som kommer med.',
  owner: 'Hör till',
  own: 'Mig',
  choose: 'Välj fil',
  another: 'Välj en annan fil',
  reading: 'Läser filen …',
  tooLarge: 'Filen är för stor: högst 16 MB.',
  sources: {
    KALENDER: 'Från Kalender',
    TRELLO: 'Från Trello',
    PLANNER: 'Från Planner',
    CSV: 'Från en CSV-fil',
  },
  found: (cards: number, lists: number) =>
    `${counted(cards, 'kort', 'kort')} i ${counted(lists, 'lista', 'listor')}`,
  items: (n: number) => counted(n, 'rad i checklistor', 'rader i checklistor'),
  labels: (n: number) => counted(n, 'etikett', 'etiketter'),
  empty: 'Det finns inga kort i filen. Tavlan får bara sina listor.',
  lists: 'Listor',
  cards: (n: number) => counted(n, 'kort', 'kort'),
  people: 'Får sina kort',
  notTaken: 'Kommer inte med',
  cancel: 'Avbryt',
  start: 'Importera',
  running: 'Importerar …',
  progress: (done: number, total: number) => `${done} av ${total} kort`,
  mayClose: 'Du kan stänga fönstret. Importen fortsätter.',
  done: 'Tavlan är importerad',
  toBoard: 'Öppna tavlan',
  failed: 'Importen kunde inte bli klar',
  again: 'Försök igen med samma fil: det som redan har kommit med läggs inte till två gånger.',
  codes: {
    ROLE_TOO_LOW: 'Du får inte längre ändra den här tavlan.',
    NOT_FOUND: 'Tavlan finns inte längre, eller delas inte med dig.',
    QUOTA_REACHED: 'Det finns redan så många tavlor eller listor som det går att ha.',
    BOARD_FULL: 'Tavlan är full: högst 10 000 kort.',
    EXPIRED: 'Det tog för lång tid. Välj filen igen.',
  } as Record<string, string>,
  close: 'Stäng',
};
