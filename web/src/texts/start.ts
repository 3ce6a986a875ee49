export const startTexts = {
  headline: 'Allt ni pratar om, på rätt plats.',
  lead: 'Kalender är chatten för föreningar, skolor och företag. Kanaler för det som pågår, trådar för det som behöver redas ut, och en notis bara när det gäller dig.',
  signup: 'Skapa konto',
  login: 'Logga in',
  features: [
    {
      icon: 'live' as const,
      title: 'I samma stund',
      text: 'Meddelanden syns direkt hos alla, och det som skickades medan du var utan nät hämtas ikapp.',
    },
    {
      icon: 'roles' as const,
      title: 'Rätt person i rätt rum',
      text: 'Rollen i organisationen avgör vilka kanaler du ser. Ledaren, eleven och följaren behöver inte samma rum.',
    },
    {
      icon: 'quiet' as const,
      title: 'Lugnt som standard',
      text: 'Du får en notis när någon nämner dig eller svarar dig. Resten väntar tills du har tid.',
    },
    {
      icon: 'access' as const,
      title: 'För alla',
      text: 'I mobilen och på datorn, ljust och mörkt, med tangentbord och med skärmläsare.',
    },
  ],
  more: {
    title: 'Och det som hör till',
    areas: [
      {
        to: '/event',
        title: 'Kalender och händelser',
        text: 'Egna kalendrar och organisationens, anmälan med kö, läsår och helgdagar.',
      },
      {
        to: '/docs/features/bookings',
        title: 'Bokningar',
        text: 'Hallar, rum, saker och tider. Är det fullt ställer man sig i kö.',
      },
      {
        to: '/tavlor',
        title: 'Uppgifter och tavlor',
        text: 'Vem gör vad till när, i en lista eller på en tavla som alla ser ändras.',
      },
      {
        to: '/klyftig',
        title: 'Kurser',
        text: 'Lektioner, prov och intyg, för en klass, en arbetsplats eller alla.',
      },
      {
        to: '/infopoint',
        title: 'Platser',
        text: 'Badplatser, lekplatser och öppna hallar på en karta och i en lista.',
      },
      {
        to: '/docs/skolor',
        title: 'Skolans vardag',
        text: 'Matsedel, utflykter, utvecklingssamtal och vikarier på ett ställe.',
      },
    ],
  },
  preview: {
    organisation: 'Björkens IF',
    channels: ['allmänt', 'matcher', 'ledare'],
    active: 'matcher',
    messages: [
      {
        name: 'Anna Lind',
        time: '09.14',
        text: 'Lördagens match är flyttad till 13.00. Vem kan köra?',
      },
      { name: 'Omar Haddad', time: '09.15', text: 'Jag har plats för tre.' },
      {
        name: 'Sara Nyström',
        time: '09.16',
        text: 'Toppen, då tar jag kaffet. @anna.lind säg till om det behövs mer.',
      },
    ],
  },
  home: {
    title: 'Start',
    sections: 'Delar av startsidan',
    greeting: (name: string) => `Hej ${name}!`,
    organisations: 'Mina organisationer',
    openChat: 'Öppna chatten',
    openChatFor: (name: string) => `Öppna chatten i ${name}`,
    caughtUp: 'Inget oläst',
    unreadChannels: (count: number) =>
      count === 1 ? '1 kanal med oläst' : `${count} kanaler med oläst`,
    create: '+ Skapa organisation',
    emptyTitle: 'Du är inte med i någon organisation än',
    emptyText:
      'Skapa en för din förening, skola eller arbetsplats. Har någon gett dig en länk till en organisation? Öppna den, så kan du följa den eller gå med.',
  },
};
