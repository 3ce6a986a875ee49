/** A day of the almanac says when it comes next, however far away that is. */
import { screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { DayType } from '@/api/types.ts';
import { draw } from '@/test/page.tsx';
import { almanacTexts } from '@/texts/almanac.ts';
import { daysAhead } from './api.ts';
import { DayView } from './DayView.tsx';

const vote = (year: number) => ({
  date: `${year}-09-08`,
  name: 'Val till riksdagen',
  slug: 'flaggdagar/val-till-riksdagen',
  type: 'flagdays',
  group: 4,
  source: 'Vallagen',
});
/** From where to where was asked. */
let asked: string[];

beforeEach(() => {
  asked = [];
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2027-03-01T09:00:00') });
  vi.stubGlobal('fetch', async (input: string | URL | Request) => {
    const { searchParams } = new URL(input instanceof Request ? input.url : input, 'http://x');
    const [from, to] = [searchParams.get('from') ?? '', searchParams.get('to') ?? ''];
    asked.push(`${from} ${to}`);
    const days = [vote(2030)].filter(({ date }) => from <= date && date <= to);
    return Response.json({ content: days, page: 0, size: days.length, hasMore: false });
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('a day of the almanac', () => {
  it('is asked for a year at a time, and never for more days than are told at once', async () => {
    draw(<DayView type="flagdays" slug="flaggdagar/val-till-riksdagen" />);
    expect(await screen.findByText(/8 september 2030/u)).toBeInTheDocument();
    // The first of them has a leap day in it: 366 days.
    expect(asked).toEqual([
      '2027-03-01 2028-02-29',
      '2028-03-01 2029-02-28',
      '2029-03-01 2030-02-28',
      '2030-03-01 2031-02-28',
    ]);
    expect(screen.getByRole('link', { name: 'Alla flaggdagar' })).toBeInTheDocument();
  });

  it('that is none is said to be none', async () => {
    draw(<DayView type="flagdays" slug="flaggdagar/finns-inte" />);
    expect(await screen.findByRole('heading', { level: 1 })).toHaveTextContent(
      almanacTexts.unknown,
    );
  });

  it('begins and ends with the days of a year', () => {
    const of = (type: DayType, today: string) => daysAhead(type, new Date(`${today}T12:00`));
    expect(of('unday', '2026-11-25').queryKey).toEqual([
      'days',
      'unday',
      '2026-11-25',
      '2027-11-24',
    ]);
    expect(of('unday', '2026-01-01').queryKey).toEqual([
      'days',
      'unday',
      '2026-01-01',
      '2026-12-31',
    ]);
  });

  it('of the UN is called by its name, which is an abbreviation', () => {
    expect(almanacTexts.all.unday).toBe('Alla FN-dagar');
  });
});
