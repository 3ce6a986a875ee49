/** The lists of tasks: what is seen at once, what is said, and the way back. */
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router';
import { describe, expect, it } from 'vitest';
import { draw, toasts } from '@/test/page.tsx';
import { type Answers, network, Refusal } from '@/test/world.ts';
import {
  anna,
  bo,
  changedIn,
  listed,
  NOW,
  sample,
  sent,
  signedInBefore,
  staleOnce,
  tick,
} from './samples.ts';
import TasksOfPage from './TasksOfPage.tsx';
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
  const view = draw(
    <Routes>
      <Route path="/uppgifter" element={<TasksPage />} />
      <Route path="/:entitySlug/uppgifter" element={<TasksOfPage />} />
      <Route path="*" element={<h1>Annan sida</h1>} />
    </Routes>,
    path,
  );
  return { ...view, calls, held };
}

const LIST = '/uppgifter?tab=lista';
const bodyOf = (calls: { call: string; body: unknown }[], wanted: string) =>
  calls.find(({ call }) => call === wanted)?.body;
type WithUndo = { props: { children: [string, { props: { onClick: () => void } }] } };
/** What was said last, and its button. */
const undo = () => {
  const message: unknown = toasts().at(-1)?.message;
  const [words, button] = (message as WithUndo).props.children;
  return { words, run: () => act(button.props.onClick) };
};
const said = () => waitFor(() => expect(toasts()).not.toHaveLength(0));

