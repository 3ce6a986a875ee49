/** Features by name: what works, and what does not yet. */
import { contact, docs, found, type InfoPages, signup } from './types.ts';

const mine = { label: 'Mina bokningar', to: '/bookings' };

const booking = {
  title: 'Bokningssystem',
  lead: 'Låt medlemmar och kunder boka lokaler, banor, utrustning och tider. De ser vad som är ledigt och bokar själva.',
  sections: [
    {
      heading: 'Så fungerar det',
      list: [
        'Lägg upp det som går att boka med öppettider, hur länge och av vem, och godkänn varje bokning om ni vill.',
        'Dela upp en hall i delar. Är en del bokad går hela hallen inte att boka, och tvärtom.',
        'Sätt pris per timme för olika grupper och villkor för avbokning. Båda syns innan man bokar.',
        'Är tiden upptagen ställer man sig i kö och får besked om den blir ledig.',
        'Se dagens bokningar på ett ställe, svara på förfrågningar och checka in dem som kommer.',
      ],
    },
    {
      heading: 'Bra att veta',
      paragraphs: ['Betalningen sköter ni själva. Kalender räknar ut priset men tar inte betalt.'],
    },
  ],
};

export const pages: InfoPages = {
  '/docs/features/budget-planning': {
    title: 'Budgetplanering',
    lead: 'Att planera hushållets eller föreningens pengar över året. Kalender räknar inte åt er, men håller reda på när något ska betalas, vem som gör det och vad ni kom fram till.',
    sections: [
      {
        heading: 'Så gör ni',
        list: [
          'Lägg räkningar, avgifter och bidrag i kalendern som händelser som återkommer, med en påminnelse några dagar före.',
          'Gör en tavla med årets steg: underlag, förslag, beslut och uppföljning.',
          'Ge varje post en uppgift med den som ansvarar och en sista dag.',
          'Samla kalkylbladet och besluten i en kanal, så att nästa kassör hittar dem.',
        ],
      },
    ],
    next: [
      { label: 'Uppgifter', to: '/uppgifter' },
      { label: 'Tavlor', to: '/tavlor' },
      { label: 'För privatpersoner', to: '/docs/privatpersoner' },
      docs,
    ],
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
  '/docs/features/bookings': { ...booking, title: 'Bokningar', next: [mine, found, contact] },
  '/docs/funktioner/bokningssystem': {
    ...booking,
    next: [mine, found, { label: 'Rumsbokare', to: '/docs/funktioner/rumsbokare' }],
  },
  '/docs/features/sports-bookings': {
    ...booking,
    title: 'Boka bana och hall',
    lead: 'Boka banor, hallar och planer. Lagen ser vad som är ledigt, tar en del av hallen eller hela, och ställer sig i kö till en tid som är upptagen.',
    next: [mine, found, { label: 'För föreningar', to: '/docs/foreningar' }],
  },
  '/docs/funktioner/rumsbokare': {
    title: 'Rumsbokare',
    lead: 'En skärm vid dörren som visar om rummet är ledigt, till när, och vad som är bokat senare i dag.',
    sections: [
      {
        heading: 'Så sätter ni upp den',
        list: [
          'Lägg upp rummet som en resurs med öppettider.',
          'Logga in på skärmen med ett konto som får se organisationens bokningar, gärna ett eget för skärmar.',
          'Öppna resursen, välj Skylt vid dörren och låt sidan stå. Den hämtar nytt varje minut och håller skärmen tänd där webbläsaren kan det.',
        ],
      },
    ],
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
