/** The quick switcher. */
export const switcherTexts = {
  title: 'Hoppa till',
  placeholder: 'Kanal, person eller konversation',
  conversation: 'Konversation',
  searching: 'Söker …',
  found: (n: number) => (n === 1 ? '1 träff' : `${n} träffar`),
  nothing: 'Inget hittades',
  lacking: 'Allt kunde inte hämtas. Försök igen om en stund.',
  offline: 'Du är offline. Här syns det som redan är hämtat.',
};
