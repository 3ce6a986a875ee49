/** 'Min dag' and the stacks. */
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { booking } from '@/features/bookings/samples.ts';
import { draw, toasts } from '@/test/page.tsx';
import { type Answers, network, Refusal } from '@/test/world.ts';
import { changedIn, listed, sample, sent, signedInBefore, tick } from './samples.ts';
import TasksPage from './TasksPage.tsx';
import type { Task } from './types.ts';

signedInBefore();

function at(
  path: string,
  tasks: Task[],
  answers: (held: { tasks: Task[] }) => Answers = () => ({}),
) {
  const held = { tasks };
  const calls = network({ ...listed(held), ...answers(held) });
  return { ...draw(<TasksPage />, path), calls, held };
}

const event = {
  id: 5,
  idCalendarEvent: 5,
  eventUUID: 'x',
  idCalendar: 1,
  calendarUUID: 'c0ffee',
  title: 'Möte',
  description: '',
  start: '2026-11-25T12:00:00.000Z',
  end: '2026-11-25T13:30:00.000Z',
  allDay: false,
  startDate: null,
  endDate: null,
  timeZone: 'Europe/Stockholm',
  eventStatus: 'CONFIRMED',
  place: null,
  recurrenceId: null,
};
const reminder = {
  idTaskReminder: 3,
  idTask: 1,
  txTitle: 'Ring Karin',
  status: 1,
  at: '2026-11-25T08:00:00.000Z',
  relativeTo: null,
  seconds: null,
  rrule: null,
  version: 1,
};

describe('my day', () => {
  it('is one line of time: events, bookings, tasks and reminders', async () => {
    at(
      '/uppgifter',
      [
        sample({ dueDate: '2026-11-25', txTitle: 'Köp mjölk' }),
        sample({ idTask: 2, txTitle: 'I morgon', dueDate: '2026-11-26' }),
      ],
      () => ({
        'GET /api/v1/events': { content: [event], page: 0, size: 50, hasMore: false },
        'GET /api/v1/booking': {
          content: [
            booking({ start: '2026-11-25T16:00:00.000Z', end: '2026-11-25T17:00:00.000Z' }),
          ],
          hasMore: false,
        },
        'GET /api/v1/task-reminders': { content: [reminder] },
      }),
    );
    await screen.findByText('Möte');
    await screen.findByText('Hel hall');
    await screen.findByText('Påminnelse: Ring Karin');
    const line = screen.getByRole('list', { name: 'Dagen i tidsordning' });
    await tick('Köp mjölk');
    const rows = [...line.children].map(({ textContent }) => textContent);
    expect(rows).toHaveLength(4);
    expect(rows[0]).toMatch(/^Hela dagen.*Köp mjölk/);
    expect(rows[1]).toMatch(/^09:00Påminnelse: Ring Karin/);
    expect(rows[2]).toMatch(/^13:00–14:30Möte/);
    expect(rows[3]).toMatch(/^17:00–18:00Hel hall/);
  });

  it('goes on when one part of it cannot be fetched', async () => {
    at('/uppgifter', [sample({ dueDate: '2026-11-25' })], () => ({
      'GET /api/v1/events': new Refusal(500),
    }));
    expect(await screen.findByText('Händelser kunde inte hämtas.')).toHaveAttribute(
      'role',
      'alert',
    );
    expect(await tick('Ring Karin')).toBeInTheDocument();
  });

  it('leads to the days around it and back', async () => {
    const { at: where } = at('/uppgifter', [
      sample({ dueDate: '2026-11-26', txTitle: 'Sedan' }),
      sample({ idTask: 2, dueDate: '2026-11-20', txTitle: 'Sen' }),
    ]);
    expect(await screen.findByText('Försenade (1)')).toBeInTheDocument();
    await userEvent.click(screen.getByRole('link', { name: 'Nästa dag' }));
    expect(where()).toBe('/uppgifter?dag=2026-11-26');
    expect(await tick('Sedan')).toBeInTheDocument();
    expect(
      screen.getByRole('heading', { name: 'I morgon, torsdag 26 november' }),
    ).toBeInTheDocument();
    expect(screen.queryByText('Försenade (1)')).not.toBeInTheDocument();
    await userEvent.click(
      within(screen.getByRole('navigation', { name: 'Dag' })).getByRole('link', { name: 'I dag' }),
    );
    expect(where()).toBe('/uppgifter');
  });

  it('makes a task for the day that is shown', async () => {
    const { calls } = at('/uppgifter?dag=2026-11-27', [], () => ({
      'POST /api/v1/tasks': sent(sample({ dueDate: '2026-11-27' })),
    }));
    const field = await screen.findByRole('textbox', { name: 'Ny uppgift' });
    await userEvent.type(field, 'baka');
    expect(screen.getByText('Ska vara klar fredag 27 november')).toBeInTheDocument();
    await userEvent.keyboard('{Enter}');
    expect(calls.find(({ call }) => call === 'POST /api/v1/tasks')?.body).toEqual({
      txTitle: 'Baka',
      dueDate: '2026-11-27',
    });
  });

  it('has what rang until it is acknowledged', async () => {
    let status = 1;
    at('/uppgifter', [], () => ({
      'GET /api/v1/task-reminders': () => ({ content: [{ ...reminder, status }] }),
      'PUT /api/v1/task-reminders/3/acknowledge': () => {
        status = 2;
        return { ...reminder, status };
      },
    }));
    await userEvent.click(
      await screen.findByRole('button', { name: 'Kvittera påminnelsen om Ring Karin' }),
    );
    await waitFor(() =>
      expect(screen.queryByText('Påminnelse: Ring Karin')).not.toBeInTheDocument(),
    );
  });
});

