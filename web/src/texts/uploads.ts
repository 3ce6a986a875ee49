/** Files that are chosen and on their way. */
export const uploadTexts = {
  chosen: 'Filer som skickas med',
  remove: (name: string) => `Ta bort ${name}`,
  waits: 'Filer kan inte tas emot just nu. Försöker igen …',
  again: (name: string) => `Försök igen med ${name}`,
  offline: 'Inget nät. Filen kommer med när det är tillbaka.',
  heic: 'HEIC visas inte i alla webbläsare. Välj JPEG i kamerans inställningar så syns bilden här.',
};
