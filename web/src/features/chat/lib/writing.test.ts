import { describe, expect, it } from 'vitest';
import type { Change } from '@/lib/editText.ts';
import { newLine, quoteReply, toggleLines, toggleMark } from './writing.ts';

/** `[` and `]` stand around what is selected, `|` where the caret is alone. */
function read(marked: string): [string, number, number] {
  const text = marked.replace(/[⟦⟧|]/g, '');
  const caret = marked.indexOf('|');
  if (caret >= 0) return [text, caret, caret];
  return [text, marked.indexOf('⟦'), marked.indexOf('⟧') - 1];
}

function done(text: string, { start, end, insert, selectFrom, selectTo }: Change): string {
  const made = text.slice(0, start) + insert + text.slice(end);
  if (selectFrom === selectTo) return `${made.slice(0, selectFrom)}|${made.slice(selectFrom)}`;
  return `${made.slice(0, selectFrom)}⟦${made.slice(selectFrom, selectTo)}⟧${made.slice(selectTo)}`;
}

describe('toggleMark', () => {
  it.each([
    ['ett ⟦två⟧ tre', '*', 'ett *⟦två⟧* tre'],
    ['ett *⟦två⟧* tre', '*', 'ett ⟦två⟧ tre'],
    ['ett ⟦*två*⟧ tre', '*', 'ett ⟦två⟧ tre'],
    ['ett⟦ två ⟧tre', '_', 'ett _⟦två⟧_ tre'],
    ['ett |', '~', 'ett ~|~'],
    ['ett ~|~', '~', 'ett |'],
  ])('%j %j', (before, mark, after) => {
    const [text, start, end] = read(before);
    expect(done(text, toggleMark(text, start, end, mark))).toBe(after);
  });
});

describe('toggleLines', () => {
  it.each([
    ['a\nb|c', '> ', 'a\n> bc|'],
    ['⟦a\nb⟧', '- ', '⟦- a\n- b⟧'],
    ['⟦- a\n- b⟧', '- ', '⟦a\nb⟧'],
  ])('%j %j', (before, sign, after) => {
    const [text, start, end] = read(before);
    expect(done(text, toggleLines(text, start, end, sign))).toBe(after);
  });
});

describe('newLine', () => {
  it.each([
    ['hej|', 'hej\n|'],
    ['- ett|', '- ett\n- |'],
    ['  * ett| två', '  * ett\n  * | två'],
    ['9. ett|', '9. ett\n10. |'],
    ['- ett\n- |', '- ett\n|'],
    ['```\n- ett|', '```\n- ett\n|'],
  ])('%j', (before, after) => {
    const [text, caret] = read(before);
    expect(done(text, newLine(text, caret))).toBe(after);
  });
});

describe('quoteReply', () => {
  it('sets each line apart, after what is written, and not all of a long one', () => {
    expect(quoteReply('', 'ett\ntvå')).toBe('> ett\n> två\n');
    expect(quoteReply('hej', 'ett')).toBe('hej\n> ett\n');
    expect(quoteReply('', 'a\n'.repeat(20)).split('\n')).toHaveLength(10);
  });
});
