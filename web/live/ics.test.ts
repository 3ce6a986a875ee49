/** Calendars as another program reads them: the same occurrences as the product shows, out of its own feeds and after an import. */

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { corpus, IcsReader, type Occurrence, type Read } from './harness/icsReader.ts';
import type { Person } from './harness/person.ts';
import { Server } from './harness/server.ts';
import { dice } from './harness/wait.ts';

const ROOT = resolve(import.meta.dirname, '../..');
/** What happens in one list and not in the other. */
interface Differs {
  gone: string[];
  came: string[];
}
const ALIKE: Differs = { gone: [], came: [] };

/** Files of Google, Outlook, Apple and a school system: what is otherwise here than the other program sees it, and why. */
const KNOWN: Record<string, Differs> = {
  // One of a series that was called off is none.
  google: { gone: ['2026-03-23T17:00:00Z – 2026-03-23T18:30:00Z Träning'], came: [] },
  // All day by Outlook's word alone.
  outlook: {
    gone: ['2026-07-05T22:00:00Z – 2026-07-10T22:00:00Z Semester'],
    came: ['2026-07-06 – 2026-07-10 Semester'],
  },
  apple: ALIKE,
  school: ALIKE,
};
/**
 * What the other program leaves out because its clock in UTC reads as the one in Sweden does at another moment, or because it
 * does not read weekdays with spaces between (`BYDAY=MO, TU`), or RFC 7529's `RSCALE=GREGORIAN;SKIP=FORWARD`.
 */
const LEFT_OUT_WRONGLY = [
  'event_with_recurrence.ics',
  'issue_165_missing_event.ics',
  'rfc_7529.ics',
];
const DAY = 86_400_000;
/** A folder of suites, each a folder of files. */
const SUITES = process.env.ICS_SUITES ?? '';
/** What is asked for in one go, at most. */
const WINDOW = 400;

interface Listed {
  title: string;
  start: string | null;
  end: string | null;
  allDay: boolean;
  startDate: string | null;
  endDate: string | null;
}

interface Imported {
  imported: number;
  updated: number;
  skipped: { uid: string; code: string }[];
  partly: { uid: string; code: string }[];
}

type Happens = Omit<Occurrence, 'uid'> & { uid?: string };
/** Days, the last one not included. */
type Range = [from: string, to: string];

const second = (moment: string | null) => `${moment?.slice(0, 19)}Z`;
const day = (time: number) => new Date(time).toISOString().slice(0, 10);

/** In an order of their own, so that two lists can be compared. */
function ordered(all: Happens[]): string[] {
  return all.map(({ title, start, end }) => `${start} – ${end} ${title}`).sort();
}

const HOUR = 3_600_000;
const ZONES = ['Europe/Stockholm', 'America/New_York'];

/** Whether the clock was set forward in the hour before a moment. */
function isAfterSkippedHour(moment: number): boolean {
  const wall = (at: number, timeZone: string) =>
    Date.parse(`${new Date(at).toLocaleString('sv-SE', { timeZone }).replace(' ', 'T')}Z`);
  return ZONES.some((zone) => wall(moment, zone) - wall(moment - HOUR, zone) > HOUR);
}

/** What begins in a skipped hour keeps its length here; the other program ends it by the clock's hands, an hour earlier. */
function withLengthsKept(theirs: Happens[], ours: Happens[]): Happens[] {
  const key = ({ title, start }: Happens) => `${start} ${title}`;
  const byKey = new Map(ours.map((one) => [key(one), one]));
  return theirs.map((one) => {
    const here = byKey.get(key(one));
    const later = here ? Date.parse(here.end) - Date.parse(one.end) : 0;
    return here && later === HOUR && isAfterSkippedHour(Date.parse(one.start)) ? here : one;
  });
}

