/** About the product, help with it, and how to reach those who run it. */
import { contact, docs, found, type InfoPages, signup } from './types.ts';

const questions = {
  title: 'Frågor och svar',
  lead: 'Det som oftast undras.',
  sections: [
    {
      heading: 'Jag fick inget mejl när jag skapade konto.',
      paragraphs: [
        'Titta i skräpposten. Länken gäller i 48 timmar. Har den gått ut skapar du kontot på nytt, så kommer en ny länk.',
      ],
    },
    {
      heading: 'Hur kommer jag med i en organisation?',
      paragraphs: [
        'Öppna organisationens sida. Är den öppen går du med direkt, annars ansöker du och får en notis när någon har svarat. En del organisationer tar bara in dem de själva bjuder in.',
      ],
    },
    {
      heading: 'Vem ser det jag skriver?',
      paragraphs: [
        'De som får läsa kanalen. En privat kanal har ett lås vid namnet och läses bara av sina medlemmar; att vara ägare av organisationen räcker inte.',
      ],
    },
    {
      heading: 'Går det att ta bort ett meddelande?',
      paragraphs: [
        'Ja. Dina egna när du vill, och den som modererar kanalen kan ta bort andras. Texten försvinner ur lagringen, och det syns att ett meddelande har funnits där.',
      ],
    },
    {
      heading: 'Vad betyder det gula fältet överst?',
      paragraphs: [
        'Att du agerar för en organisation. Det du skapar blir då i organisationens namn. Knappen i fältet tar dig tillbaka till dig själv.',
      ],
    },
    {
      heading: 'Finns det snabbtangenter?',
      paragraphs: [
        'Ctrl+K, eller ⌘K på Mac, öppnar Skapa. En gång till så hamnar du i sökfältet. I chatten finns fler; de med en enda tangent går att stänga av i inställningarna.',
      ],
    },
  ],
};

const apiPage = { label: 'Bläddra i API:et', to: '/api' };

