/** The comments of an event, a task or a lesson. */
export const commentTexts = {
  title: 'Kommentarer',
  none: 'Inga kommentarer än.',
  write: 'Skriv en kommentar',
  composer: 'Skriv en kommentar',
  failed: 'Kommentarerna kunde inte öppnas.',
};
