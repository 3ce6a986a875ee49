/** What stands behind 'Fler val'. */
export const moreTexts = {
  what: 'Upprepning, adress, länkar, anmälan, vem som ser den med mera',
  names: {
    repeat: 'Upprepas',
    timeZone: 'Tidszon',
    placeAddress: 'Adress',
    placeLink: 'Länk till möte',
    links: 'Länkar',
    enrollment: 'Anmälan',
    visibility: 'Vem ser den',
    eventStatus: 'Status',
  },
};
