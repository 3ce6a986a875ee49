/** A family's page. */
export const familyTexts = {
  title: 'Familjen',
  which: 'Mina familjer',
  another: 'Skapa en familj till',
  begin: {
    title: 'Familjen',
    text: 'En gemensam kalender, uppgifter, tavlor och en chat. Bara den som är med ser familjen; den syns inte i sökningar och har ingen sida utåt.',
    name: 'Familjens namn',
    suggested: (lastName: string) => (lastName ? `Familjen ${lastName}` : ''),
    missing: 'Skriv vad familjen ska heta.',
    submit: 'Skapa familj',
    made: (name: string) => `${name} är skapad. Bjud in de andra.`,
  },
} as const;
