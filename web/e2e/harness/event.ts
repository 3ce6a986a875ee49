/** Events that everybody sees, and what their page has. */
import type { Page } from '@playwright/test';
import type { Person } from '../../live/harness/person.ts';

/** A calendar of somebody's, PUBLIC unless `more` says otherwise; its UUID. */
export const calendarOf = async (who: Person, name: string, more: object = {}) =>
  (
    await who.call<{ calendarUUID: string }>('POST', '/api/v1/calendars', {
      name,
      visibility: 'PUBLIC',
      ...more,
    })
  ).calendarUUID;

/** An event on an evening in May 2027, 18–20 in Sweden. */
export const eventOf = (who: Person, calendarUUID: string, title: string, more: object = {}) =>
  who.call<{ eventUUID: string; id: number }>('POST', '/api/v1/event', {
    calendarUUID,
    title,
    start: '2027-05-20T16:00:00Z',
    end: '2027-05-20T18:00:00Z',
    ...more,
  });

/** A button on an event's page. */
export const button = (page: Page, name: string | RegExp) =>
  page.getByRole('article').getByRole('button', { name });
