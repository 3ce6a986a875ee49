/** Features by name: what works, and what does not yet. */
import { chat, contact, docs, found, type InfoPages, signup } from './types.ts';

const booking = {
  title: 'Bokningssystem',
  lead: 'Att låta medlemmar och kunder boka lokaler, banor och tider. Bokningssystemet är inte klart än.',
  sections: [
    {
      heading: 'Under tiden',
      paragraphs: [
        'En kanal för bokningar fungerar för den lilla föreningen: skriv vad och när i kanalen, så ser alla samma lista, och ändringar syns direkt.',
      ],
    },
  ],
};

export const pages: InfoPages = {
  '/docs/features/budget-planning': {
    title: 'Budgetplanering',
    lead: 'Att planera hushållets eller föreningens pengar över året. Det finns inte i Kalender än.',
    next: [{ label: 'För privatpersoner', to: '/docs/privatpersoner' }, docs],
  },
  '/docs/features/leisure-activities': {
    title: 'Fritidsaktiviteter',
    lead: 'Barnens träningar och lägren på sommaren. Föreningarna har tiderna i sina kalendrar, som du ser bredvid din egen, och når er i chatten.',
    next: [
      signup,
      { label: 'Evenemang', to: '/event' },
      { label: 'Sök föreningar', to: '/search' },
    ],
  },
  '/docs/features/bookings': { ...booking, title: 'Bokningar', next: [chat, contact] },
  '/docs/funktioner/bokningssystem': {
    ...booking,
    next: [{ label: 'Rumsbokare', to: '/docs/funktioner/rumsbokare' }, chat],
  },
  '/docs/features/sports-bookings': {
    ...booking,
    title: 'Boka bana och hall',
    lead: 'Att boka banor, hallar och planer. Det är inte klart än; lagen kan fördela tiderna i en gemensam kanal.',
    next: [found, { label: 'För föreningar', to: '/docs/foreningar' }],
  },
  '/docs/funktioner/rumsbokare': {
    title: 'Rumsbokare',
    lead: 'En skärm vid dörren som visar om rummet är ledigt. Rumsbokaren är inte klar än.',
    next: [{ label: 'Bokningssystem', to: '/docs/funktioner/bokningssystem' }],
  },
  '/docs/funktioner/kalender-pa-hemsida': {
    title: 'Kalender på hemsida',
    lead: 'Visa organisationens kalender på den egna hemsidan. Du klistrar in en rad kod, och det som är på gång syns där.',
    sections: [
      {
        heading: 'Bra att veta',
        list: [
          'Kalendern ska vara en som alla får se. Händelser som är till för färre syns inte.',
          'Det som visas har inga skript och sätter inga kakor på besökarna.',
          'Det går också att prenumerera på kalendern i den egna kalenderappen.',
        ],
      },
    ],
    next: [{ label: 'Widgetar', to: '/widgets' }, found],
  },
  '/docs/features/analytics': {
    title: 'Statistik',
    lead: 'Kalender visar ingen statistik över dina besökare, och följer dem inte heller mellan sidor. Du ser hur många som väntar på svar och vad som är oläst.',
    next: [{ label: 'Integritet', to: '/docs/integritetspolicy' }],
  },
  '/docs/features/associations': {
    title: 'Funktioner för föreningar',
    lead: 'En sida med en egen adress, medlemmar i roller och en chat med kanaler.',
    sections: [
      {
        heading: 'Roller i föreningen',
        facts: [
          ['Ägare', 'har full kontroll och kan lämna över ägarskapet'],
          ['Administratör', 'sköter medlemmar, ansökningar och kanaler'],
          ['Medlem', 'läser och skriver i chatten'],
          ['Följare', 'läser och skriver där föreningen tillåter det'],
        ],
      },
    ],
    next: [found, { label: 'För föreningar', to: '/docs/foreningar' }],
  },
  '/docs/features/association-members': {
    title: 'Medlemmar',
    lead: 'Medlemslistan finns på organisationens sida för den som själv hör dit. Den som har rätt kan godkänna ansökningar, byta roller och ta bort.',
    sections: [
      {
        heading: 'Så får ni med alla',
        list: [
          'Dela organisationens länk. Den som öppnar den kan följa eller ansöka.',
          'Svara på ansökningar på organisationens sida.',
          'Den som driver servern kan lägga till många på en gång ur en fil.',
        ],
      },
    ],
    next: [found, { label: 'För föreningar', to: '/docs/foreningar' }],
  },
};
