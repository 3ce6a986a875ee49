/** Tasks: their lists, rows and what is said of them. */
import { priorityNames, statusNames } from './due.ts';

const counted = (n: number, one: string, many: string) => `${n} ${n === 1 ? one : many}`;

export const taskTexts = {
  mine: 'Mina uppgifter',
  all: 'Alla mina uppgifter',
  title: 'Uppgifter',
  of: (name: string) => `Uppgifter – ${name}`,
  tabList: 'Vad som visas',
  tabs: { dag: 'Min dag', lista: 'Lista', stackar: 'Stackar', klart: 'Klart' },
  offline: 'Du är offline. Det som visas är det senaste som hämtades.',
  undo: 'Ångra',
  said: {
    status: {
      TODO: (title: string) => `Att göra igen: ${title}`,
      IN_PROGRESS: (title: string) => `Pågår: ${title}`,
      DONE: (title: string) => `Klar: ${title}`,
      CANCELLED: (title: string) => `Avbruten: ${title}`,
    },
    moved: (title: string, day: string) => `Flyttad till ${day}: ${title}`,
    movedAll: (n: number, day: string) =>
      `${counted(n, 'uppgift', 'uppgifter')} ${n === 1 ? 'flyttad' : 'flyttade'} till ${day}`,
    removed: (title: string) => `Borttagen: ${title}`,
    created: (title: string) => `Tillagd: ${title}`,
  },
  statuses: statusNames,
  priorities: priorityNames,
  groups: {
    late: 'Försenade',
    today: 'I dag',
    tomorrow: 'I morgon',
    week: 'Den här veckan',
    later: 'Senare',
    undated: 'Utan datum',
  },
  done: 'Klara',
  noneDone: 'Inget är klart än.',
  open: 'Att göra',
  more: 'Visa fler',
  none: { title: 'Inget att göra', text: 'Skriv en uppgift i fältet ovanför och tryck Enter.' },
  noneFiltered: { title: 'Inget passar', text: 'Ingen uppgift passar det du har valt.' },
  count: (n: number) => counted(n, 'uppgift', 'uppgifter'),
  filters: {
    label: 'Filter',
    status: 'Status',
    open: 'Alla öppna',
    notBegun: 'Inte påbörjade',
    etikett: 'Etikett',
    organisation: 'Organisation',
    all: 'Alla',
    own: 'Bara mina egna',
    clear: 'Rensa filter',
  },
};

/** One task in a list. */
export const taskRowTexts = {
  tick: (title: string) => `Klar: ${title}`,
  due: (words: string) => `Ska vara klar ${words}`,
  late: 'försenad',
  priority: (name: string) => `Prioritet: ${name}`,
  labels: 'Etiketter',
  checklist: (done: number, total: number) => `${done} av ${total} på checklistan`,
  assignees: (names: string) => `Tilldelad ${names}`,
  repeats: 'upprepas',
  more: (title: string) => `Mer om ${title}`,
  toToday: 'Flytta till i dag',
  toTomorrow: 'Flytta till i morgon',
  nextWeek: 'Flytta till nästa måndag',
  start: 'Markera som pågående',
  cancel: 'Avbryt uppgiften',
  reopen: 'Öppna igen',
  remove: 'Ta bort',
  allToToday: 'Flytta till i dag',
  allToTodayName: (n: number) =>
    `Flytta till i dag: ${counted(n, 'försenad uppgift', 'försenade uppgifter')}`,
};

/** The line that makes a task. */
export const quickTexts = {
  label: 'Ny uppgift',
  placeholder: 'Ny uppgift …',
  add: 'Lägg till',
  understood: (words: string) => `Tolkas som: ${words}`,
  on: (day: string) => `Ska vara klar ${day}`,
  failed: (title: string, why: string) => `”${title}” lades inte till. ${why}`,
  tooLong: 'Titeln får ha högst 200 tecken.',
};

/** 'Min dag': one line of time. */
export const myDayTexts = {
  navigation: 'Dag',
  previous: 'Föregående dag',
  next: 'Nästa dag',
  today: 'I dag',
  wholeDay: 'Hela dagen',
  line: 'Dagen i tidsordning',
  nothing: { title: 'Ingenting den här dagen', text: 'Det du lägger till med datum syns här.' },
  failed: (what: string) => `${what} kunde inte hämtas.`,
  reminder: (title: string) => `Påminnelse: ${title}`,
  reminders: 'Påminnelser',
  tasks: 'Uppgifter',
  acknowledge: 'Kvittera',
  acknowledgeName: (title: string) => `Kvittera påminnelsen om ${title}`,
  snooze: 'Påminn om en timme',
  snoozeName: (title: string) => `Påminn om en timme: ${title}`,
  late: (n: number) => counted(n, 'försenad uppgift', 'försenade uppgifter'),
  event: 'Händelse',
  task: 'Uppgift',
};

export const stackTexts = {
  title: 'Stackar',
  lead: 'En stack är en egen lista med uppgifter i den ordning du vill göra dem.',
  none: { title: 'Inga stackar än', text: 'Skapa en för det som hör ihop, till exempel flytten.' },
  create: 'Ny stack',
  name: 'Namn',
  noName: 'Skriv ett namn.',
  created: 'Stacken är skapad',
  save: 'Spara',
  rename: 'Byt namn',
  renamed: 'Stacken har bytt namn',
  remove: 'Ta bort stacken',
  removeTitle: 'Ta bort stacken?',
  removeText: 'Uppgifterna finns kvar, men inte i den här ordningen.',
  removed: 'Stacken är borttagen',
  all: 'Alla stackar',
  count: (n: number) => counted(n, 'uppgift', 'uppgifter'),
  empty: { title: 'Stacken är tom', text: 'Skriv en ny uppgift, eller lägg till en som finns.' },
  add: 'Lägg till en uppgift som finns',
  list: (name: string) => `Uppgifter i ${name}`,
  move: (title: string) => `Flytta ${title}`,
  up: 'Flytta upp',
  down: 'Flytta ned',
  first: 'Flytta först',
  last: 'Flytta sist',
  take: 'Ta ut ur stacken',
  undo: 'Ångra',
  taken: (title: string) => `Uttagen ur stacken: ${title}`,
  moved: (title: string, place: number, of: number) => `${title} är nu nummer ${place} av ${of}`,
  keys: 'Alt+pil upp eller ned flyttar den markerade uppgiften.',
};

export const tasksOfTexts = {
  card: 'Uppgifter',
  all: 'Visa uppgifterna',
  open: (n: number, more: boolean) => `${n}${more ? '+' : ''} att göra`,
  none: 'Inget att göra just nu.',
  views: 'Vad som visas',
  view: { dag: 'Efter dag', person: 'Per person', klart: 'Klart' },
  nobody: 'Ingen tilldelad',
  noAccess: {
    title: 'Du ser inte uppgifterna',
    text: 'Bara den som hör till organisationen ser dem.',
  },
  toOrganisation: 'Till organisationen',
};
