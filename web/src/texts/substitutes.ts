/** Who is away, and who can stand in for them. */
export const substituteTexts = {
  today: 'Borta i dag',
  week: 'Senare i veckan',
  nextWeek: 'Till och med nästa vecka',
  nobodyToday: 'Ingen är borta i dag.',
  nobodyWeek: 'Ingen mer är borta då.',
  plan: 'Hela årets planering',
  applications: 'Ansökningar',
  register: 'Frånvaro läggs in i planeringen, på personen.',
  ask: 'Fråga i chatten',
  askAbout: (name: string, day: string) => `Fråga i chatten om ${name}, ${day}`,
  askTitle: 'Fråga vem som kan',
  options: ['Ja, jag kan', 'Nej, inte den här gången'],
  question: (name: string, day: string) => `Vem kan vikariera för ${name} ${day}? Pass: `,
  noAccess: {
    title: 'Vikarier ordnas av personalen',
    text: 'Du är inte upplagd som anställd här. Frågor om att vikariera kommer i de kanaler du läser.',
  },
  noChat: 'Chatten kan inte visas här.',
};
