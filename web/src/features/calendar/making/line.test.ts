import { describe, expect, it } from 'vitest';
import { ruleOf } from '../repeat.ts';
import { timeAt } from '../zone.ts';
import { type Line, readLine } from './line.ts';

/** Monday 23 November 2026, 10:15. */
const NOW = { date: '2026-11-23', time: '10:15' };

/** 'title | place | days | times | lasts | repeats', without what is not there. */
function told(line: string, now = NOW): string {
  const { title, place, days, from, to, lasts, allDay, repeat }: Line = readLine(line, now);
  const clock = (minutes: number) => timeAt(minutes % 1440) + (minutes >= 1440 ? '+1' : '');
  return [
    title,
    place && `@${place}`,
    days && (days.first === days.last ? days.first : `${days.first}–${days.last}`),
    from !== null && clock(from) + (to === null ? '' : `–${clock(to)}`),
    lasts !== null && `${lasts} min`,
    allDay && 'heldag',
    repeat && ruleOf(repeat, days?.first ?? now.date),
  ]
    .filter(Boolean)
    .join(' | ');
}

describe('one line is an event', () => {
  it.each([
    ['träning tors 18 Björkvallen', 'Träning | @Björkvallen | 2026-11-26 | 18:00'],
    // Days.
    ['fika idag 15', 'Fika | 2026-11-23 | 15:00'],
    ['fika imorgon 9', 'Fika | 2026-11-24 | 09:00'],
    ['städdag i övermorgon', 'Städdag | 2026-11-25'],
    ['tandläkare tors', 'Tandläkare | 2026-11-26'],
    ['tandläkare på fre', 'Tandläkare | 2026-11-27'],
    ['tandläkare måndag', 'Tandläkare | 2026-11-23'],
    ['julfest 3/12', 'Julfest | 2026-12-03'],
    ['julfest 3 dec kl 18', 'Julfest | 2026-12-03 | 18:00'],
    ['julfest tors 3 dec 18', 'Julfest | 2026-12-03 | 18:00'],
    ['match tors 18 dec', 'Match | 2026-12-18'],
    ['läger 14–16 maj Rättvik', 'Läger | @Rättvik | 2027-05-14–2027-05-16'],
    // What has been this year is of the next.
    ['fest 22/11', 'Fest | 2027-11-22'],
    // The time of today that has been is in a week.
    ['gympa mån 9', 'Gympa | 2026-11-30 | 09:00'],
    ['gympa mån 11', 'Gympa | 2026-11-23 | 11:00'],
    // Times.
    ['möte 18:30', 'Möte | 18:30'],
    ['möte kl 18', 'Möte | 18:00'],
    ['möte 18-20', 'Möte | 18:00–20:00'],
    ['möte 18–20.30 Aulan', 'Möte | @Aulan | 18:00–20:30'],
    ['fest lör 22-02', 'Fest | 2026-11-28 | 22:00–02:00+1'],
    ['middag ikväll halv sju', 'Middag | 2026-11-23 | 18:30'],
    ['match lör 14 Björkvallen i 2 timmar', 'Match | @Björkvallen | 2026-11-28 | 14:00 | 120 min'],
    ['möte fre 9 i 45 min', 'Möte | 2026-11-27 | 09:00 | 45 min'],
    ['möte fre 9 i en halvtimme', 'Möte | 2026-11-27 | 09:00 | 30 min'],
    ['möte fre 9 i en timme', 'Möte | 2026-11-27 | 09:00 | 60 min'],
    ['möte fre 9 i 1,5 timmar', 'Möte | 2026-11-27 | 09:00 | 90 min'],
    ['möte fre 9 i en och en halv timme', 'Möte | 2026-11-27 | 09:00 | 90 min'],
    ['städdag lör heldag', 'Städdag | 2026-11-28 | heldag'],
    ['hela dagen 3/12 inventering', 'Inventering | 2026-12-03 | heldag'],
    // What comes again.
    ['träning varje torsdag 18', 'Träning | 2026-11-26 | 18:00 | FREQ=WEEKLY;BYDAY=TH'],
    [
      'träning varje tis och tors 18-19 Hallen',
      'Träning | @Hallen | 2026-11-24 | 18:00–19:00 | FREQ=WEEKLY;BYDAY=TU,TH',
    ],
    ['kör varannan onsdag 19', 'Kör | 2026-11-25 | 19:00 | FREQ=WEEKLY;INTERVAL=2;BYDAY=WE'],
    ['gympa måndagar 9', 'Gympa | 2026-11-30 | 09:00 | FREQ=WEEKLY;BYDAY=MO'],
    ['kör varje torsdag från 7/12 19', 'Kör | 2026-12-10 | 19:00 | FREQ=WEEKLY;BYDAY=TH'],
    ['medicin varje dag kl 8', 'Medicin | 08:00 | FREQ=DAILY'],
    ['lunch varje vardag 12', 'Lunch | 2026-11-23 | 12:00 | FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR'],
    ['hyra varje månad', 'Hyra | FREQ=MONTHLY;BYMONTHDAY=23'],
    // Where, and what it is called.
    ['tors 18 träning', 'Träning | 2026-11-26 | 18:00'],
    [
      'varje torsdag träning 18-20 Björkvallen',
      'Träning | @Björkvallen | 2026-11-26 | 18:00–20:00 | FREQ=WEEKLY;BYDAY=TH',
    ],
    ['möte tors 18 i aulan', 'Möte | @Aulan | 2026-11-26 | 18:00'],
    ['möte tors 18 med Kalle', 'Möte med Kalle | 2026-11-26 | 18:00'],
    ['middag hos mormor sön 17', 'Middag hos mormor | 2026-11-29 | 17:00'],
    ['möte @ Rådhuset tors 18', 'Möte | @Rådhuset | 2026-11-26 | 18:00'],
    ['möte tors 18 plats: Rådhuset, sal 3', 'Möte | @Rådhuset, sal 3 | 2026-11-26 | 18:00'],
    ['Fika imorgon kl 9–11!', 'Fika | 2026-11-24 | 09:00–11:00'],
    // Nothing of a time in it.
    ['handla mjölk', 'Handla mjölk'],
    ['Tor fyller 40', 'Tor fyller 40'],
    ['samla in 200 kr', 'Samla in 200 kr'],
    ['', ''],
  ])('%s → %s', (line, expected) => {
    expect(told(line)).toBe(expected);
  });

  it('is of the next week where the day’s time has been', () => {
    const thursday = { date: '2026-11-26', time: '19:00' };
    expect(told('träning tors 18', thursday)).toBe('Träning | 2026-12-03 | 18:00');
    expect(told('träning tors 20', thursday)).toBe('Träning | 2026-11-26 | 20:00');
    expect(told('träning varje tors 18', thursday)).toBe(
      'Träning | 2026-12-03 | 18:00 | FREQ=WEEKLY;BYDAY=TH',
    );
  });

  it('keeps nothing busy, however long', () => {
    const began = performance.now();
    for (const part of ['varje tors och ', 'i 1 ', '18-', '@ ', '3/12 ']) {
      readLine(part.repeat(5000), NOW);
    }
    expect(performance.now() - began).toBeLessThan(2000);
  });
});
