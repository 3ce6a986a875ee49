/** A question with answers to choose from, asked in a channel from a page of something else. */
export const askTexts = {
  title: 'Fråga i chatten',
  channel: 'Kanal',
  none: {
    title: 'Ingen kanal att fråga i',
    text: 'Skapa en kanal i organisationens chat och lägg till dem som ska få frågan.',
  },
  toChat: 'Öppna chatten',
  question: 'Fråga',
  missing: 'Skriv vad du frågar.',
  answers: (options: readonly string[]) => `Svaren att välja på: ${options.join(' · ')}.`,
  send: (channel: string) => `Fråga i #${channel}`,
  sent: (channel: string) => `Frågan är skickad till #${channel}`,
  asked: (channel: string) => `Frågor i #${channel}`,
  noneAsked: 'Ingen fråga är ställd här den senaste tiden.',
  by: (name: string, when: string) => `${name}, ${when}`,
  closed: 'Avslutad',
  nobody: 'Ingen än',
  others: (n: number) => (n === 1 ? 'och 1 till' : `och ${n} till`),
  open: 'Öppna i chatten',
  openOf: (question: string) => `Öppna i chatten: ${question}`,
};
