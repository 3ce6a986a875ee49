/** The family: an organisation of one's own kind, for those who were asked. */
export const familyTexts = {
  title: 'Familjen',
  lead: 'Familjens folk, dagar och uppgifter på ett ställe.',
  none: {
    title: 'Ingen familj än',
    text: 'Skapa en organisation för familjen, endast för inbjudna, och bjud in de andra. Den får en egen kalender, en egen chat och egna uppgifter.',
  },
  create: '+ Skapa organisation',
  which: 'Vilken är er familj?',
  whichText:
    'Välj organisationen som är familjens, eller skapa en. Valet gäller på den här enheten.',
  choose: (name: string) => `${name} är familjen`,
  other: 'Byt familj',
  people: 'Vi i familjen',
  shown: (n: number) => `De första ${n}.`,
  invite: 'Bjud in',
  calendar: 'Kalendern',
  chat: 'Chatten',
  page: 'Familjens sida',
};
