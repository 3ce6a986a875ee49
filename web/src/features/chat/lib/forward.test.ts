import { describe, expect, it } from 'vitest';
import type { Attachment, Message } from '@/api/types.ts';
import { CONTENT_MAX, forwarded, withoutCalls } from './forward.ts';

const LINK = 'https://exempel.se/konversation/1/2?message=3';
const message = (content: string, more: Partial<Message> = {}) => ({
  userName: 'Anna Ek',
  content,
  formattedContent: content,
  attachments: [],
  poll: null,
  ...more,
});

describe('a message that is sent on', () => {
  it('is a quote with a way back', () => {
    expect(forwarded(message('rad ett\nrad två'), LINK, '')).toBe(
      `> *Anna Ek:*\n> rad ett\n> rad två\n[Visa i sammanhang](${LINK})`,
    );
    expect(forwarded(message('hej'), LINK, ' Se här: ')).toMatch(/^Se här:\n> \*Anna Ek:\*\n/);
  });

  it('says what a quote cannot show', () => {
    const files = [{}, {}] as Attachment[];
    expect(forwarded(message('', { attachments: files }), LINK, '')).toContain(
      '> _2 bifogade filer_',
    );
    const poll = { options: [{ text: 'ja' }, { text: 'nej' }] } as NonNullable<Message['poll']>;
    expect(forwarded(message('Så?', { poll }), LINK, '')).toContain('> Så?\n> - ja\n> - nej\n');
  });

  it.each([4000, 5000, 12_000])('of %i characters is cut to what a message holds', (length) => {
    for (const text of ['å'.repeat(length), 'a\n'.repeat(length / 2), '👋'.repeat(length)]) {
      const sent = forwarded(message(text), LINK, 'Läs!');
      expect([...sent].length).toBeLessThanOrEqual(CONTENT_MAX);
      expect(sent).toContain('…\n[Visa');
    }
  });

  it('is nothing where the comment leaves no room', () => {
    expect(forwarded(message('hej'), LINK, 'x'.repeat(CONTENT_MAX))).toBe('');
  });

  it.each([
    ['hej @anna', 'hej @\u2060anna'],
    ['@channel kom', '@\u2060channel kom'],
    ['*@bo*', '*@\u2060bo*'],
    ['skriv till anna@exempel.se', 'skriv till anna@exempel.se'],
    ['5 @ 3', '5 @ 3'],
  ])('calls nobody: %s', (text, expected) => expect(withoutCalls(text)).toBe(expected));
});
