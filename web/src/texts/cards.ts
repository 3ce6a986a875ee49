/** What another area's thing says within a message (contract 3.8). */
export const cardTexts = {
  event: 'Händelse',
  post: 'Inlägg',
  booking: 'Bokning',
  task: 'Uppgift',
  lesson: 'Lektion',
  ownBooking: 'Visa bland mina bokningar',
  by: (name: string) => `Inlägg av ${name}`,
  answer: 'Svara på inbjudan',
  cancelled: 'Inställd',
  hidden: 'Finns inte, eller är inte till för dig.',
  failed: 'Kunde inte hämtas just nu.',
  loading: 'Hämtar …',
};
