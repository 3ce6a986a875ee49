import { describe, expect, it } from 'vitest';
import { endOf, foundTime, titleIn } from './found.ts';

/** Monday 23 November 2026, 10:15 in Sweden. */
const NOW = Date.parse('2026-11-23T09:15:00Z');
const time = (minutes: number | null) =>
  minutes === null
    ? ''
    : `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;

/** 'day', 'day hh:mm', 'day hh:mm–hh:mm', 'day–day'; '' where nothing is found. */
function told(text: string, now = NOW): string {
  const found = foundTime(text, now);
  if (!found) return '';
  const { first, last, from, to } = found;
  const days = first === last ? first : `${first}–${last}`;
  return `${days} ${time(from)}${to === null ? '' : `–${time(to)}`}`.trim();
}

describe('when something happens, from what people write', () => {
  it.each([
    // Days by number.
    ['tors 14/5 kl 18', '2027-05-14 18:00'],
    ['Årsmöte torsdag 14/5 kl. 18.30', '2027-05-14 18:30'],
    ['Träff 24/11 klockan 9', '2026-11-24 09:00'],
    ['Träff 23/11', '2026-11-23'],
    ['Träff 22/11', '2027-11-22'],
    ['14/5 2028 kl 12:15', '2028-05-14 12:15'],
    ['14/5-28', '2028-05-14'],
    ['läger 14/5-16/5', '2027-05-14–2027-05-16'],
    ['läger 14–16/5', '2027-05-14–2027-05-16'],
    ['2027-05-14 18:00', '2027-05-14 18:00'],
    ['Mässan är 2027-05-14', '2027-05-14'],
    ['2027-05-14 kl 18–20', '2027-05-14 18:00–20:00'],
    // By the month's name.
    ['14 maj', '2027-05-14'],
    ['den 14 maj kl 19', '2027-05-14 19:00'],
    ['den 14:e maj', '2027-05-14'],
    ['torsdagen den 3 december 2026 kl 18.00-20.30', '2026-12-03 18:00–20:30'],
    ['1:a dec', '2026-12-01'],
    ['fre 5 feb. 19.30', '2027-02-05 19:30'],
    ['14–16 maj', '2027-05-14–2027-05-16'],
    ['30 dec till 2 januari', '2026-12-30–2027-01-02'],
    ['29 februari', '2028-02-29'],
    // By the day of a month to come.
    ['den 3:e kl 19', '2026-12-03 19:00'],
    ['den 25:e', '2026-11-25'],
    ['Vi ses den 30, kl 8', '2026-11-30 08:00'],
    // Near by.
    ['idag kl 14', '2026-11-23 14:00'],
    ['I dag 15-16', '2026-11-23 15:00–16:00'],
    ['imorgon kl 9–11', '2026-11-24 09:00–11:00'],
    ['i morgon bitti kl 7', '2026-11-24 07:00'],
    ['imorrn 12.30', '2026-11-24 12:30'],
    ['i övermorgon', '2026-11-25'],
    ['ikväll 19', '2026-11-23 19:00'],
    ['Fika ikväll vid 7', '2026-11-23 19:00'],
    ['ikväll kl 7', '2026-11-23 19:00'],
    ['ikväll', '2026-11-23'],
    ['om tre dagar', '2026-11-26'],
    ['om två veckor kl 10', '2026-12-07 10:00'],
    // Weekdays.
    ['på torsdag 18.30', '2026-11-26 18:30'],
    ['torsdag 18', '2026-11-26 18:00'],
    ['fre 18-21', '2026-11-27 18:00–21:00'],
    ['Lördag mellan 9 och 12', '2026-11-28 09:00–12:00'],
    ['lör. kl 22–02', '2026-11-28 22:00–26:00'],
    ['måndag kl 18', '2026-11-23 18:00'],
    ['måndag kl 9', '2026-11-30 09:00'],
    ['på måndag', '2026-11-30'],
    ['nästa tisdag', '2026-12-01'],
    ['tisdag nästa vecka kl 13', '2026-12-01 13:00'],
    // Weeks.
    ['v. 20', '2027-05-17–2027-05-23'],
    ['vecka 48', '2026-11-23–2026-11-29'],
    ['v 53', '2026-12-28–2027-01-03'],
    ['tors v. 20 kl 18', '2027-05-20 18:00'],
    ['nästa vecka', '2026-11-30–2026-12-06'],
    ['i helgen', '2026-11-28–2026-11-29'],
    ['nästa helg', '2026-12-05–2026-12-06'],
    // Feasts.
    ['Gröt på julafton kl 15', '2026-12-24 15:00'],
    ['midsommarafton', '2027-06-25'],
    // A time alone.
    ['kl 18', '2026-11-23 18:00'],
    ['Mötet börjar 09:30', '2026-11-24 09:30'],
    ['kl 1830', '2026-11-23 18:30'],
    ['halv sju på kvällen', '2026-11-23 18:30'],
    ['på onsdag kl 3 på eftermiddagen', '2026-11-25 15:00'],
    ['Plats: Folkets hus\nTid: tors 14/5 kl 18', '2027-05-14 18:00'],
  ])('%s → %s', (text, expected) => {
    expect(told(text)).toBe(expected);
  });

  it.each([
    'Hej på er!',
    'Vi var 14 personer',
    'Det kostar 18.50 kr',
    'Öppet 24/7',
    'i torsdags var det fullt',
    'förra torsdagen',
    'Tor kommer',
    'version 2.30.1',
    'sid. 12',
    'kl 25',
    'den 32:a',
    '31/2',
    '14/13',
    'https://exempel.se/2027/a',
    '',
  ])('nothing in: %s', (text) => {
    expect(told(text)).toBe('');
  });

  it('a day is the one that it is in Sweden', () => {
    // Half past midnight of the 24th there.
    expect(told('idag', Date.parse('2026-11-23T23:30:00Z'))).toBe('2026-11-24');
    expect(told('imorgon kl 9', Date.parse('2026-12-31T23:30:00Z'))).toBe('2027-01-02 09:00');
  });

  it('the weekend that has begun is what is left of it', () => {
    expect(told('i helgen', Date.parse('2026-11-29T10:00:00Z'))).toBe('2026-11-29');
  });

  it('ends when it says, else an hour on; past midnight on the next day', () => {
    const ends = (text: string) => {
      const found = foundTime(text, NOW);
      const end = found && endOf(found);
      return end && `${end.day} ${time(end.minute)}`;
    };
    expect(ends('på torsdag 18.30')).toBe('2026-11-26 19:30');
    expect(ends('lör kl 22–02')).toBe('2026-11-29 02:00');
    expect(ends('på torsdag kl 23.30')).toBe('2026-11-27 00:30');
  });

  it('no text keeps it busy', () => {
    const began = performance.now();
    for (const part of ['1/', '14 ', 'den ', 'kl ', 'på måndag ', '1-', '– ']) {
      foundTime(part.repeat(2000), NOW);
    }
    expect(performance.now() - began).toBeLessThan(3000);
  });
});

describe('the title', () => {
  it.each([
    ['Årsmöte tors 14/5 kl 18 i aulan', 'Årsmöte i aulan'],
    ['Fika imorgon kl 9–11!', 'Fika!'],
    ['På torsdag 18.30: städdag på gården', 'Städdag på gården'],
    ['Styrelsemöte (den 3:e kl 19)', 'Styrelsemöte'],
    ['Städdag, i övermorgon', 'Städdag'],
    ['\n\nTräff\nden 14 maj', 'Träff'],
    ['Hej på er', 'Hej på er'],
    ['imorgon kl 9', ''],
  ])('%s → %s', (text, expected) => {
    expect(titleIn(text, NOW, 200)).toBe(expected);
  });

  it('has at most so many letters', () => {
    const title = titleIn('å'.repeat(300), NOW, 200);
    expect([...title]).toHaveLength(200);
    expect(title.endsWith('…')).toBe(true);
  });
});
