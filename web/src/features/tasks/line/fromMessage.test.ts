import { describe, expect, it } from 'vitest';
import { begunBy } from './fromMessage.ts';

/** Monday 23 November 2026, 10:15 in Sweden. */
const NOW = Date.parse('2026-11-23T09:15:00Z');
const DAY = 86_400_000;

describe('the line that a message begins', () => {
  it.each([
    ['is its first line', 'Ring Karin\nHon väntar', { line: 'Ring Karin', offer: null }],
    ['leaves out what is empty', '\n\n  Ring Karin ', { line: 'Ring Karin', offer: null }],
    ['keeps a day', 'Ring Karin imorgon 15', { line: 'Ring Karin imorgon 15', offer: null }],
    [
      'is offered a day that stands below',
      'Vi behöver boka lokal\nMötet är på fredag kl 18',
      { line: 'Vi behöver boka lokal', offer: 'fredag 27 november 2026 kl 18:00' },
    ],
    [
      'is offered the first of several',
      'Boka lokal\nhej\nsenast 3/12\nsenast 4/12',
      { line: 'Boka lokal', offer: 'torsdag 3 december 2026' },
    ],
    ['may be empty', '', { line: '', offer: null }],
  ])('%s', (_, text, expected) => {
    expect(begunBy(text, NOW, NOW)).toEqual(expected);
  });

  it('says the day that was meant when the message was sent', () => {
    const sent = NOW - DAY;
    expect(begunBy('Ring Karin i övermorgon 15', sent, NOW).line).toBe(
      'Ring Karin tisdag 24 november 2026 kl 15:00',
    );
    expect(begunBy('Ring Karin den 30', sent, NOW).line).toBe('Ring Karin den 30');
    expect(begunBy('Boka\ni övermorgon', sent, NOW).offer).toBe('tisdag 24 november 2026');
  });

  it('says nothing of a day that has been', () => {
    const sent = NOW - 3 * DAY;
    expect(begunBy('Ring Karin imorgon 15', sent, NOW).line).toBe('Ring Karin');
    expect(begunBy('Boka\nimorgon', sent, NOW).offer).toBeNull();
  });

  it('keeps a repetition as it is written', () => {
    expect(begunBy('Vattna varje dag', NOW - 3 * DAY, NOW).line).toBe('Vattna varje dag');
  });

  it('has a title that the server takes', () => {
    const { line } = begunBy('å'.repeat(4000), NOW, NOW);
    expect([...line]).toHaveLength(200);
    expect(line.endsWith('…')).toBe(true);
  });
});
