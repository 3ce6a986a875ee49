/** Questions that were asked in a channel, and who has answered. */
import { describe, expect, it } from 'vitest';
import type { Message } from '@/api/types.ts';
import { answersOf, askedIn, meantIn } from './asked.ts';

const options = ['Ja, jag kan', 'Nej, inte den här gången'];
const asked = (id: number, texts: string[], more: Partial<Message> = {}) =>
  ({
    id,
    deleted: false,
    poll: { question: `Fråga ${id}`, options: texts.map((text) => ({ text, count: 0 })) },
    ...more,
  }) as Message;

describe('questions in a channel', () => {
  it('are those with the same answers, the last first, without what was deleted', () => {
    const messages = [
      asked(1, options),
      asked(2, ['Ja', 'Nej']),
      asked(3, options, { deleted: true }),
      asked(4, options),
      asked(5, [...options, 'Kanske']),
      asked(6, options, { poll: null }),
    ];
    expect(askedIn(messages, options).map(({ message }) => message.id)).toEqual([4, 1]);
  });

  it('say by name who has answered what, and how many one does not know', () => {
    const poll = {
      options: [
        { text: 'Ja', count: 3, voters: [7, 8] },
        { text: 'Nej', count: 0 },
      ],
    } as Parameters<typeof answersOf>[0];
    expect(answersOf(poll, (id) => (id === 7 ? 'Anna' : undefined))).toEqual([
      { text: 'Ja', names: ['Anna'], others: 2 },
      { text: 'Nej', names: [], others: 0 },
    ]);
  });

  it('are asked where one asked last, or where the name says that it is for them', () => {
    const channels = [
      { id: 1, name: 'allmant' },
      { id: 2, name: 'vikarier' },
      { id: 3, name: 'personal' },
    ];
    expect(meantIn(channels, '3', 'vikari')?.id).toBe(3);
    expect(meantIn(channels, null, 'vikari')?.id).toBe(2);
    expect(meantIn(channels, '9', 'skriv')?.id).toBe(1);
    expect(meantIn([], null, 'vikari')).toBeUndefined();
  });
});
