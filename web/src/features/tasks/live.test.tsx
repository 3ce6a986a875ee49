/** What others do with one's tasks is asked for, once, and what is under way here is not undone by it. */
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { realtime } from '@/realtime/connection.ts';
import type { Listener } from '@/realtime/registry.ts';
import { draw } from '@/test/page.tsx';
import { type Answers, network } from '@/test/world.ts';
import { anna, bo, changedIn, listed, sample, sent, signedInBefore, tick } from './samples.ts';
import TasksPage from './TasksPage.tsx';
import type { Task } from './types.ts';

signedInBefore();

let heard: Listener[];

beforeEach(() => {
  heard = [];
  vi.spyOn(Math, 'random').mockReturnValue(0);
  vi.spyOn(realtime, 'subscribe').mockImplementation((topic, listener) => {
    if (topic === '/user/queue/notifications') heard.push(listener as Listener);
    return () => {};
  });
});

const tell = (event: object) => act(() => heard.forEach((one) => void one.onMessage(event)));
const changed = (version: number) => tell({ type: 'TASK_CHANGED', idTask: 1, version });

function list(answers: (held: { tasks: Task[] }) => Answers = () => ({})) {
  const held = { tasks: [sample()] };
  const calls = network({ ...listed(held), ...answers(held) });
  draw(<TasksPage />, '/uppgifter?tab=lista');
  const asked = () => calls.filter(({ call }) => call === 'GET /api/v1/tasks').length;
  return { held, asked };
}

describe('what others do with a task', () => {
  it('is seen in the list', async () => {
    const { held } = list();
    await tick('Ring Karin');
    held.tasks = [
      sample({ txTitle: 'Ring Karin Ek', version: 2, createdBy: bo, assignees: [anna] }),
    ];
    changed(2);
    expect(await screen.findByRole('link', { name: 'Ring Karin Ek' })).toBeInTheDocument();
  });

  it('is asked for once, however often it is told', async () => {
    const { held, asked } = list();
    await tick('Ring Karin');
    held.tasks = [sample({ txTitle: 'Ring Karin Ek', version: 4 })];
    for (const version of [2, 3, 4]) changed(version);
    await screen.findByRole('link', { name: 'Ring Karin Ek' });
    expect(asked()).toBe(2);
  });

  it('may have been missed: all is asked for', async () => {
    const { held } = list();
    await tick('Ring Karin');
    held.tasks = [];
    tell({ type: 'RESYNC' });
    expect(await screen.findByText('Inget att göra')).toBeInTheDocument();
  });

  it('does not undo a click that is under way', async () => {
    let answer = () => {};
    const { held, asked } = list((all) => ({
      'PUT /api/v1/tasks/1/status': () =>
        new Promise((resolve) => {
          answer = () => resolve(changedIn(all, 1, { status: 'DONE' }));
        }),
    }));
    await userEvent.click(await tick('Ring Karin'));
    changed(2);
    expect(screen.queryByRole('link', { name: 'Ring Karin' })).not.toBeInTheDocument();
    expect(asked()).toBe(1);
    held.tasks = [sample({ version: 2 })];
    answer();
    await waitFor(() => expect(asked()).toBeGreaterThan(1));
    expect(await screen.findByText('Inget att göra')).toBeInTheDocument();
  });

  it('is not asked for where the answer has said it', async () => {
    const { asked } = list((all) => ({
      'PUT /api/v1/tasks/1/status': () => changedIn(all, 1, { status: 'DONE' }) ?? sent(sample()),
    }));
    await userEvent.click(await tick('Ring Karin'));
    await waitFor(() => expect(asked()).toBe(2));
    changed(2);
    tell({ type: 'TASK_CHANGED', idTask: 9, version: 1 });
    await waitFor(() => expect(asked()).toBe(3));
  });
});
