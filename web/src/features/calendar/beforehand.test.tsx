/** Red days and flag days of many years are there before anybody looks at those years: contract §7, social §9. */
import { screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { draw } from '@/test/page.tsx';
import { useDaysBeforehand, useFacts } from './useCalendar.ts';

const day = (date: string, type: string, group: number, name: string) => ({
  ...{ date, type, group, name },
  ...{ slug: '', source: '' },
});

function Page() {
  useDaysBeforehand();
  const factsOf = useFacts({ first: '2030-06-01', last: '2030-06-30' });
  return ['2030-06-06', '2030-06-22', '2029-06-23'].map((date) => (
    <p key={date}>
      {date} {factsOf(date).red ? 'red' : 'black'} {factsOf(date).flag?.name}
    </p>
  ));
}

it('are asked for at once for 2020 to 2030 and stand in a month that is still on its way', async () => {
  const asked: string[] = [];
  vi.spyOn(globalThis, 'fetch').mockImplementation((input) => {
    const { pathname, searchParams } = new URL(String(input), window.location.href);
    const [types, from, to] = ['types', 'from', 'to'].map((name) => searchParams.get(name));
    if (from === '2030-06-01') return new Promise(() => {});
    asked.push(`${pathname} ${types} ${from} ${to}`);
    const content = [
      day('2029-06-23', 'holiday', 1, 'Midsommardagen'),
      day('2030-06-06', 'flagdays', 4, 'Sveriges nationaldag'),
      day('2030-06-06', 'holiday', 1, 'Sveriges nationaldag'),
      day('2030-06-22', 'holiday', 1, 'Midsommardagen'),
    ];
    return Promise.resolve(new Response(JSON.stringify({ content, hasMore: false })));
  });
  draw(<Page />);
  await waitFor(() => screen.getByText('2030-06-06 red Sveriges nationaldag'));
  screen.getByText('2030-06-22 red');
  // Of the span, nothing else.
  screen.getByText('2029-06-23 black');
  expect(asked).toEqual(['/api/public/days holiday,flagdays 2020-01-01 2030-12-31']);
});