/** By what it is called in its file; what has no name there got one, made of what it says. */
const nameOf = ({ uid }: { uid: string }) =>
  uid.startsWith('sha256-') ? '' : uid.replace(/#.*/, '');

function differing(before: string[], after: string[]): Differs {
  const [was, is] = [new Set(before), new Set(after)];
  return {
    gone: before.filter((one) => !is.has(one)),
    came: after.filter((one) => !was.has(one)),
  };
}

describe('calendars that another program reads', { timeout: SUITES ? 3_600_000 : 300_000 }, () => {
  let server: Server;
  let people: Record<'anna' | 'bo' | 'cia', Person>;
  let reader: IcsReader;

  before(async () => {
    reader = new IcsReader();
    [server, people] = await Server.with(['anna', 'bo', 'cia']);
  });
  after(async () => {
    await reader?.close();
    await server?.dispose();
  });

  async function calendar(name: string, visibility = 'UNLISTED', whose = people.anna) {
    const made = { name, visibility };
    const said = await whose.call<{ calendarUUID: string }>('POST', '/api/v1/calendars', made);
    return said.calendarUUID;
  }

  const event = (uuid: string, more: Record<string, unknown>) =>
    people.anna.call<{ id: number; eventUUID: string }>('POST', '/api/v1/event', {
      calendarUUID: uuid,
      ...more,
    });

  async function feed(path: string): Promise<string> {
    const answer = await fetch(server.url + path);
    assert.equal(answer.status, 200, path);
    return answer.text();
  }
  const feedOfPerson = async (person: Person) => {
    const { url } = await person.call<{ url: string }>('GET', '/api/v1/me/ics');
    return feed(new URL(url).pathname);
  };
  const feedOf = (uuid: string) => feed(`/ics/calendar/${uuid}.ics`);

  /** What the product shows of a calendar: what ends after the first moment and begins before the last. */
  async function shown(uuid: string, [from, to]: Range, whom: Person): Promise<Happens[]> {
    const range = `from=${from}T00:00:00Z&to=${to}T00:00:00Z`;
    const { content, hasMore } = await whom.call<{ content: Listed[]; hasMore: boolean }>(
      'GET',
      `/api/v1/events?calendar=${uuid}&${range}`,
    );
    assert.equal(hasMore, false);
    return content.map((one) => ({
      title: one.title,
      start: one.allDay ? `${one.startDate}` : second(one.start),
      end: one.allDay ? `${one.endDate}` : second(one.end),
      allDay: one.allDay,
    }));
  }

  /** What begins within the range, but for its first and last day: whose clock they go by is each program's own. */
  const within = <T extends Happens>(all: T[], [from, to]: Range) => {
    const [first, last] = [day(Date.parse(from) + DAY), day(Date.parse(to) - DAY)];
    return all.filter(({ start }) => start >= first && start < last);
  };

  async function read(file: string, range: Range): Promise<Read> {
    const said = await reader.read(file, ...range);
    return { ...said, occurrences: within(said.occurrences, range) };
  }

  /** Reads a file that has no events but those of one calendar. */
  async function sameAsShown(uuid: string, file: string, range: Range, to = people.anna) {
    const said = await read(file, range);
    const ours = within(await shown(uuid, range, to), range);
    assert.deepEqual(ordered(withLengthsKept(said.occurrences, ours)), ordered(ours));
    return said;
  }

  it('rules of all kinds, over the days on which the clock is set', async () => {
    const rules = readFileSync(resolve(ROOT, 'actors/tests/recurrence/rules.csv'), 'utf8')
      .trim()
      .split('\n');
    const chance = dice(5545);
    const uuid = await calendar('Regler');
    for (let n = 0; n < 80; n++) {
      const [begins = '', rrule = ''] = chance.pick(rules).split(' ');
      const [, year, month, date, hour, minute] =
        /(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)/.exec(begins) ?? [];
      const start = Date.parse(`${year}-${month}-${date}T${hour}:${minute}:00Z`);
      // Some last over midnight, some all day, some are at home elsewhere.
      const allDay = n % 6 === 0;
      await event(uuid, {
        title: `Regel ${n}`,
        rrule,
        timeZone: n % 10 === 1 ? 'America/New_York' : undefined,
        ...(allDay
          ? { allDay, startDate: day(start), endDate: day(start + (n % 3) * DAY) }
          : {
              start: new Date(start).toISOString(),
              end: new Date(start + (n % 5) * 3_600_000).toISOString(),
            }),
      });
    }
    const file = await feedOf(uuid);
    for (const from of ['2026-03-01', '2027-03-20', '2028-02-20']) {
      const range: Range = [from, day(Date.parse(from) + WINDOW * DAY)];
      const read = await sameAsShown(uuid, file, range);
      assert.ok(read.occurrences.length > 500, `${read.occurrences.length} from ${from}`);
    }
  });

  it('what is moved, left out and otherwise from some day on', async () => {
    const uuid = await calendar('Undantag');
    const start = '2026-09-07T06:00:00Z';
    const lesson = { title: 'Slöjd', start, end: '2026-09-07T07:00:00Z' };
    const { id } = await event(uuid, { ...lesson, rrule: 'FREQ=WEEKLY;BYDAY=MO;COUNT=40' });
    const one = (at: string, scope = 'this') =>
      `/api/v1/event/${id}?scope=${scope}&recurrenceId=${at}`;
    await people.anna.call('PUT', one('2026-09-21T06:00:00Z'), {
      calendarUUID: uuid,
      title: 'Slöjd i aulan',
      start: '2026-09-22T11:00:00Z',
      end: '2026-09-22T12:30:00Z',
    });
    await people.anna.call('DELETE', one('2026-10-05T06:00:00Z'));
    // After the clock was set back it is an hour later by UTC, and the same by the clock on the wall.
    await people.anna.call('PUT', one('2026-11-02T07:00:00Z', 'future'), {
      calendarUUID: uuid,
      title: 'Slöjd på eftermiddagen',
      start: '2026-11-02T12:00:00Z',
      end: '2026-11-02T13:00:00Z',
      rrule: 'FREQ=WEEKLY;BYDAY=MO;COUNT=32',
    });
    const read = await sameAsShown(uuid, await feedOf(uuid), ['2026-09-01', '2027-09-01']);
    const titles = read.occurrences.map(({ title }) => title);
    assert.equal(titles.length, 39);
    assert.equal(titles.filter((title) => title === 'Slöjd i aulan').length, 1);
    assert.equal(titles.filter((title) => title === 'Slöjd på eftermiddagen').length, 32);
  });

  it('texts with everything that lines are made of', async () => {
    const uuid = await calendar('Texter; "citat", \\ och 📅');
    const title = 'Möte; kaffe, "te" \\ bulle: 🧁'.padEnd(180, 'å');
    const description = `Rad ett\nRad två; med, tecken\\n\n${'👨‍👩‍👧‍👦 familjen '.repeat(300)}\nBEGIN:VEVENT\nEND:VCALENDAR`;
    const { eventUUID } = await event(uuid, {
      title,
      description,
      start: '2026-12-01T08:00:00Z',
      end: '2026-12-01T09:00:00Z',
      place: { name: 'Aulan, hus B; plan 2', address: 'Storgatan 1' },
      links: [{ url: 'https://example.org/a,b;c?d=%20' }],
      eventStatus: 'TENTATIVE',
    });
    const read = await sameAsShown(uuid, await feedOf(uuid), ['2026-11-01', '2027-01-01']);
    assert.equal(read.components.VEVENT, 1, 'what somebody writes is no event of its own');
    const { URL: url, ...said } = read.texts[eventUUID] ?? {};
    assert.match(url ?? '', new RegExp(`/event/${eventUUID}$`));
    assert.deepEqual(said, {
      SUMMARY: title,
      DESCRIPTION: description,
      LOCATION: 'Aulan, hus B; plan 2\nStorgatan 1',
      STATUS: 'TENTATIVE',
      CLASS: 'PUBLIC',
    });
  });

  it("a person's own feed: their calendars, what they have a place in, and nobody else's", async () => {
    const [mine, open] = [await calendar('Mitt', 'PRIVATE'), await calendar('Öppet', 'PUBLIC')];
    const at = { start: '2027-02-01T17:00:00Z', end: '2027-02-01T18:00:00Z' };
    await event(mine, { title: 'Tandläkaren', ...at });
    const evening = await event(open, { title: 'Öppet hus', ...at, enrollment: { capacity: 5 } });
    await event(open, { title: 'Årsmöte', ...at });
    await people.bo.call('POST', `/api/v1/event/${evening.id}/enrollment`, {});
    const said = await read(await feedOfPerson(people.bo), ['2027-01-01', '2027-03-01']);
    assert.deepEqual(
      said.occurrences.map(({ title, start, end }) => ({ title, start, end })),
      [{ title: 'Öppet hus', ...at }],
    );
    assert.equal(said.texts[evening.eventUUID]?.STATUS, 'CONFIRMED');
  });

  describe('what others wrote', () => {
    /** From two days before the first event of the file on; dates of time zones' rules are none of events. */
    function range(file: string): Range {
      const events = file.replaceAll(/BEGIN:VTIMEZONE[\s\S]*?END:VTIMEZONE/g, '');
      const starts = [...events.matchAll(/^DTSTART[^:\r\n]*:(\d{4})(\d\d)(\d\d)/gm)]
        .map(([, year, month, date]) => Date.parse(`${year}-${month}-${date}T00:00:00Z`))
        .filter((time) => time > 0);
      const from = Math.min(...starts, Date.parse('2027-01-01')) - 2 * DAY;
      return [day(from), day(from + WINDOW * DAY)];
    }

    /**
     * What is otherwise once a file came in and went out again in the feed of who has nothing else, but for what the import
     * says that it did not take. Nothing where the other program cannot read it.
     */
    async function through(file: string) {
      const uuid = await calendar('Från en fil', 'PRIVATE', people.cia);
      const asked = range(file);
      try {
        const told = await imported(uuid, file);
        const seen = await reader.glance(file, ...asked);
        const out = new Set([...told.skipped, ...told.partly].map(nameOf));
        const whole = (all: Occurrence[]) => all.filter((one) => !out.has(nameOf(one)));
        const taken = whole(seen?.occurrences ?? []);
        const titled = taken.map((one) => ({ ...one, title: one.title.trim() || 'Utan titel' }));
        const { occurrences } = await sameAsShown(
          uuid,
          await feedOfPerson(people.cia),
          asked,
          people.cia,
        );
        const after = ordered(whole(occurrences));
        const differs = seen && differing(ordered(within(titled, asked)), after);
        return { differs, after, isTold: out.size > 0 };
      } finally {
        await people.cia.call('DELETE', `/api/v1/calendars/${uuid}`);
      }
    }

    /** What becomes of a file: it is taken, or said to be none. */
    async function imported(uuid: string, file: string): Promise<Imported> {
      const answer = await fetch(`${server.url}/api/v1/calendars/${uuid}/import`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${people.cia.token}`,
          'content-type': 'text/calendar',
        },
        body: file,
      });
      if (answer.status === 200) return (await answer.json()) as Imported;
      const { code } = (await answer.json()) as { code: string };
      assert.deepEqual([answer.status, code], [422, 'VALIDATION_FAILED']);
      return { imported: 0, updated: 0, skipped: [], partly: [] };
    }

    for (const [name, differs] of Object.entries(KNOWN)) {
      it(`${name}'s file comes in and goes out as it was`, async () => {
        const file = readFileSync(resolve(ROOT, `actors/tests/ics/${name}.ics`), 'utf8');
        const done = await through(file);
        assert.deepEqual(done.differs ?? ALIKE, differs);
        assert.ok(done.after.length > 0);
      });
    }

    it('the files on which the other program tries itself', async () => {
      const files = corpus();
      const happening: string[] = [];
      const odd: Record<string, Differs> = {};
      for (const { name, file } of files) {
        if (LEFT_OUT_WRONGLY.includes(name)) continue;
        const { differs, after } = await through(file).catch((error) => {
          throw new Error(`${name}: ${error.message}`);
        });
        if (differs && differs.gone.length + differs.came.length > 0) odd[name] = differs;
        if (differs && after.length > 0) happening.push(name);
      }
      assert.deepEqual(odd, {});
      assert.ok(files.length > 150, `${files.length} files`);
      assert.ok(happening.length > 50, `${happening.length} files in which something happens`);
    });

    /** Not a test but a measurement (`make suites`): what becomes of the files of other programs' own tests, counted. */
    for (const suite of SUITES ? readdirSync(SUITES) : []) {
      it(`the test files of ${suite}`, async (t) => {
        const paths = readdirSync(join(SUITES, suite), { recursive: true, encoding: 'utf8' });
        const counts = { files: 0, agree: 0, told: 0, untold: 0, uncompared: 0, broken: 0 };
        for (const path of paths.filter((name) => name.endsWith('.ics')).sort()) {
          const file = readFileSync(join(SUITES, suite, path), 'utf8');
          if (!/^BEGIN:VEVENT/im.test(file)) continue;
          counts.files += 1;
          // The other program counts these out for longer than anybody waits.
          if (/FREQ=(MINUTELY|SECONDLY)/i.test(file)) {
            counts.uncompared += 1;
            continue;
          }
          try {
            const { differs, isTold } = await through(file);
            const outcome = !differs
              ? 'uncompared'
              : differs.gone.length + differs.came.length > 0
                ? 'untold'
                : isTold
                  ? 'told'
                  : 'agree';
            counts[outcome] += 1;
            if (outcome === 'untold')
              t.diagnostic(`${path}: ${JSON.stringify(differs).slice(0, 400)}`);
          } catch (error) {
            counts.broken += 1;
            t.diagnostic(`${path}: ${String(error).slice(0, 400)}`);
          }
        }
        t.diagnostic(`${suite}: ${JSON.stringify(counts)}`);
      });
    }
  });
});
