/** Why nobody writes in a channel; what ended one that stands open, and who did it. */
export const shutTexts = {
  readOnly: 'Bara moderatorer skriver här. Du kan läsa och reagera.',
  noPost: 'Du kan läsa här men inte skriva.',
  noDirect: 'Det går inte att skriva i den här konversationen.',
  lost: 'Du har inte längre tillgång till kanalen.',
  archivedHere: 'Kanalen är arkiverad. Den går att läsa men inte att skriva i.',
  archivedBy: (name: string) =>
    `${name} arkiverade kanalen. Den går att läsa men inte att skriva i.`,
  REMOVED: (name: string) => `Du togs bort från kanalen av ${name}.`,
  CLOSED: (name: string) => `${name} stängde kanalen för dem som inte är med i den.`,
  EXPELLED: (name: string) => `Du togs bort ur organisationen av ${name}.`,
  ROLE: (name: string) =>
    `${name} ändrade din roll i organisationen. Du har inte längre tillgång till kanalen.`,
};
