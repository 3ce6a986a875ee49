import { describe, expect, it } from 'vitest';
import { errorTexts } from '@/texts/errors.ts';
import { ApiError, messageOf, parseRetryAfter } from './ApiError.ts';

describe('the message where the server gave none', () => {
  it.each([
    [0, null, errorTexts.unreachable],
    [429, 12, 'För många förfrågningar. Försök igen om 12 sekunder.'],
    [429, null, 'För många förfrågningar. Vänta lite innan du försöker igen.'],
    [503, 1, errorTexts.server],
    [409, null, 'Något gick fel'],
  ])('status %i, Retry-After %s', (status, retryAfter, message) => {
    expect(new ApiError(status, {}, retryAfter).message).toBe(message);
  });

  it('is the same for anything else that was thrown', () => {
    expect(messageOf(new TypeError('x is not a function'))).toBe('Något gick fel');
  });
});

describe('trying again', () => {
  it.each([
    [0, true],
    [400, false],
    [401, false],
    [403, false],
    [404, false],
    [408, true],
    [409, false],
    [422, false],
    [429, true],
    [500, true],
    [503, true],
  ])('may help at %i: %s', (status, transient) => {
    expect(new ApiError(status, {}).isTransient).toBe(transient);
  });
});

describe('Retry-After', () => {
  const now = Date.parse('2026-11-21T12:00:00Z');
  it.each([
    ['30', 30],
    ['Sat, 21 Nov 2026 12:00:02 GMT', 2],
    ['Sat, 21 Nov 2026 11:00:00 GMT', 0],
    ['soon', null],
    [null, null],
  ])('%s', (value, seconds) => {
    expect(parseRetryAfter(value, now)).toBe(seconds);
  });
});
