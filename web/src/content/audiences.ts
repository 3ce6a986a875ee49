/** What the product does today for whom, and what it does not do yet. */
import { chat, contact, docs, found, type InfoPages, signup } from './types.ts';

const family = { label: 'Familjen', to: '/family' };

export const pages: InfoPages = {
  '/me': {
    title: 'Familjekalender',
    lead: 'En gemensam kalender för familjens dagar, som bara ni ser.',
    sections: [
      {
        heading: 'Så börjar ni',
        list: [
          'Skapa en organisation för familjen och välj att bara inbjudna är med.',
          'Lägg upp en kalender för familjen. Vem som helst av er kan ha den i sin telefon.',
          'Ni får också en egen chat med kanaler för det ni behöver: handlingslistan, skjutsen, helgen.',
        ],
      },
    ],
    next: [found, family],
  },
  '/motor': {
    title: 'Motorcykelkalender',
    lead: 'Träffar och turer för dig som kör motorcykel. Klubben lägger upp dem i sin kalender och lyfter fram dem som alla är välkomna till; de syns bland evenemangen och i sökningen.',
    next: [{ label: 'Evenemang', to: '/event' }, found, { label: 'Sök', to: '/search' }],
  },
  '/naringsliv': {
    title: 'Näringsliv',
    lead: 'För företag på orten och dem som samarbetar med dem. I dag kan ett företag finnas här med en egen sida, medarbetare i olika roller och en chat.',
    next: [found, { label: 'För företag', to: '/docs/foretag' }],
  },
  '/event': {
    title: 'Evenemang för föreningar',
    lead: 'Bjud in till det föreningen ordnar, ta emot anmälningar och se vad andra har på gång.',
    sections: [
      {
        heading: 'Så fungerar det',
        list: [
          'Skapa händelsen i föreningens kalender: för alla, för medlemmarna eller för dem ni bjuder in.',
          'Ta emot anmälningar med antal platser, frågor, sista dag och kö. Blir en plats ledig går den vidare till nästa i kön.',
          'Dela händelsen i en kanal: kortet visar hur många platser som är kvar.',
          'Bocka av dem som kommer i mobilen, också utan nät.',
          'Lyft fram händelsen på dess sida, så visas den här och på startsidan.',
        ],
      },
    ],
    events: true,
    next: [
      { label: 'Skapa evenemang', to: '/skapa-evenemang' },
      { label: 'För föreningar', to: '/docs/foreningar' },
    ],
  },
  '/akademin': {
    title: 'Akademin',
    lead: 'Lär dig mer om att driva förening och använda Kalender. Kurserna som är öppna för alla finns i Klyftig, och du går dem i din egen takt.',
    next: [
      { label: 'Öppna Klyftig', to: '/klyftig' },
      { label: 'Guider', to: '/docs/guider' },
      docs,
    ],
  },
  '/forening/mallar': {
    title: 'Mallar för föreningar',
    lead: 'En kallelse, en dagordning och ett protokoll att utgå från. Markera, kopiera och byt ut det som står inom hakparentes.',
    sections: [
      {
        heading: 'Kallelse till årsmöte',
        paragraphs: [
          'Hej! [Föreningen] kallar till årsmöte [dag] klockan [tid] i [lokal]. Motioner ska ha kommit till styrelsen senast [dag]. Handlingarna skickas ut två veckor före mötet. Anmäl dig i kalendern senast [dag], så räcker fikat.',
          'Välkommen! [Namn], ordförande',
        ],
      },
      {
        heading: 'Dagordning för styrelsemöte',
        list: [
          'Mötet öppnas',
          'Val av mötesordförande, sekreterare och justerare',
          'Godkännande av dagordningen',
          'Föregående protokoll',
          'Ekonomi',
          'Beslutsärenden',
          'Övriga frågor',
          'Nästa möte',
          'Mötet avslutas',
        ],
      },
      {
        heading: 'Protokoll',
        facts: [
          ['Möte', 'Styrelsemöte i [föreningen], [dag] klockan [tid], [plats]'],
          ['Närvarande', '[namn], [namn] och [namn]'],
          ['Paragraf', '§ [nummer] [Rubrik]. Styrelsen beslutade att [beslut].'],
          ['Att göra', '[Vad], [vem], klart [dag]'],
          ['Vid protokollet', '[namn], sekreterare'],
          ['Justeras', '[namn], ordförande, och [namn], justerare'],
        ],
      },
    ],
    next: [found, { label: 'Bidrag', to: '/forening/bidrag' }],
  },
  '/forening/bidrag': {
    title: 'Bidrag för föreningar',
    lead: 'Kalender söker inga bidrag åt er, men de flesta föreningar börjar på samma ställen.',
    sections: [
      {
        heading: 'Börja här',
        list: [
          'Kommunens kultur- och fritidsförvaltning: aktivitetsbidrag, lokaler, startbidrag.',
          'Ert riksförbund eller distrikt: projektstöd och utbildning.',
        ],
        links: [
          { label: 'Riksidrottsförbundet', to: 'https://www.rf.se' },
          { label: 'Allmänna arvsfonden', to: 'https://www.arvsfonden.se' },
        ],
      },
    ],
    next: [{ label: 'Mallar', to: '/forening/mallar' }, found],
  },
  '/skolmatskalendern': {
    title: 'Skolmatskalendern',
    lead: 'Skolornas matsedlar på en plats. Sök din skola och se veckans lunch.',
    next: [{ label: 'Skolmatsedel', to: '/skolmatsedel' }],
  },
  '/utvecklingssamtal': {
    title: 'Utvecklingssamtal',
    lead: 'Boka tid för samtal med lärare. Skolan lägger upp lärarnas tider, och den som får boka väljer en som är ledig.',
    start: true,
    next: [
      { label: 'Om bokningar', to: '/docs/features/bookings' },
      { label: 'För skolor', to: '/docs/skolor' },
    ],
  },
  '/utflykt': {
    title: 'Utflykter',
    lead: 'Planera en utflykt med en grupp. Lägg upp den som en händelse med anmälan, ställ de frågor ni behöver svar på, bjud in kanalen eller dem det gäller och se vilka som har godkänt och kommer.',
    start: true,
    next: [
      { label: 'Skapa en händelse', to: '/event/create' },
      chat,
      { label: 'För skolor', to: '/docs/skolor' },
    ],
  },
  '/vikariehantering': {
    title: 'Vikariehantering',
    lead: 'Se vilka som är borta i dag och i veckan, och fråga i en kanal vem som kan ta passet. Frågan når alla vikarier på en gång i mobilen, och svaren syns direkt.',
    start: true,
    next: [chat, { label: 'För skolor', to: '/docs/skolor' }],
  },
  '/resursbokning': {
    title: 'Resursbokning',
    lead: 'Boka salar, fordon och utrustning. Alla ser vad som är ledigt, och en tid som är upptagen går att ställa sig i kö till.',
    start: true,
    next: [
      { label: 'Mina bokningar', to: '/bookings' },
      { label: 'Om bokningar', to: '/docs/features/bookings' },
    ],
  },
  '/docs/privatpersoner': {
    title: 'För privatpersoner',
    lead: 'Med ett konto hittar du till de organisationer du hör till och pratar med dem på ett ställe.',
    sections: [
      {
        heading: 'Det här kan du göra',
        list: [
          'Följa en organisation, ansöka om medlemskap eller gå med direkt, beroende på hur den är öppen.',
          'Ha en egen kalender bredvid organisationernas, och få alltihop i telefonens kalender.',
          'Anmäla dig till det som händer, och bli påmind när du vill.',
          'Läsa och skriva i de kanaler din roll ger dig, i mobilen och på datorn.',
          'Få en notis när någon nämner eller svarar dig.',
          'Byta profil och agera för en organisation du företräder.',
        ],
      },
    ],
    next: [signup, family],
  },
  '/docs/foretag': {
    title: 'För företag',
    lead: 'En sida för företaget, medarbetarna i rätt roller och en chat där samtalen ligger där de hör hemma.',
    sections: [
      {
        heading: 'Det här finns i dag',
        list: [
          'Öppna och privata kanaler, trådar, omnämnanden och reaktioner.',
          'Kalendrar för alla, för medarbetarna eller för dem som sköter dem, med inbjudningar och anmälan.',
          'Kanaler som kunder och följare får läsa eller skriva i, om ni vill.',
          'Bokning av lokaler, utrustning och tider, med pris, villkor och kö.',
          'Granskning av meddelanden innan de visas.',
          'Inläsning av historiken från Slack, gjord av den som driver servern.',
        ],
      },
    ],
    next: [found, { label: 'Bokningar', to: '/docs/features/bookings' }],
  },
  '/docs/foreningar': {
    title: 'För föreningar',
    lead: 'Styrelsen, ledarna, medlemmarna och följarna på samma plats, men inte i samma rum.',
    sections: [
      {
        heading: 'Det här finns i dag',
        list: [
          'Medlemskap som är öppet, med godkännande eller endast för inbjudna.',
          'Ansökningar att svara på, med en notis till den som sökt.',
          'Kanaler för alla, för ledarna och för styrelsen.',
          'Kalendrar för alla och för medlemmarna, med anmälan, kö och närvaro.',
          'Bokning av lokaler, banor och utrustning, också en del av en hall i taget.',
        ],
      },
    ],
    next: [
      found,
      { label: 'Evenemang', to: '/event' },
      { label: 'Medlemmar', to: '/docs/features/association-members' },
    ],
  },
  '/docs/kommuner': {
    title: 'För kommuner',
    lead: 'Förvaltningar och verksamheter kan finnas som organisationer med egna chattar och kalendrar. Det som alla får se samlas på kommunens sida.',
    next: [found, { label: 'Ortskalendrar', to: '/ortskalendrar' }, contact],
  },
  '/docs/skolor': {
    title: 'För skolor',
    lead: 'Personalens samtal, klassernas kanaler och informationen till hemmen, med roller som avgör vem som ser vad.',
    sections: [
      {
        heading: 'Det här finns i dag',
        list: [
          'Roller för lärare, elever, anställda och skolmatsansvariga.',
          'Privata kanaler som alltid rymmer alla med en viss roll, till exempel personalrummet.',
          'Kanaler där bara ledningen skriver och alla läser.',
          'Skolmatsedeln vecka för vecka, öppen för alla.',
          'Läsårets terminer, lov och studiedagar i kalendern, från ett förslag för kommunen.',
          'Tider för utvecklingssamtal, som vårdnadshavarna bokar själva.',
          'Utflykter som godkänns med ett svar, och en lista att skriva ut.',
          'Salar, vagnar och annat att boka, och frågan om vem som kan vikariera ställd i en kanal.',
        ],
      },
    ],
    next: [
      found,
      { label: 'Skolkalender', to: '/skolkalender' },
      { label: 'Skolmatsedel', to: '/skolmatsedel' },
      { label: 'Utvecklingssamtal', to: '/utvecklingssamtal' },
      { label: 'Utflykter', to: '/utflykt' },
    ],
  },
  '/docs/turistbyra': {
    title: 'För turistbyråer',
    lead: 'Turistbyrån kan finnas här med sin sida, sin chat och en kalender över ortens evenemang, som också går att visa på den egna webbplatsen. Ortens platser står på kartan i Infopoint.',
    next: [
      found,
      { label: 'Kalender på hemsida', to: '/docs/funktioner/kalender-pa-hemsida' },
      { label: 'Infopoint', to: '/infopoint' },
    ],
  },
};
