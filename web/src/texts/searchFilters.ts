/** What the search page can be narrowed to. */
export const searchFilterTexts = {
  filter: 'Vad du letar efter',
  filters: {
    all: 'Allt',
    people: 'Personer',
    channels: 'Kanaler',
    events: 'Händelser',
    messages: 'Meddelanden',
    organisations: 'Organisationer',
    places: 'Platser',
    days: 'Dagar',
  },
};
