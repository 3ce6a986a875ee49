/** Who looks at an event hears how many places are left, for as long as they may see it. */

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { Live } from './harness/live.ts';
import type { Person } from './harness/person.ts';
import { Server } from './harness/server.ts';

type Names = 'anna' | 'bo' | 'cia' | 'dan' | 'eva' | 'fia' | 'gun';
interface Made {
  id: number;
  idCalendar: number;
  calendarUUID: string;
  idEntity: number | null;
  eventUUID: string;
  version: number;
}

describe('events', { concurrency: true }, () => {
  let server: Server;
  let people: Record<Names, Person>;
  let org: Awaited<ReturnType<Person['found']>>;

  before(async () => {
    [server, people] = await Server.with(['anna', 'bo', 'cia', 'dan', 'eva', 'fia', 'gun']);
    org = await people.anna.found('Idrottsklubben');
    await people.anna.relate(org.id, people.bo, 'MEMBER');
    // Cia belongs elsewhere; Dan belongs nowhere.
    const other = await people.cia.found('Grannklubben');
    assert.notEqual(other.id, org.id);
  });
  after(() => server.dispose());

  const days = (count: number) => new Date(Date.now() + count * 86_400_000).toISOString();

  /** An event of the club's, for those whom `visibility` names. */
  async function event(visibility: string, enrollment: unknown = { capacity: 3 }) {
    const calendar = await people.anna.call<{ calendarUUID: string }>('POST', '/api/v1/calendars', {
      name: `Kalender ${visibility}`,
      idEntity: org.id,
      visibility,
    });
    const draft = {
      calendarUUID: calendar.calendarUUID,
      title: 'Match',
      start: days(7),
      end: days(7.1),
      enrollment,
    };
    return { ...(await people.anna.call<Made>('POST', '/api/v1/event', draft)), draft };
  }

  const enrol = (person: Person, id: number) =>
    person.call('POST', `/api/v1/event/${id}/enrollment`, {});

  it('another enrols, and whoever looks at it sees how many places are left', async () => {
    const { bo, cia, dan } = people;
    const { id } = await event('PUBLIC');
    const live = await Live.connect(dan);
    const seats = await live.subscribe(`/topic/event/${id}`);
    assert.equal(seats.denied, false);
    await enrol(bo, id);
    const { version, ...first } = await seats.take('EVENT_SEATS');
    assert.deepEqual(first, {
      type: 'EVENT_SEATS',
      idCalendarEvent: id,
      recurrenceId: null,
      taken: 1,
      seatsLeft: 2,
      waiting: 0,
    });
    await enrol(cia, id);
    const second = await seats.take('EVENT_SEATS');
    assert.deepEqual([second.taken, second.seatsLeft], [2, 1]);
    assert.ok(Number(second.version) > Number(version), 'the later one is the higher');
    await bo.call('DELETE', `/api/v1/event/${id}/enrollment`);
    const third = await seats.take('EVENT_SEATS');
    assert.deepEqual([third.taken, third.seatsLeft], [1, 2]);
    await live.leave();
  });

  it('a stranger, and a member of another organisation, are refused; a member is not', async () => {
    const { bo, cia, dan } = people;
    for (const visibility of ['RESTRICTED', 'PRIVATE']) {
      const { id } = await event(visibility);
      for (const person of [cia, dan]) {
        const live = await Live.connect(person);
        const refused = await live.subscribe(`/topic/event/${id}`);
        assert.ok(refused.denied, `${visibility}: ${person.userName}`);
        // One that is not there answers the same, so that numbers tell nothing.
        const absent = await live.subscribe('/topic/event/123456789');
        assert.deepEqual({ ...absent.all[0] }, { ...refused.all[0] });
        assert.equal(live.errors.length, 0, 'the connection lives on');
        await live.leave();
      }
      const live = await Live.connect(bo);
      const seats = await live.subscribe(`/topic/event/${id}`);
      assert.equal(seats.denied, visibility === 'PRIVATE', 'a member sees what is for members');
      await live.leave();
    }
  });

  it('rights that are lost end it', async () => {
    const { anna, gun } = people;
    const { id } = await event('RESTRICTED');
    await anna.relate(org.id, gun, 'MEMBER');
    const live = await Live.connect(gun);
    const seats = await live.subscribe(`/topic/event/${id}`);
    assert.equal(seats.denied, false);
    await anna.call('DELETE', `/api/v1/entities/${org.id}/relations/${gun.id}`);
    await seats.take('ACCESS_DENIED');
    await enrol(anna, id);
    await live.settle();
    assert.equal(seats.types(), 'ACCESS_DENIED');
    await live.leave();
  });

  it('an event that becomes private ends it for who sees it no more', async () => {
    const { anna, bo } = people;
    const { id, draft } = await event('RESTRICTED');
    const live = await Live.connect(bo);
    const seats = await live.subscribe(`/topic/event/${id}`);
    assert.equal(seats.denied, false);
    await anna.call('PUT', `/api/v1/event/${id}`, { ...draft, visibility: 'PRIVATE' });
    await enrol(anna, id);
    await seats.take('ACCESS_DENIED');
    assert.equal(seats.types(), 'ACCESS_DENIED');
    await live.leave();
  });

  it('who looks at a calendar hears of each change in it', async () => {
    const { anna, bo, cia, dan } = people;
    const { draft, ...made } = await event('RESTRICTED', null);
    const place = `/topic/calendar/${made.idCalendar}`;
    const live = await Live.connect(bo);
    const feed = await live.subscribe(place);
    assert.equal(feed.denied, false);
    for (const person of [cia, dan]) {
      const stranger = await Live.connect(person);
      assert.ok((await stranger.subscribe(place)).denied, person.userName);
      await stranger.leave();
    }
    const told = async (eventUUID: string | null, version: number) =>
      assert.deepEqual(await feed.take('CALENDAR_CHANGED'), {
        type: 'CALENDAR_CHANGED',
        idCalendar: made.idCalendar,
        eventUUID,
        version,
      });
    const second = await anna.call<Made>('POST', '/api/v1/event', draft);
    await told(second.eventUUID, 1);
    await anna.call('PUT', `/api/v1/event/${second.id}`, {
      ...draft,
      title: 'Flyttad',
      start: days(8),
      end: days(8.1),
    });
    await told(second.eventUUID, 2);
    await anna.call('PUT', `/api/v1/event/${second.id}`, { ...draft, eventStatus: 'CANCELLED' });
    await told(second.eventUUID, 3);
    await anna.call('DELETE', `/api/v1/event/${second.id}`);
    await told(second.eventUUID, 4);
    // Of what is not for everybody who sees the calendar, only that something has changed.
    await anna.call('POST', '/api/v1/event', { ...draft, visibility: 'PRIVATE' });
    await told(null, 1);
    // The calendar is not for him any more.
    await anna.call('PUT', `/api/v1/calendars/${made.calendarUUID}`, {
      name: 'Styrelsen',
      visibility: 'PRIVATE',
    });
    await feed.take('ACCESS_DENIED');
    await anna.call('POST', '/api/v1/event', draft);
    await live.settle();
    assert.equal(feed.all.at(-1)?.type, 'ACCESS_DENIED');
    await live.leave();
  });

  it('what is for some relations ends for who has none of them any more', async () => {
    const { anna, bo, gun } = people;
    const school = await anna.found('Skolan');
    await anna.relate(school.id, bo, 'PUPIL');
    await anna.relate(school.id, gun, 'TEACHER');
    const staff = (relationTypes: string[]) => ({
      name: 'Personal',
      visibility: 'RESTRICTED',
      relationTypes,
    });
    const made = await anna.call<Made>('POST', '/api/v1/calendars', {
      ...staff(['TEACHER']),
      idEntity: school.id,
    });
    const place = `/topic/calendar/${made.idCalendar}`;
    const pupil = await Live.connect(bo);
    assert.ok((await pupil.subscribe(place)).denied, 'a pupil');
    const teacher = await Live.connect(gun);
    const feed = await teacher.subscribe(place);
    assert.equal(feed.denied, false);
    await anna.relate(school.id, gun, 'PUPIL');
    await feed.take('ACCESS_DENIED');
    // The calendar is for others from now on.
    const path = `/api/v1/calendars/${made.calendarUUID}`;
    await anna.call('PUT', path, staff(['PUPIL']));
    const now = await pupil.subscribe(place);
    assert.equal(now.denied, false);
    await anna.call('PUT', path, staff(['TEACHER']));
    await now.take('ACCESS_DENIED');
    await Promise.all([pupil.leave(), teacher.leave()]);
  });

  it('a contact hears of a calendar for as long as its person lets them', async () => {
    const { eva, fia } = people;
    // Who belongs to the same may know of each other.
    const choir = await eva.found('Kören');
    await eva.relate(choir.id, fia, 'MEMBER');
    const { requestId } = await fia.call<{ requestId: number }>(
      'POST',
      '/api/v1/contacts/requests',
      {
        toUserId: eva.id,
      },
    );
    await eva.call('POST', `/api/v1/contacts/requests/${requestId}/accept`);
    const mine = await eva.call<{ content: Made[] }>('GET', '/api/v1/calendars');
    const own = mine.content.find((calendar) => calendar.idEntity === null);
    assert.ok(own);
    const live = await Live.connect(fia);
    const feed = await live.subscribe(`/topic/calendar/${own.idCalendar}`);
    assert.equal(feed.denied, false, 'as times alone');
    const draft = {
      calendarUUID: own.calendarUUID,
      title: 'Läkaren',
      start: days(2),
      end: days(2.1),
    };
    await eva.call('POST', '/api/v1/event', draft);
    await feed.take('CALENDAR_CHANGED');
    await eva.call('POST', '/api/v1/contacts/block', { userId: fia.id });
    await feed.take('ACCESS_DENIED');
    await live.leave();
  });
});