export const pages: InfoPages = {
  '/docs': {
    title: 'Dokumentation',
    lead: 'Vad Kalender är, vad som fungerar i dag och vad som är på väg.',
    sections: [
      {
        heading: 'För dig som är',
        links: [
          { label: 'Privatperson', to: '/docs/privatpersoner' },
          { label: 'Företag', to: '/docs/foretag' },
          { label: 'Förening', to: '/docs/foreningar' },
          { label: 'Kommun', to: '/docs/kommuner' },
          { label: 'Skola', to: '/docs/skolor' },
          { label: 'Turistbyrå', to: '/docs/turistbyra' },
        ],
      },
      {
        heading: 'Hjälp',
        links: [
          { label: 'Guider', to: '/docs/guider' },
          { label: 'Frågor och svar', to: '/docs/fragor-och-svar' },
          { label: 'Konto', to: '/docs/konto' },
          { label: 'API', to: '/docs/api' },
        ],
      },
      {
        heading: 'Funktioner',
        links: [
          { label: 'Föreningar', to: '/docs/features/associations' },
          { label: 'Medlemmar', to: '/docs/features/association-members' },
          { label: 'Bokningar', to: '/docs/features/bookings' },
          { label: 'Statistik', to: '/docs/features/analytics' },
        ],
      },
      {
        heading: 'Villkor',
        links: [
          { label: 'Användarvillkor', to: '/docs/anvandarvillkor' },
          { label: 'Integritetspolicy', to: '/docs/integritetspolicy' },
          { label: 'GDPR', to: '/docs/gdpr' },
          { label: 'Öppen källkod', to: '/docs/oppen-kallkod' },
        ],
      },
    ],
    next: [signup, contact],
  },
  '/support': {
    title: 'Support',
    lead: 'Börja med frågor och svar. Hittar du inte det du söker hör du av dig till oss.',
    sections: [
      {
        heading: 'Så får du snabbast hjälp',
        list: [
          'Berätta vad du gjorde, vad du väntade dig och vad som hände.',
          'Visades ett ärendenummer? Ta med det, så hittar vi händelsen.',
          'Skriv inte ditt lösenord till någon. Vi frågar aldrig efter det.',
        ],
      },
    ],
    next: [{ label: 'Frågor och svar', to: '/faq' }, contact],
  },
  '/faq': { ...questions, next: [{ label: 'Support', to: '/support' }, docs] },
  '/docs/fragor-och-svar': { ...questions, next: [{ label: 'Support', to: '/support' }, docs] },
  '/docs/guider': {
    title: 'Guider',
    lead: 'Korta rundturer på plats i Kalender. De ligger under frågetecknet överst när du är inloggad på en dator.',
    sections: [
      {
        heading: 'Rundturerna',
        facts: [
          ['Menyn', '2 minuter'],
          ['Startsidan', '2 minuter'],
          ['Kalendern', '2 minuter'],
          ['Organisationens sida', '3 minuter'],
          ['Administrera en organisation', '3 minuter'],
          ['Skapa händelse', '3 minuter'],
          ['Sök', '1 minut'],
        ],
      },
    ],
    next: [{ label: 'Till startsidan', to: '/' }, docs],
  },
  '/docs/annonsera': {
    title: 'Annonsera',
    lead: 'Kalender visar inga annonser. Vill du synas kan din organisation ha en egen sida som andra hittar och följer.',
    next: [found, contact],
  },
  '/docs/reklam': {
    title: 'Reklam',
    lead: 'Det finns ingen reklam i Kalender, och inga uppgifter lämnas till annonsörer.',
    next: [{ label: 'Integritetspolicy', to: '/docs/integritetspolicy' }],
  },
  '/docs/api': {
    title: 'API',
    lead: 'Allt som webben gör går genom ett öppet beskrivet API i JSON, och chatten går att följa direkt över STOMP.',
    sections: [
      {
        heading: 'Så kommer du igång',
        list: [
          'Beskrivningen i OpenAPI ligger på /api/openapi.json.',
          'Logga in med POST /api/public/auth/login. Kakan i svaret är din session.',
          'Fel kommer som application/problem+json med en kod som inte ändras.',
          'Händelser i kalendrar som alla får se läses utan inloggning: GET /api/public/events, eller som iCalendar på /ics/calendar/{calendarUUID}.ics.',
        ],
      },
    ],
    next: [apiPage, { label: 'Widgetar', to: '/widgets' }, docs],
  },
  '/docs/konto': {
    title: 'Konto',
    lead: 'Ett konto är du, oavsett hur många organisationer du hör till.',
    sections: [
      {
        heading: 'Det här styr du själv',
        list: [
          'Namn, användarnamn och profilbild.',
          'Lösenordet, genom en länk som skickas till din e-postadress.',
          'Vilka enheter du är inloggad på, med en knapp för att logga ut var och en.',
          'Färgläge, ljud och hur tätt chatten visas på just den här enheten.',
        ],
      },
    ],
    next: [{ label: 'Inställningar', to: '/settings' }, signup],
  },
  '/docs/om': {
    title: 'Om Kalender',
    lead: 'En svensk plats för människor och organisationer. För en Enklare vardag.',
    sections: [
      {
        heading: 'Läget just nu',
        paragraphs: [
          'Konton, organisationer, roller, chat, kalender, bokningar, uppgifter, kurser med prov och intyg i Klyftig, platser i Infopoint, flöde, artiklar, administration och notiser fungerar.',
        ],
      },
    ],
    next: [signup, docs],
  },
  '/om-oss': {
    title: 'Om oss',
    lead: 'Kalender är byggt för föreningar, skolor, företag och kommuner, och för dem som lever sina dagar i dem.',
    sections: [
      {
        heading: 'Vad vi tror på',
        list: [
          'Lugn före larm: en notis bara när det gäller dig.',
          'Det du skriver är ditt. Ingen reklam, ingen spårning.',
          'Fungerar för alla: med tangentbord, med skärmläsare, på en gammal telefon.',
        ],
      },
    ],
    next: [{ label: 'Om Kalender', to: '/docs/om' }, contact],
  },
  '/kontakt': {
    title: 'Kontakt',
    lead: 'Den här servern drivs av den som har satt upp den. Adress och telefon står längst ner på varje sida.',
    next: [
      { label: 'Frågor och svar', to: '/faq' },
      { label: 'Support', to: '/support' },
    ],
  },
  '/skapa': {
    title: 'Skapa kalender',
    lead: 'Med ett konto har du en egen kalender, och kan skapa fler: för dig, eller för en organisation.',
    sections: [
      {
        heading: 'Så gör du',
        list: [
          'Öppna kalendern och välj Lägg till kalender i listan över kalendrar.',
          'Välj vem som ser den: alla, alla som har adressen, de som hör till organisationen, eller bara den som sköter den.',
          'Lägg in händelser, eller hämta dem från en fil eller från ett annat kalenderprogram.',
        ],
      },
      {
        heading: 'Bra att veta',
        list: [
          'Kalendern går att prenumerera på i telefonens egen kalender.',
          'En kalender som alla får se kan visas på andra webbplatser.',
          'En skola kan lägga in läsåret från ett förslag för kommunen.',
        ],
      },
    ],
    next: [
      { label: 'Öppna kalendern', to: '/kalender' },
      signup,
      found,
      { label: 'Skolkalender', to: '/skolkalender' },
    ],
  },
  '/pro': {
    title: 'Pro-konto',
    lead: 'Det finns inga betalkonton. Allt som Kalender kan i dag ingår för alla.',
    next: [signup, docs],
  },
  '/docs/oppen-kallkod': {
    title: 'Öppen källkod',
    lead: 'Kalender står på andras öppna arbete. Här är de större delarna och deras hem.',
    sections: [
      {
        heading: 'Delarna',
        links: [
          { label: 'React', to: 'https://react.dev' },
          { label: 'Mantine', to: 'https://mantine.dev' },
          { label: 'TanStack Query', to: 'https://tanstack.com/query' },
          { label: 'STOMP.js', to: 'https://stomp-js.github.io' },
          { label: 'Leaflet', to: 'https://leafletjs.com' },
          { label: 'Actix', to: 'https://actix.rs' },
          { label: 'SQLite', to: 'https://www.sqlite.org' },
          { label: 'Figtree (typsnitt)', to: 'https://github.com/erikdkennedy/figtree' },
        ],
      },
      {
        heading: 'Uppgifterna',
        paragraphs: [
          'Tätorterna i sökningen och orterna på kartan kommer från GeoNames, under licensen CC BY 4.0. De är ett urval, och några har fått rätt kommun.',
          'Sveriges kontur på kartan kommer från Natural Earth, som är fritt för alla.',
        ],
        links: [
          { label: 'GeoNames', to: 'https://www.geonames.org' },
          { label: 'Natural Earth', to: 'https://www.naturalearthdata.com' },
          { label: 'CC BY 4.0', to: 'https://creativecommons.org/licenses/by/4.0/deed.sv' },
        ],
      },
    ],
    next: [docs],
  },
};
