/** Calendars of school years. */
import type { components } from '@/api/schema.gen.ts';

type Kind = components['schemas']['SchoolCalendarKind'];

const many = (n: number, one: string, more: string) => (n === 1 ? `1 ${one}` : `${n} ${more}`);

export const schoolKinds: Record<Kind, { title: string; lead: string; name: string }> = {
  SCHOOL: {
    title: 'Skolkalender',
    lead: 'Läsårets terminer, lov och studiedagar i en kalender som alla kan se.',
    name: 'Skolkalender',
  },
  STUDY: {
    title: 'Studiekalender',
    lead: 'Läsåret för dig som studerar: terminer, lov och det skolan lägger in, som prov och inlämningar.',
    name: 'Studiekalender',
  },
  CLASS: {
    title: 'Klasskalender',
    lead: 'Klassens läsår: lov, studiedagar och det skolan lägger in för klassen.',
    name: 'Klass',
  },
  STAFF: {
    title: 'Personalkalender',
    lead: 'Läsåret för den som arbetar på skolan: terminer, lov och studiedagar.',
    name: 'Personalkalender',
  },
};

export const schoolTexts = {
  of: (kind: string, school: string) => `${kind} – ${school}`,
  mine: 'Mina skolor',
  next: 'Mer om skolor',
  forSchools: 'För skolor',
  found: 'Skapa en organisation',
  signIn: 'Logga in för att se din skolas kalender',
  proposal: 'Så kan läsåret se ut',
  proposalText:
    'Ett förslag att utgå från. Den som driver skolan bestämmer läsårets dagar, och inga datum är gemensamma för hela landet.',
  municipality: 'Kommun',
  chooseMunicipality: 'Välj kommun',
  chooseFirst: 'Välj en kommun för att se ett förslag.',
  year: 'Läsår',
  yearOf: (name: string) => `Läsåret ${name}`,
  sportsWeek: 'Sportlov',
  sportsWeekUnknown: 'Välj vecka',
  sportsWeekHint: 'Vi vet inte vilken vecka kommunen brukar ha sportlov.',
  week: (n: number) => `Vecka ${n}`,
  easter: 'Påsklov',
  easterBreak: { BEFORE: 'Veckan före påsk', AFTER: 'Veckan efter påsk' },
  days: 'Läsårets dagar',
  weekShort: (n: number) => `v. ${n}`,
  now: 'Nu',
  kinds: 'Skolans kalendrar',
  calendars: 'Kalender',
  previous: 'Föregående läsår',
  following: 'Nästa läsår',
  school: 'Skolans sida',
  another: 'Välj en annan skola',
  inCalendar: 'Öppna i kalendern',
  offline: 'Du är offline. Det du ser är vad som hämtades senast.',
  put: 'Lägg upp läsåret',
  change: 'Ändra läsåret',
  fresh: 'Ny kalender',
  none: {
    title: 'Ingen kalender än',
    text: 'Skolan har inte lagt upp någon kalender som du kan se här.',
    writerText: 'Börja med ett förslag för skolans kommun och ändra det som är annorlunda hos er.',
  },
  empty: {
    title: 'Inget läsår upplagt',
    text: 'Titta på ett annat läsår, eller kom tillbaka senare.',
    writerText: 'Börja med ett förslag för skolans kommun och ändra det som är annorlunda hos er.',
  },
  absent: {
    title: 'Skolan finns inte',
    text: 'Den finns inte, eller så är organisationen ingen skola.',
  },
} as const;

export const schoolFormTexts = {
  title: (year: string) => `Lägg upp läsåret ${year}`,
  titleAgain: (year: string) => `Ändra läsåret ${year}`,
  back: 'Tillbaka utan att spara',
  calendar: 'Ny kalender',
  name: 'Namn',
  nameHint: { CLASS: 'Till exempel Klass 5 B' },
  visibility: 'Vem ser den',
  template: 'Förslag',
  templateText: 'Byter du här följer de dagar med som du inte själv har ändrat nedan.',
  days: 'Dagar som läggs in',
  daysText: (n: number) =>
    `${many(n, 'dag eller ledighet blir en händelse', 'dagar och ledigheter blir händelser')} i kalendern.`,
  day: (title: string) => title || 'Ny dag',
  dayTitle: 'Vad',
  from: 'Från',
  to: 'Till och med',
  remove: (title: string) => `Ta bort ${title || 'dagen'}`,
  addStudyDay: 'Lägg till studiedag',
  addBreak: 'Lägg till lov',
  studyDay: 'Studiedag',
  break: 'Lovdag',
  kept: (what: string) => `Ändrad för hand i kalendern: ${what}. Det står kvar så.`,
  gone: 'Borttagen för hand ur kalendern.',
  again: 'Lägg in den igen',
  save: 'Lägg in läsåret',
  saveAgain: 'Spara läsåret',
  saved: 'Läsåret ligger i kalendern',
  outcome: (counts: Record<'made' | 'changed' | 'kept' | 'removed', number>) =>
    [
      counts.made && many(counts.made, 'ny', 'nya'),
      counts.changed && many(counts.changed, 'ändrad', 'ändrade'),
      counts.removed && many(counts.removed, 'borttagen', 'borttagna'),
      counts.kept && `${counts.kept} som ändrats för hand stod kvar`,
    ]
      .filter(Boolean)
      .join(', '),
  moved:
    'Någon annan har lagt in läsåret medan du skrev. Hämta det som står nu och gör om dina ändringar.',
  reload: 'Hämta det som står nu',
  wrong: {
    title: 'Skriv vad dagen heter.',
    startDate: 'Välj en dag i läsåret.',
    endDate: 'Välj en dag i läsåret som inte ligger före den första.',
  },
  missingName: 'Skriv vad kalendern heter.',
  missingMunicipality: 'Välj en kommun.',
  noDays: 'Lägg till minst en dag.',
} as const;
