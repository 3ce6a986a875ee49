const plural = (n: number, one: string, many: string) => (n === 1 ? `1 ${one}` : `${n} ${many}`);

/** A channel or a conversation on paper. */
export const printTexts = {
  print: 'Skriv ut',
  printed: (when: string) => `Utskrivet ${when}`,
  messages: (n: number) => plural(n, 'meddelande', 'meddelanden'),
  conversation: (names: string) => `Samtal med ${names}`,
  older: 'Äldre meddelanden finns men är inte med här.',
  newer: 'Nyare meddelanden finns men är inte med här.',
  file: (name: string, size: string) => `Fil: ${name} (${size})`,
  votes: (n: number) => plural(n, 'röst', 'röster'),
};