describe('stacks', () => {
  const stack = { idTaskStack: 4, name: 'Flytten', idEntity: null, version: 1, count: 3 };
  const titles = ['Packa', 'Städa', 'Fira'];
  const answers = (held: { tasks: Task[] }): Answers => ({
    'GET /api/v1/task-stacks': { content: [stack] },
    'GET /api/v1/task-stacks/4': () => ({
      ...stack,
      tasks: held.tasks.map((task, position) => ({ ...sent(task), position })),
    }),
  });
  const tasks = titles.map((txTitle, n) => sample({ idTask: n + 1, txTitle }));
  const order = () =>
    within(screen.getByRole('list', { name: 'Uppgifter i Flytten' }))
      .getAllByRole('checkbox')
      .map((one) => one.getAttribute('aria-label')?.replace('Klar: ', ''));

  it('are none yet: what then', async () => {
    at('/uppgifter?tab=stackar', []);
    expect(await screen.findByText('Inga stackar än')).toBeInTheDocument();
  });

  it('are made by name, and opened', async () => {
    const { calls, at: where } = at('/uppgifter?tab=stackar', tasks, (held) => ({
      ...answers(held),
      'POST /api/v1/task-stacks': stack,
    }));
    await userEvent.click(await screen.findByRole('button', { name: 'Ny stack' }));
    const dialog = await screen.findByRole('dialog', { name: 'Ny stack' });
    await userEvent.click(within(dialog).getByRole('button', { name: 'Ny stack' }));
    expect(await within(dialog).findByText('Skriv ett namn.')).toBeInTheDocument();
    await userEvent.type(within(dialog).getByLabelText('Namn'), 'Flytten{Enter}');
    await waitFor(() => expect(where()).toBe('/uppgifter?tab=stackar&stack=4'));
    expect(calls.find(({ call }) => call === 'POST /api/v1/task-stacks')?.body).toEqual({
      name: 'Flytten',
    });
  });

  it('are moved in by Alt and an arrow; the focus stays and it is said', async () => {
    const { calls } = at('/uppgifter?tab=stackar&stack=4', tasks, (held) => ({
      ...answers(held),
      'POST /api/v1/task-stacks/4/tasks/3/move': () => {
        const [one, two, three] = held.tasks as [Task, Task, Task];
        held.tasks = [one, three, two];
        return {
          ...stack,
          tasks: held.tasks.map((task, position) => ({ ...sent(task), position })),
        };
      },
    }));
    (await tick('Fira')).focus();
    await userEvent.keyboard('{Alt>}{ArrowUp}{/Alt}');
    await waitFor(() => expect(order()).toEqual(['Packa', 'Fira', 'Städa']));
    expect(await tick('Fira')).toHaveFocus();
    expect(screen.getByText('Fira är nu nummer 2 av 3')).toHaveAttribute('role', 'status');
    await waitFor(() =>
      expect(
        calls.find(({ call }) => call === 'POST /api/v1/task-stacks/4/tasks/3/move')?.body,
      ).toEqual({ after: 1 }),
    );
  });

  it('go two places by two presses at once', async () => {
    const { calls } = at('/uppgifter?tab=stackar&stack=4', tasks, (held) => ({
      ...answers(held),
      'POST /api/v1/task-stacks/4/tasks/3/move': () => {
        const [one, two, three] = ['Packa', 'Städa', 'Fira'].map((title) =>
          held.tasks.find(({ txTitle }) => txTitle === title),
        ) as [Task, Task, Task];
        held.tasks = [three, one, two];
        return {
          ...stack,
          tasks: held.tasks.map((task, position) => ({ ...sent(task), position })),
        };
      },
    }));
    const last = await tick('Fira');
    // Before anything of the first is drawn.
    for (let press = 0; press < 2; press += 1) {
      last.dispatchEvent(
        new KeyboardEvent('keydown', { key: 'ArrowUp', altKey: true, bubbles: true }),
      );
    }
    await waitFor(() => expect(order()).toEqual(['Fira', 'Packa', 'Städa']));
    const moves = () =>
      calls.filter(({ call }) => call === 'POST /api/v1/task-stacks/4/tasks/3/move');
    await waitFor(() =>
      expect(moves().map(({ body }) => body)).toEqual([{ after: 1 }, { before: 1 }]),
    );
  });

  it('are as they were when the server refuses', async () => {
    at('/uppgifter?tab=stackar&stack=4', tasks, (held) => ({
      ...answers(held),
      'POST /api/v1/task-stacks/4/tasks/1/move': new Refusal(409, 'CONFLICT'),
    }));
    await userEvent.click(await screen.findByRole('button', { name: 'Mer om Packa' }));
    await userEvent.click(screen.getByRole('button', { name: 'Flytta sist' }));
    await waitFor(() => expect(toasts().map(({ message }) => message)).toContain('Nej.'));
    await waitFor(() => expect(order()).toEqual(titles));
  });

  it('lose a task and not the task itself', async () => {
    const { calls } = at('/uppgifter?tab=stackar&stack=4', tasks, (held) => ({
      ...answers(held),
      'DELETE /api/v1/task-stacks/4/tasks/1': () => {
        held.tasks = held.tasks.slice(1);
        return undefined;
      },
    }));
    await userEvent.click(await screen.findByRole('button', { name: 'Mer om Packa' }));
    await userEvent.click(screen.getByRole('button', { name: 'Ta ut ur stacken' }));
    await waitFor(() => expect(order()).toEqual(['Städa', 'Fira']));
    expect(calls.map(({ call }) => call)).not.toContain('DELETE /api/v1/tasks/1');
  });

  it('have tasks that are ticked where they stand', async () => {
    at('/uppgifter?tab=stackar&stack=4', tasks, (held) => ({
      ...answers(held),
      'PUT /api/v1/tasks/2/status': () => changedIn(held, 2, { status: 'DONE' }),
    }));
    await userEvent.click(await tick('Städa'));
    expect(await tick('Städa')).toBeChecked();
    expect(order()).toEqual(titles);
  });
});
