import fc from 'fast-check';
import { expect, describe as group, it } from 'vitest';
import { clockAt, HOME_ZONE } from '@/lib/zone.ts';
import { describe } from './describe.ts';
import { readLine } from './line.ts';

/** Monday 23 November 2026, 10:15 in Sweden. */
const NOW = Date.parse('2026-11-23T09:15:00Z');
const at = (iso: string) => Date.parse(iso);

/** 'title | day or day hh:mm | rule | !priority | #labels', without what is not there. */
function told(line: string, now = NOW): string {
  const { title, dueDate, dueAt, timeZone, repeat, priority, labels } = readLine(line, now);
  const wall = dueAt === undefined ? null : clockAt(dueAt, timeZone ?? 'UTC');
  return [
    title,
    wall ? `${wall.date} ${wall.time}` : dueDate,
    repeat && repeat.rrule + (repeat.from === 'COMPLETION' ? ' efter klar' : ''),
    priority && `!${priority}`,
    labels?.map((label) => `#${label}`).join(' '),
  ]
    .filter(Boolean)
    .join(' | ');
}

group('one line is a task', () => {
  it.each([
    // Near by.
    ['ring Karin imorgon 15', 'Ring Karin | 2026-11-24 15:00'],
    ['imorgon 15 ring Karin', 'Ring Karin | 2026-11-24 15:00'],
    ['ring Karin i morgon kl. 15.30', 'Ring Karin | 2026-11-24 15:30'],
    ['packa i dag', 'Packa | 2026-11-23'],
    ['vattna i övermorgon', 'Vattna | 2026-11-25'],
    ['packa ikväll', 'Packa | 2026-11-23 18:00'],
    ['packa i kväll', 'Packa | 2026-11-23 18:00'],
    ['packa ikväll vid 7', 'Packa | 2026-11-23 19:00'],
    ['packa imorgon kväll', 'Packa | 2026-11-24 18:00'],
    ['packa på fredag kväll', 'Packa | 2026-11-27 18:00'],
    ['packa fredag kväll 20', 'Packa | 2026-11-27 20:00'],
    ['fika söndag eftermiddag kl 3', 'Fika | 2026-11-29 15:00'],
    ['jogga fredag morgon', 'Jogga | 2026-11-27'],
    // Weekdays.
    ['städa på tisdag', 'Städa | 2026-11-24'],
    ['städa på måndag', 'Städa | 2026-11-30'],
    ['städa måndag', 'Städa | 2026-11-23'],
    ['städa måndag 9', 'Städa | 2026-11-30 09:00'],
    ['städa nästa tisdag', 'Städa | 2026-12-01'],
    ['möte tors 18', 'Möte | 2026-11-26 18:00'],
    ['tvätta fre', 'Tvätta | 2026-11-27'],
    ['lämna rapporten senast fredag', 'Lämna rapporten | 2026-11-27'],
    ['lämna rapporten senast på fredag kl 12', 'Lämna rapporten | 2026-11-27 12:00'],
    [
      'köp present till festen på lördag, senast fredag',
      'Köp present till festen på lördag | 2026-11-27',
    ],
    // Dates.
    ['betala räkningen 3/12', 'Betala räkningen | 2026-12-03'],
    ['betala räkningen 3 december', 'Betala räkningen | 2026-12-03'],
    ['betala räkningen den 3 december kl 9', 'Betala räkningen | 2026-12-03 09:00'],
    ['betala räkningen den 3:e', 'Betala räkningen | 2026-12-03'],
    ['betala räkningen senast den 30:e', 'Betala räkningen | 2026-11-30'],
    ['deklarera 2/5', 'Deklarera | 2027-05-02'],
    ['deklarera 22/11', 'Deklarera | 2027-11-22'],
    ['skriv ut 2027-01-15 08:30', 'Skriv ut | 2027-01-15 08:30'],
    ['läger 14–16 maj', 'Läger | 2027-05-16'],
    ['pynta till julafton', 'Pynta | 2026-12-24'],
    // Weeks: their Friday.
    ['inventera v 49', 'Inventera | 2026-12-04'],
    ['inventera vecka 49 kl 15', 'Inventera | 2026-12-04 15:00'],
    ['inventera tors v 49', 'Inventera | 2026-12-03'],
    ['inventera nästa vecka', 'Inventera | 2026-12-04'],
    ['inventera den här veckan', 'Inventera | 2026-11-27'],
    ['måla i helgen', 'Måla | 2026-11-29'],
    // From now on.
    ['ring om en timme', 'Ring | 2026-11-23 11:15'],
    ['ring om en halvtimme', 'Ring | 2026-11-23 10:45'],
    ['ring om en kvart', 'Ring | 2026-11-23 10:30'],
    ['ring om 1,5 timmar', 'Ring | 2026-11-23 11:45'],
    ['ring inom 45 min', 'Ring | 2026-11-23 11:00'],
    ['följ upp om två veckor', 'Följ upp | 2026-12-07'],
    ['följ upp om två veckor kl 10', 'Följ upp | 2026-12-07 10:00'],
    ['följ upp om tre dagar', 'Följ upp | 2026-11-26'],
    ['följ upp om en månad', 'Följ upp | 2026-12-23'],
    ['förnya om två år', 'Förnya | 2028-11-23'],
    // A time alone.
    ['ring kl 15', 'Ring | 2026-11-23 15:00'],
    ['ring kl 9', 'Ring | 2026-11-24 09:00'],
    ['ring före kl 15', 'Ring | 2026-11-23 15:00'],
    ['ring halv sju på kvällen', 'Ring på kvällen | 2026-11-23 18:30'],
    ['jour 22:00', 'Jour | 2026-11-23 22:00'],
    ['pass kl 9–11', 'Pass | 2026-11-23 11:00'],
    ['pass fre 22–02', 'Pass | 2026-11-28 02:00'],
    // What comes again.
    ['vattna varje fredag', 'Vattna | 2026-11-27 | FREQ=WEEKLY;BYDAY=FR'],
    ['vattna varje fredag 15', 'Vattna | 2026-11-27 15:00 | FREQ=WEEKLY;BYDAY=FR'],
    ['vattna varje måndag', 'Vattna | 2026-11-23 | FREQ=WEEKLY;BYDAY=MO'],
    ['vattna varje måndag 9', 'Vattna | 2026-11-30 09:00 | FREQ=WEEKLY;BYDAY=MO'],
    ['träna tisdagar och torsdagar', 'Träna | 2026-11-24 | FREQ=WEEKLY;BYDAY=TU,TH'],
    ['städa varannan vecka', 'Städa | 2026-11-23 | FREQ=WEEKLY;INTERVAL=2;BYDAY=MO'],
    ['städa varannan vecka på fredag', 'Städa | 2026-11-27 | FREQ=WEEKLY;INTERVAL=2;BYDAY=FR'],
    ['tvätta var fjortonde dag', 'Tvätta | 2026-11-23 | FREQ=DAILY;INTERVAL=14'],
    ['tvätta var 10:e dag', 'Tvätta | 2026-11-23 | FREQ=DAILY;INTERVAL=10'],
    ['tvätta var tredje dag från 7/12', 'Tvätta | 2026-12-07 | FREQ=DAILY;INTERVAL=3'],
    ['posten vardagar', 'Posten | 2026-11-23 | FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR'],
    ['posten vardagar 9', 'Posten | 2026-11-24 09:00 | FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR'],
    ['medicin varje dag kl 8', 'Medicin | 2026-11-24 08:00 | FREQ=DAILY'],
    ['diska varje kväll', 'Diska | 2026-11-23 18:00 | FREQ=DAILY'],
    ['betala hyran varje månad den 31', 'Betala hyran | 2026-12-31 | FREQ=MONTHLY;BYMONTHDAY=31'],
    ['betala hyran den 25:e varje månad', 'Betala hyran | 2026-11-25 | FREQ=MONTHLY;BYMONTHDAY=25'],
    ['moms var tredje månad den 12', 'Moms | 2026-12-12 | FREQ=MONTHLY;INTERVAL=3;BYMONTHDAY=12'],
    ['byt filter varje kvartal', 'Byt filter | 2026-11-23 | FREQ=MONTHLY;INTERVAL=3;BYMONTHDAY=23'],
    ['möte första måndagen i månaden', 'Möte | 2026-12-07 | FREQ=MONTHLY;BYDAY=1MO'],
    ['lön sista fredagen varje månad', 'Lön | 2026-11-27 | FREQ=MONTHLY;BYDAY=-1FR'],
    ['gratulera 3/12 varje år', 'Gratulera | 2026-12-03 | FREQ=YEARLY'],
    ['öva varje dag till 18 december', 'Öva | 2026-11-23 | FREQ=DAILY;UNTIL=20261218'],
    ['vattna var tredje dag efter klar', 'Vattna | 2026-11-23 | FREQ=DAILY;INTERVAL=3 efter klar'],
    // Signs.
    ['ring Karin !hög', 'Ring Karin | !3'],
    ['ring Karin !!', 'Ring Karin | !3'],
    ['!!! ring Karin', 'Ring Karin | !4'],
    ['ring Karin !låg imorgon', 'Ring Karin | 2026-11-24 | !1'],
    ['köp mjölk #inköp #Hemma', 'Köp mjölk | #inköp #Hemma'],
    ['köp mjölk #inköp #INKÖP', 'Köp mjölk | #inköp'],
    ['prata om #budget på fredag', 'Prata om | 2026-11-27 | #budget'],
    ['#jobb ring Karin imorgon 15 !brådskande', 'Ring Karin | 2026-11-24 15:00 | !4 | #jobb'],
    // The title.
    ['Fika imorgon kl 9!', 'Fika! | 2026-11-24 09:00'],
    ['Städdag (på lördag kl 10)', 'Städdag | 2026-11-28 10:00'],
    ['På torsdag 18.30: boka lokal', 'Boka lokal | 2026-11-26 18:30'],
    ['imorgon', '2026-11-24'],
    ['', ''],
  ])('%s → %s', (line, expected) => {
    expect(told(line)).toBe(expected);
  });

  it.each([
    'Ring innan fredag',
    'Ring före den 3 december',
    'Ring efter fredag kl 15',
    'Förbered inför lördag',
    'Ring efter kl 15',
    'Ring Lucia',
    'Planera en vanlig vardag',
    'Köp 5-6 äpplen',
    'Läs sidorna 18-20',
    'Hämta 200 kr',
    'Ärende #123',
    'Ring nu!!',
    'Ring!',
    'Mejla anna!hög@exempel.se',
    'Se a#b',
    'Tor fyller 40',
    'Vänta om några dagar',
    'Skriv om förra fredagen',
    'Boka fredagsmys',
    'Köp kort till 31/2',
    'Kl 25',
    'Jour mån-fre',
    'Rapport v 49-50',
  ])('stays in the title: %s', (line) => {
    expect(told(line)).toBe(line);
  });

  it('what is counted beside a day is not the time', () => {
    expect(told('köp imorgon 3 liter mjölk')).toBe('Köp 3 liter mjölk | 2026-11-24');
    expect(told('köp imorgon 12 paket')).toBe('Köp 12 paket | 2026-11-24');
    expect(told('läs på fredag 2 böcker')).toBe('Läs 2 böcker | 2026-11-27');
  });

  it('a label has at most 30 letters, a task 10 of them', () => {
    expect(told(`mjölk #${'å'.repeat(30)}`)).toBe(`Mjölk | #${'å'.repeat(30)}`);
    expect(told(`mjölk #${'å'.repeat(31)}`)).toBe(`Mjölk #${'å'.repeat(31)}`);
    const many = Array.from({ length: 11 }, (_, n) => `#a${n}`).join(' ');
    expect(readLine(`mjölk ${many}`, NOW).labels).toHaveLength(10);
    expect(readLine(`mjölk ${many}`, NOW).title).toBe('Mjölk #a10');
  });

  it('says where in the line each thing was read', () => {
    const line = 'Ring Karin varje fredag 15 !hög #jobb';
    const parts = readLine(line, NOW).parts;
    expect(parts.map(({ from, to, what }) => `${what}: ${line.slice(from, to).trim()}`)).toEqual([
      'repeat: varje fredag',
      'due: 15',
      'priority: !hög',
      'label: #jobb',
    ]);
  });

  it('of whatever text it tells a task that the server can take', () => {
    const words =
      'ring,imorgon,på fredag,15,kl 9,varje,vecka,den 31,v 49,om en timme,ikväll,senast,till,3/12,!!,#a,-,(,å'.split(
        ',',
      );
    const lines = fc.array(fc.oneof(fc.constantFrom(...words), fc.string({ maxLength: 8 })), {
      maxLength: 12,
    });
    fc.assert(
      fc.property(
        lines,
        fc.integer({ min: at('2026-01-01'), max: at('2029-01-01') }),
        (said, now) => {
          const text = said.join(' ');
          const line = readLine(text, now);
          expect(line.dueDate !== undefined && line.dueAt !== undefined).toBe(false);
          expect(line.timeZone !== undefined).toBe(line.dueAt !== undefined);
          // The server refuses a rule without a day to begin on.
          if (line.repeat) expect(line.dueDate ?? line.dueAt).toBeDefined();
          expect(line.title).not.toMatch(/[\uE000\uE001]/);
          const ends = line.parts.map(
            ({ from, to }, n) => from < to && from >= (line.parts[n - 1]?.to ?? 0),
          );
          expect(ends).not.toContain(false);
          expect(line.parts.at(-1)?.to ?? 0).toBeLessThanOrEqual(text.length);
        },
      ),
    );
  });

  it('a long line keeps all of its words', () => {
    const words = 'mjölk '.repeat(100).trim();
    expect(readLine(words, NOW).title).toHaveLength(words.length);
  });
});