describe('the list', () => {
  it('is empty: what then', async () => {
    at(LIST, []);
    expect(await screen.findByText('Inget att göra')).toBeInTheDocument();
  });

  it('that cannot be fetched says so and is asked for again', async () => {
    let asked = 0;
    at(LIST, [], () => ({
      'GET /api/v1/tasks': () => {
        asked += 1;
        return asked === 1 ? new Refusal(500) : { content: [sent(sample())], next: null };
      },
    }));
    await userEvent.click(await screen.findByRole('button', { name: 'Försök igen' }));
    expect(await tick('Ring Karin')).toBeInTheDocument();
  });

  it('is grouped by day, what is late folded', async () => {
    at(LIST, [
      sample({ idTask: 1, txTitle: 'Sen', dueDate: '2026-11-20' }),
      sample({ idTask: 2, txTitle: 'Nu', dueDate: '2026-11-25' }),
      sample({ idTask: 3, txTitle: 'När som helst' }),
    ]);
    const today = await screen.findByRole('list', { name: /^I dag/ });
    expect(within(today).getByRole('link', { name: 'Nu' })).toHaveAttribute('href', '/uppgifter/2');
    expect(screen.getByRole('list', { name: /^Utan datum/ })).toHaveTextContent('När som helst');
    const late = screen.getByText('Försenade (1)').closest('details');
    expect(late).not.toHaveAttribute('open');
    expect(late).toHaveTextContent('Fredag 20 november, försenad');
  });

  it('says of a task what is known of it', async () => {
    at(LIST, [
      sample({
        dueAt: NOW + 6 * 3_600_000,
        timeZone: 'Europe/Stockholm',
        priority: 3,
        labels: ['jobb'],
        assignees: [bo],
        idEntity: 3,
        entityName: 'Björkens IF',
        entitySlug: 'bjorkens-if',
        checklist: [
          { id: 1, text: 'a', done: true },
          { id: 2, text: 'b', done: false },
        ],
      }),
    ]);
    const row = (await tick('Ring Karin')).closest('li');
    expect(row).toHaveTextContent('I dag 16:00');
    expect(row).toHaveTextContent('Prioritet: Hög');
    expect(row).toHaveTextContent('jobb');
    expect(row).toHaveTextContent('Tilldelad Bo Alm');
    expect(row).toHaveTextContent('Björkens IF');
    expect(row).toHaveTextContent('1 av 2 på checklistan');
  });

  it('is ticked at once, before the server has answered, and undone', async () => {
    let answer = (_: unknown) => {};
    const { calls } = at(LIST, [sample(), sample({ idTask: 2, txTitle: 'Nästa' })], (held) => ({
      'PUT /api/v1/tasks/1/status': () =>
        new Promise((resolve) => {
          answer = (status) => resolve(changedIn(held, 1, { status: status as Task['status'] }));
        }),
    }));
    const box = await tick('Ring Karin');
    expect(box).not.toBeChecked();
    await userEvent.click(box);
    expect(screen.queryByRole('link', { name: 'Ring Karin' })).not.toBeInTheDocument();
    // By keyboard one goes on where one was.
    await waitFor(async () => expect(await tick('Nästa')).toHaveFocus());
    await said();
    expect(undo().words).toBe('Klar: Ring Karin');
    answer('DONE');
    undo().run();
    expect(await screen.findByRole('link', { name: 'Ring Karin' })).toBeInTheDocument();
    await waitFor(() =>
      expect(calls.filter(({ call }) => call === 'PUT /api/v1/tasks/1/status')).toHaveLength(2),
    );
    answer('TODO');
    expect(calls.filter(({ call }) => call.startsWith('PUT')).map(({ body }) => body)).toEqual([
      { status: 'DONE' },
      { status: 'TODO' },
    ]);
    expect(await tick('Ring Karin')).not.toBeChecked();
  });

  it('has it back when the server refuses', async () => {
    at(LIST, [sample()], () => ({
      'PUT /api/v1/tasks/1/status': new Refusal(403, 'ROLE_TOO_LOW'),
    }));
    await userEvent.click(await tick('Ring Karin'));
    expect(await screen.findByRole('link', { name: 'Ring Karin' })).toBeInTheDocument();
    expect(toasts().map(({ message }) => message)).toContain('Nej.');
  });

  it('has what is done below, when it is unfolded', async () => {
    const { calls } = at(LIST, [sample({ status: 'DONE', completed: NOW, txTitle: 'Färdig' })]);
    await screen.findByText('Inget att göra');
    expect(calls.filter(({ call }) => call === 'GET /api/v1/tasks')).toHaveLength(1);
    await userEvent.click(screen.getByText('Klara'));
    expect(await tick('Färdig')).toBeChecked();
  });

  it('loses what is deleted at once, and has it back', async () => {
    const { calls } = at(LIST, [sample()], (held) => ({
      'DELETE /api/v1/tasks/1': () => {
        held.tasks = [];
        return undefined;
      },
      'POST /api/v1/tasks/1/restore': () => {
        held.tasks = [sample({ version: 3 })];
        return sent(sample({ version: 3 }));
      },
    }));
    await userEvent.click(await screen.findByRole('button', { name: 'Mer om Ring Karin' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Ta bort' }));
    expect(screen.queryByRole('link', { name: 'Ring Karin' })).not.toBeInTheDocument();
    await said();
    expect(undo().words).toBe('Borttagen: Ring Karin');
    undo().run();
    expect(await screen.findByRole('link', { name: 'Ring Karin' })).toBeInTheDocument();
    await waitFor(() =>
      expect(calls.map(({ call }) => call)).toContain('POST /api/v1/tasks/1/restore'),
    );
  });

  it('moves what is late to today, all at once and back', async () => {
    const late = [
      sample({ idTask: 1, txTitle: 'Ett', dueDate: '2026-11-20' }),
      sample({ idTask: 2, txTitle: 'Två', dueDate: '2026-11-21', labels: ['jobb'] }),
    ];
    const { calls } = at(LIST, late, (held) => ({
      'PUT /api/v1/tasks/1': () => changedIn(held, 1, { dueDate: '2026-11-25' }),
      'PUT /api/v1/tasks/2': () => changedIn(held, 2, { dueDate: '2026-11-25' }),
    }));
    await userEvent.click(
      await screen.findByRole('button', {
        name: 'Flytta till i dag: 2 försenade uppgifter',
        hidden: true,
      }),
    );
    const today = await screen.findByRole('list', { name: /^I dag/ });
    expect(today).toHaveTextContent('Två');
    await said();
    expect(undo().words).toBe('2 uppgifter flyttade till i dag');
    await waitFor(() => expect(calls.map(({ call }) => call)).toContain('PUT /api/v1/tasks/2'));
    // All else of the task goes along.
    expect(bodyOf(calls, 'PUT /api/v1/tasks/2')).toMatchObject({
      version: 1,
      dueDate: '2026-11-25',
      labels: ['jobb'],
      txTitle: 'Två',
    });
  });

  it('moves a task that somebody else has changed without losing their change', async () => {
    const mine = sample({ dueDate: '2026-11-25' });
    const theirs = sample({ ...mine, version: 4, txTitle: 'Ring Karin Ek' });
    const { calls } = at(LIST, [mine], (held) => ({
      'PUT /api/v1/tasks/1': staleOnce(theirs, () =>
        changedIn(held, 1, { ...theirs, dueDate: '2026-11-26' }),
      ),
    }));
    await tick('Ring Karin');
    await userEvent.click(screen.getByRole('button', { name: 'Mer om Ring Karin' }));
    await userEvent.click(screen.getByRole('button', { name: 'Flytta till i morgon' }));
    expect(await screen.findByRole('link', { name: 'Ring Karin Ek' })).toBeInTheDocument();
    expect(calls.findLast(({ call }) => call === 'PUT /api/v1/tasks/1')?.body).toMatchObject({
      version: 4,
      txTitle: 'Ring Karin Ek',
      dueDate: '2026-11-26',
    });
  });

  it('is filtered by what stands in the address', async () => {
    const { at: where } = at(LIST, [
      sample({ idTask: 1, txTitle: 'Hemma' }),
      sample({ idTask: 2, txTitle: 'På jobbet', labels: ['jobb'] }),
    ]);
    await userEvent.selectOptions(await screen.findByLabelText('Etikett'), 'jobb');
    expect(screen.queryByRole('link', { name: 'Hemma' })).not.toBeInTheDocument();
    expect(where()).toBe('/uppgifter?tab=lista&etikett=jobb');
    await userEvent.click(screen.getByRole('button', { name: 'Rensa filter' }));
    expect(await screen.findByRole('link', { name: 'Hemma' })).toBeInTheDocument();
  });
});

describe('the quick line', () => {
  it('says what it understands, adds by Enter, and is ready for the next', async () => {
    const { calls } = at(LIST, [], () => ({
      'POST /api/v1/tasks': sent(sample({ idTask: 5 })),
    }));
    const field = await screen.findByRole('textbox', { name: 'Ny uppgift' });
    await userEvent.type(field, 'ring Karin imorgon !hög #jobb');
    expect(screen.getByText(/^Tolkas som: Torsdag 26 november/)).toBeInTheDocument();
    await userEvent.keyboard('{Enter}');
    expect(field).toHaveFocus();
    expect(field).toHaveValue('');
    expect(bodyOf(calls, 'POST /api/v1/tasks')).toEqual({
      txTitle: 'Ring Karin',
      dueDate: '2026-11-26',
      priority: 3,
      labels: ['jobb'],
    });
    expect(await tick('Ring Karin')).toBeInTheDocument();
  });

  it('keeps what was written when it cannot be added', async () => {
    at(LIST, [], () => ({ 'POST /api/v1/tasks': new Refusal(409, 'QUOTA_REACHED') }));
    const field = await screen.findByRole('textbox', { name: 'Ny uppgift' });
    await userEvent.type(field, 'köp mjölk{Enter}');
    await waitFor(() => expect(field).toHaveValue('köp mjölk'));
    expect(screen.getByText('Nej.')).toBeInTheDocument();
  });
});

describe('an organisation', () => {
  it('has its tasks by person', async () => {
    const { calls } = at('/bjorkens-if/uppgifter?visa=person', [
      sample({ idTask: 1, txTitle: 'Städa', idEntity: 3, assignees: [bo] }),
      sample({ idTask: 2, txTitle: 'Handla', idEntity: 3, assignees: [anna, bo] }),
    ]);
    expect(await screen.findByRole('list', { name: 'Anna Ek 1' })).toHaveTextContent('Handla');
    const his = screen.getByRole('list', { name: 'Bo Alm 2' });
    expect(within(his).getAllByRole('checkbox')).toHaveLength(2);
    expect(calls.map(({ call }) => call)).toContain('GET /api/v1/tasks');
  });

  it('that one does not belong to shows none', async () => {
    at('/bjorkens-if/uppgifter', [], () => ({
      'GET /api/v1/me/entities': { content: [], page: 0, size: 50, hasMore: false },
    }));
    expect(await screen.findByText('Du ser inte uppgifterna')).toBeInTheDocument();
  });

  it('gives what is written there to it', async () => {
    const { calls } = at('/bjorkens-if/uppgifter', [], () => ({
      'POST /api/v1/tasks': sent(sample({ idEntity: 3 })),
    }));
    await userEvent.type(
      await screen.findByRole('textbox', { name: 'Ny uppgift' }),
      'kratta{Enter}',
    );
    expect(bodyOf(calls, 'POST /api/v1/tasks')).toEqual({ txTitle: 'Kratta', idEntity: 3 });
  });
});
