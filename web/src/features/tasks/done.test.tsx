/** How much was done, week by week: the plot, its table, whose, and what stands there while there is nothing. */
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router';
import { describe, expect, it, vi } from 'vitest';
import { draw } from '@/test/page.tsx';
import { type Answers, network, Refusal } from '@/test/world.ts';
import { daysOf } from './plot.ts';
import { listed, signedInBefore } from './samples.ts';
import TasksPage from './TasksPage.tsx';
import type { TasksDone, TasksDoneWeek } from './types.ts';

signedInBefore();

const week = (name: string, from: string, done: number, made: number): TasksDoneWeek => ({
  week: name,
  from,
  done,
  made,
});
const WEEKS = [
  week('2026-W46', '2026-11-09', 1, 4),
  week('2026-W47', '2026-11-16', 5, 2),
  week('2026-W48', '2026-11-23', 0, 1),
];

const asked = () =>
  vi
    .mocked(globalThis.fetch)
    .mock.calls.map(([url]) => new URL(String(url), 'http://x'))
    .filter(({ pathname }) => pathname === '/api/v1/tasks/done')
    .map(({ searchParams }) => Object.fromEntries(searchParams));

function at(path: string, answer: Partial<TasksDone> | (() => unknown)) {
  const told = { weeks: WEEKS, byPerson: null, countedFrom: null };
  const answers: Answers = {
    ...listed({ tasks: [] }),
    'GET /api/v1/tasks/done': typeof answer === 'function' ? answer : { ...told, ...answer },
  };
  network(answers);
  return draw(
    <Routes>
      <Route path="/uppgifter" element={<TasksPage />} />
    </Routes>,
    path,
  );
}

describe('what was done', () => {
  it('is told as a plot in words, and in a table with the newest week first', async () => {
    at('/uppgifter?tab=klart', {});
    expect(await screen.findByText('6 klara och 7 nya de senaste 3 veckorna.')).toBeInTheDocument();
    expect(
      screen.getByRole('img', {
        name: 'Stapeldiagram: 6 klara och 7 nya, flest klara vecka 47 med 5. Samma tal finns i tabellen.',
      }),
    ).toBeInTheDocument();
    await userEvent.click(screen.getByText('Visa som tabell'));
    const rows = within(screen.getByRole('table')).getAllByRole('row');
    expect(rows.map((row) => [...row.children].map((cell) => cell.textContent))).toEqual([
      ['Vecka', 'Klara', 'Nya'],
      ['48', '0', '1'],
      ['47', '5', '2'],
      ['46', '1', '4'],
    ]);
  });

  it('is asked for twelve weeks at first, and for as many as are chosen', async () => {
    const { at: where } = at('/uppgifter?tab=klart', {});
    await userEvent.selectOptions(await screen.findByLabelText('Period'), '52 veckor');
    expect(where()).toBe('/uppgifter?tab=klart&veckor=52');
    expect(asked()).toEqual([
      { user: '7', from: '2026-09-07', to: '2026-11-25' },
      { user: '7', from: '2025-12-01', to: '2026-11-25' },
    ]);
  });

  it('of nobody yet says what will stand there', async () => {
    at('/uppgifter?tab=klart', { weeks: WEEKS.map((one) => ({ ...one, done: 0, made: 0 })) });
    expect(await screen.findByText('Inget klart än')).toBeInTheDocument();
    expect(screen.queryByRole('img')).toBeNull();
  });

  it('that cannot be fetched is asked for again', async () => {
    let calls = 0;
    at('/uppgifter?tab=klart', () => {
      calls += 1;
      return calls === 1
        ? new Refusal(500)
        : { weeks: WEEKS, byPerson: null, countedFrom: '2026-11-10' };
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Försök igen' }));
    expect(
      await screen.findByText(/bara det från tisdag 10 november 2026 är med/),
    ).toBeInTheDocument();
  });
});

describe('the weeks', () => {
  it('cover whole weeks, this one the last', () => {
    expect(daysOf(12, '2026-11-25')).toEqual({ from: '2026-09-07', to: '2026-11-25' });
  });
});
