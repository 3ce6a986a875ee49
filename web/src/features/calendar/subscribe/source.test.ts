import { describe, expect, it } from 'vitest';
import { isFetching } from '../calendars.ts';
import { isAddress, originOf, stateOf } from './source.ts';

const now = Date.parse('2026-11-21T12:00:00Z');
const state = {
  lastFetched: null,
  lastChanged: null,
  nextFetch: null,
  fetching: false,
  failure: null,
  skipped: [],
};
const of = (more: { lastFetched?: string; fetching?: boolean }) => ({
  subscribed: true,
  source: 'https://skolan.example/klass.ics?nyckel=hemlig',
  sourceState: { ...state, ...more },
});

describe('a calendar from elsewhere', () => {
  it('says when it was fetched', () => {
    expect(stateOf(of({ lastFetched: '2026-11-21T10:00:00Z' }), now)).toBe(
      'Hämtad för 2 timmar sedan',
    );
    expect(stateOf(of({ fetching: true, lastFetched: '2026-11-21T10:00:00Z' }), now)).toBe(
      'Hämtas nu …',
    );
    expect(stateOf(of({}), now)).toBe('Har inte kunnat hämtas än');
    expect(stateOf({ subscribed: true, source: null, sourceState: null }, now)).toBe('');
  });

  it('names the machine and keeps the secret', () => {
    expect(originOf(of({}))).toBe('Hämtas från skolan.example och ändras inte här');
    expect(originOf({ ...of({}), source: null })).toBe(
      'Hämtas från en annan kalender och ändras inte här',
    );
    expect(originOf({ subscribed: false, source: null, sourceState: null })).toBeNull();
  });

  it('is looked at while it is being fetched', () => {
    expect(isFetching([of({})])).toBe(false);
    expect(isFetching([of({}), of({ fetching: true })])).toBe(true);
    expect(isFetching([{ sourceState: null }])).toBe(false);
  });

  it.each([
    ['https://skolan.example/a.ics', true],
    [' webcal://skolan.example/a.ics ', true],
    ['WEBCAL://SKOLAN.EXAMPLE', true],
    ['skolan.example/a.ics', false],
    ['https://', false],
    ['', false],
  ])('%s is an address: %s', (text, is) => {
    expect(isAddress(text)).toBe(is);
  });
});