group('at the edges of days, years and clocks', () => {
  it.each([
    // Half past midnight of the 24th in Sweden.
    ['ring imorgon 15', '2026-11-23T23:30:00Z', '2026-11-25 15:00'],
    ['ring idag', '2026-11-23T23:30:00Z', '2026-11-24'],
    ['ring kl 00:15', '2026-11-23T23:30:00Z', '2026-11-25 00:15'],
    ['ring ikväll', '2026-11-23T23:30:00Z', '2026-11-24 18:00'],
    // Half an hour before it.
    ['ring om en timme', '2026-11-23T22:30:00Z', '2026-11-24 00:30'],
    ['ring kl 8', '2026-11-23T22:30:00Z', '2026-11-24 08:00'],
    // The evening at 18 has been.
    ['ring ikväll', '2026-11-23T19:00:00Z', '2026-11-23'],
    // The minute itself has been.
    ['ring kl 15', '2026-11-23T14:00:00Z', '2026-11-24 15:00'],
    // Year's end.
    ['ring imorgon 9', '2026-12-31T23:30:00Z', '2027-01-02 09:00'],
    ['ring nästa tisdag', '2026-12-30T10:00:00Z', '2027-01-05'],
    ['ring v 1', '2026-12-30T10:00:00Z', '2027-01-08'],
    ['ring v 53', '2026-11-23T09:15:00Z', '2027-01-01'],
    ['ring 3/12', '2026-12-04T10:00:00Z', '2027-12-03'],
    ['ring den 31', '2026-12-31T10:00:00Z', '2026-12-31'],
    // Of a week whose Friday has been, what is left of it.
    ['ring v 48', '2026-11-28T10:00:00Z', '2026-11-29'],
    ['ring v 48', '2026-11-27T10:00:00Z', '2026-11-27'],
    // The clocks go forward at 2 on 28 March 2027: 02:30 is not there.
    ['ring imorgon 02:30', '2027-03-27T11:00:00Z', '2027-03-28 03:30'],
    ['ring imorgon 15', '2027-03-27T11:00:00Z', '2027-03-28 15:00'],
    ['ring om två timmar', '2027-03-28T00:30:00Z', '2027-03-28 04:30'],
    // Leap day.
    ['ring imorgon', '2028-02-28T11:00:00Z', '2028-02-29'],
    ['ring 29 februari', '2026-11-23T09:15:00Z', '2028-02-29'],
    ['ring om ett år', '2028-02-29T11:00:00Z', '2029-02-28'],
    ['ring om en månad', '2027-01-31T11:00:00Z', '2027-02-28'],
    ['ring varje månad den 31', '2027-02-01T11:00:00Z', '2027-03-31'],
    ['ring sista fredagen i månaden', '2027-02-27T11:00:00Z', '2027-03-26'],
  ])('%s at %s → %s', (line, now, expected) => {
    expect(told(line, at(now)).split(' | ')[1]).toBe(expected);
  });

  it('of an hour that comes twice the first is meant', () => {
    // The clocks go back at 3 on 25 October 2026.
    expect(readLine('ring imorgon 02:30', at('2026-10-24T10:00:00Z')).dueAt).toBe(
      at('2026-10-25T00:30:00Z'),
    );
    // At 02:10 for the second time, 02:30 has been.
    expect(readLine('ring kl 02:30', at('2026-10-25T01:10:00Z')).dueAt).toBe(
      at('2026-10-26T01:30:00Z'),
    );
  });

  it('an hour from now is one, also when the clocks go back', () => {
    expect(readLine('ring om en timme', at('2026-10-25T00:30:20Z')).dueAt).toBe(
      at('2026-10-25T01:30:00Z'),
    );
  });

  it('a moment has the zone in which it was said, a date has none', () => {
    expect(readLine('ring kl 15', NOW).timeZone).toBe(HOME_ZONE);
    expect(readLine('ring imorgon', NOW)).not.toHaveProperty('timeZone');
  });
});

group('what was understood', () => {
  it.each([
    ['ring Karin varje fredag 15', 'Fredag 27 november kl 15, varje vecka'],
    ['ring Karin v 49', 'Fredag 4 december'],
    ['ring imorgon 15.30', 'Tisdag 24 november kl 15:30'],
    ['ring imorgon 00:00', 'Tisdag 24 november kl 0'],
    ['deklarera 2/5', 'Söndag 2 maj 2027'],
    ['hyra varje månad den 31', 'Torsdag 31 december, varje månad den 31:a'],
    ['gå ut varannan vecka', 'Måndag 23 november, varannan vecka'],
    ['posten vardagar', 'Måndag 23 november, varje vardag'],
    ['träna tisdagar och torsdagar', 'Tisdag 24 november, varje vecka på tisdagar och torsdagar'],
    ['tvätta var fjortonde dag', 'Måndag 23 november, var 14:e dag'],
    ['vattna varje dag efter klar', 'Måndag 23 november, varje dag, räknat från när den är klar'],
    ['ring !hög #jobb #hem', 'Hög prioritet, #jobb #hem'],
    ['handla mjölk', ''],
  ])('%s → %s', (line, expected) => {
    expect(describe(readLine(line, NOW), NOW)).toBe(expected);
  });
});
