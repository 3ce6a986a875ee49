/** Commands that are written in the composer. */
export const slashTexts = {
  remind: 'Påminn mig om det senaste meddelandet',
  remindUse: '/påminn 30 min, /påminn 15:00',
  status: 'Sätt status',
  statusUse: '/status 🍽️ På lunch',
  quiet: 'Stör ej',
  quietUse: '/tyst 1 h, /tyst av',
  poll: 'Ny omröstning',
  pollUse: '/omröstning Vilken dag?',
  when: 'Vem kan när?',
  whenUse: '/vemkan Föräldramöte',
  unknown: (word: string) =>
    `Kommandot /${word} finns inte. Inget skickades. Börja med ett mellanslag om det ska vara text.`,
  nothingToRemind: 'Det finns inget meddelande här att påminna om.',
  wrongMoment: 'Skriv en tid, till exempel 30 min, 2 h, 15:00 eller i morgon.',
};
