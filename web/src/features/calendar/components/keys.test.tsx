import { fireEvent, render } from '@testing-library/react';
import { expect, test } from 'vitest';
import { useCalendarKeys } from '../useCalendarKeys.ts';
import { useKeys } from './useKeys.ts';

/** A month's days, drawn anew for each month, as they are where a month takes another's place. */
function Month({ date, move }: { date: string; move: (day: string) => void }) {
  const { ref, onKeyDown } = useKeys({ period: 'month', date, move, open: () => {} });
  const month = date.slice(0, 7);
  const days = Array.from({ length: 28 }, (_, n) => `${month}-${String(n + 1).padStart(2, '0')}`);
  return (
    <ul ref={ref} key={month} onKeyDown={onKeyDown}>
      {days.map((day) => (
        <li key={day} data-day={day} tabIndex={-1} />
      ))}
    </ul>
  );
}

test('no key is lost while what the keys before it led to is drawn', () => {
  const led: string[] = [];
  const of = (date: string) => <Month date={date} move={(day) => led.push(day)} />;
  const { rerender } = render(of('2027-06-17'));
  const press = (key: string) =>
    fireEvent.keyDown(document.activeElement ?? document.body, { key });
  const focused = () => document.activeElement?.getAttribute('data-day');
  document.querySelector<HTMLElement>('[data-day="2027-06-17"]')?.focus();

  // Two keys before anything is drawn; the day that had the focus is gone with its month.
  press('PageUp');
  press('ArrowUp');
  expect(led).toEqual(['2027-05-17', '2027-05-10']);
  rerender(of('2027-05-17'));
  press('ArrowRight');
  expect(led.at(-1)).toBe('2027-05-11');
  rerender(of('2027-05-10'));
  rerender(of('2027-05-11'));
  expect(focused()).toBe('2027-05-11');
  press('ArrowRight');
  rerender(of('2027-05-12'));
  expect(focused()).toBe('2027-05-12');
});

function Page({ onView, may }: { onView: (view: string) => void; may: boolean }) {
  useCalendarKeys({
    onNew: may ? () => onView('new') : undefined,
    onToday: () => onView('today'),
    onView,
  });
  return <input aria-label="Titel" />;
}

test('d, v, m, n and t are heard, but not while one writes', () => {
  const heard: string[] = [];
  const page = (may: boolean) => <Page onView={(view) => heard.push(view)} may={may} />;
  const { rerender, getByLabelText } = render(page(true));
  for (const key of ['d', 'v', 'm', 'n', 't']) {
    fireEvent.keyDown(document.body, { key });
    fireEvent.keyDown(getByLabelText('Titel'), { key });
    fireEvent.keyDown(document.body, { key, ctrlKey: true });
  }
  expect(heard).toEqual(['day', 'week', 'month', 'new', 'today']);
  // Who is signed out makes nothing.
  rerender(page(false));
  fireEvent.keyDown(document.body, { key: 'n' });
  expect(heard).toHaveLength(5);
});
