/** One task's page: reading, editing, and what others have changed meanwhile. */
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router';
import { describe, expect, it } from 'vitest';
import { draw, toasts } from '@/test/page.tsx';
import { type Answers, network, Refusal } from '@/test/world.ts';
import { formOf, keepDraft } from './form.ts';
import { bo, changedIn, listed, sample, sent, signedInBefore, staleOnce, tick } from './samples.ts';
import TaskPage from './TaskPage.tsx';
import type { Task } from './types.ts';

signedInBefore();

function at(
  task: Task,
  answers: (held: { tasks: Task[] }) => Answers = () => ({}),
  path = '/uppgifter/1',
) {
  const held = { tasks: [task] };
  const calls = network({
    ...listed(held),
    'GET /api/v1/tasks/1': () => {
      const [now] = held.tasks;
      return now ? sent(now) : new Refusal(404, 'NOT_FOUND');
    },
    'GET /api/v1/tasks/1/comments': {
      begun: false,
      channelId: 1,
      idCalendarEvent: 1,
      nrComments: 0,
      parentMessageId: 1,
      permissions: ['READ', 'POST'],
    },
    ...answers(held),
  });
  const view = draw(
    <Routes>
      <Route path="/uppgifter/:idTask" element={<TaskPage />} />
      <Route path="*" element={<h1>Annan sida</h1>} />
    </Routes>,
    path,
  );
  return { ...view, calls, held };
}

const button = (name: string | RegExp) => screen.findByRole('button', { name });
const edit = async () => {
  await userEvent.click(await button('Redigera'));
  return screen.findByRole('form', { name: 'Redigera uppgiften' });
};
const bodyOf = (calls: { call: string; body: unknown }[], wanted: string) =>
  calls.find(({ call }) => call === wanted)?.body;

describe('a task', () => {
  it('says all that is known of it, and leads back to what it is about', async () => {
    at(
      sample({
        txDescription: 'Om **nycklarna**',
        dueDate: '2026-11-27',
        priority: 4,
        labels: ['hem'],
        assignees: [bo],
        target: { kind: 'EVENT', id: 'x' },
        repeat: { rrule: 'FREQ=WEEKLY;BYDAY=FR', from: 'SCHEDULE' },
      }),
    );
    expect(
      await screen.findByRole('heading', { level: 1, name: 'Ring Karin' }),
    ).toBeInTheDocument();
    const facts = screen.getByRole('region', { name: 'Om uppgiften' });
    expect(facts).toHaveTextContent('Fredag 27 november');
    expect(facts).toHaveTextContent('Brådskande');
    expect(facts).toHaveTextContent('hem');
    expect(within(facts).getByRole('button', { name: 'Bo Alm' })).toHaveAttribute(
      'data-person',
      '8',
    );
    expect(facts).toHaveTextContent(/varje vecka/i);
    expect(screen.getByText('nycklarna').tagName).toBe('STRONG');
    expect(screen.getByRole('link', { name: 'Till händelsen' })).toHaveAttribute(
      'href',
      '/event/x',
    );
    expect(await screen.findByRole('heading', { name: 'Kommentarer' })).toBeInTheDocument();
  });

  it('that is not there, or not for me, says so', async () => {
    at(sample(), () => ({ 'GET /api/v1/tasks/1': new Refusal(404, 'NOT_FOUND') }));
    expect(await screen.findByText('Uppgiften finns inte')).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Till Mina uppgifter' })).toHaveAttribute(
      'href',
      '/uppgifter',
    );
  });

  it('that one may only read offers nothing', async () => {
    at(sample({ abilities: { edit: false, delete: false, comment: true } }));
    expect(await tick('Ring Karin')).toBeDisabled();
    expect(screen.queryByRole('button', { name: 'Redigera' })).not.toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Ta bort' })).not.toBeInTheDocument();
  });

  it('has its lines ticked one by one', async () => {
    const { calls } = at(
      sample({
        checklist: [
          { id: 4, text: 'Mjölk', done: false },
          { id: 5, text: 'Bröd', done: true },
        ],
      }),
      (held) => ({
        'PUT /api/v1/tasks/1/checklist/4': () =>
          changedIn(held, 1, {
            checklist: [
              { id: 4, text: 'Mjölk', done: true },
              { id: 5, text: 'Bröd', done: true },
            ],
          }),
      }),
    );
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Mjölk' }));
    expect(screen.getByRole('checkbox', { name: 'Mjölk' })).toBeChecked();
    expect(screen.getByText('2/2')).toBeInTheDocument();
    await waitFor(() =>
      expect(bodyOf(calls, 'PUT /api/v1/tasks/1/checklist/4')).toEqual({ done: true }),
    );
  });

  it('gets parts of its own', async () => {
    const { calls } = at(
      sample({ idEntity: 3, entityName: 'Björken', entitySlug: 'bjorkens-if' }),
      () => ({
        'POST /api/v1/tasks': sent(sample({ idTask: 2, txTitle: 'Köp blommor', idParent: 1 })),
      }),
    );
    await userEvent.type(
      await screen.findByRole('textbox', { name: 'Ny uppgift' }),
      'köp blommor{Enter}',
    );
    expect(bodyOf(calls, 'POST /api/v1/tasks')).toEqual({
      txTitle: 'Köp blommor',
      idParent: 1,
      idEntity: 3,
    });
    expect(await tick('Köp blommor')).toBeInTheDocument();
  });

  it('that is deleted leads to the others', async () => {
    const { at: where } = at(sample(), () => ({ 'DELETE /api/v1/tasks/1': undefined }));
    await userEvent.click(await button('Ta bort'));
    await waitFor(() => expect(where()).toBe('/uppgifter'));
  });

  it('shows who has changed what, when asked', async () => {
    at(sample(), () => ({
      'GET /api/v1/tasks/1/history': {
        content: [
          {
            version: 2,
            at: '2026-11-25T08:00:00.000Z',
            by: bo,
            changes: [{ field: 'status', from: 'TODO', to: 'IN_PROGRESS' }],
          },
        ],
        next: null,
      },
    }));
    await userEvent.click(await screen.findByText('Historik'));
    expect(await screen.findByText(/ändrade status från Att göra till Pågår/)).toHaveTextContent(
      'Bo Alm',
    );
  });
});

describe('editing', () => {
  it('begins with the title and sends the whole', async () => {
    const { calls } = at(sample({ version: 3, labels: ['hem'] }), (held) => ({
      'PUT /api/v1/tasks/1': () => changedIn(held, 1, { txTitle: 'Ring Karin Ek' }),
    }));
    const form = await edit();
    const title = within(form).getByLabelText('Titel');
    expect(title).toHaveFocus();
    await userEvent.type(title, ' Ek');
    await userEvent.type(within(form).getByRole('textbox', { name: 'Etiketter' }), 'jobb{Enter}');
    await userEvent.click(within(form).getByRole('button', { name: 'Ny punkt' }));
    await userEvent.keyboard('Mjölk{Enter}Bröd{Enter}');
    await userEvent.click(within(form).getByRole('button', { name: 'Spara' }));
    expect(
      await screen.findByRole('heading', { level: 1, name: 'Ring Karin Ek' }),
    ).toBeInTheDocument();
    expect(bodyOf(calls, 'PUT /api/v1/tasks/1')).toMatchObject({
      version: 3,
      txTitle: 'Ring Karin Ek',
      labels: ['hem', 'jobb'],
      checklist: [
        { text: 'Mjölk', done: false },
        { text: 'Bröd', done: false },
      ],
    });
  });

  it('tells beside the field what is wrong', async () => {
    at(sample());
    const form = await edit();
    await userEvent.clear(within(form).getByLabelText('Titel'));
    await userEvent.click(within(form).getByRole('button', { name: 'Spara' }));
    expect(await within(form).findByText('Skriv en titel.')).toBeInTheDocument();
    expect(within(form).getByLabelText('Titel')).toHaveFocus();
  });

  it('shows the description as it will be read', async () => {
    at(sample({ txDescription: 'Om **nycklarna**' }));
    const form = await edit();
    await userEvent.click(within(form).getByRole('button', { name: 'Förhandsgranska' }));
    const preview = within(form).getByRole('region', { name: 'Förhandsgranska' });
    expect(within(preview).getByText('nycklarna').tagName).toBe('STRONG');
  });

  it('goes on where it was left', async () => {
    const task = sample();
    keepDraft(1, { form: { ...formOf(task), title: 'Ring Karin snart' }, version: 1 });
    at(task);
    const form = await screen.findByRole('form', { name: 'Redigera uppgiften' });
    expect(within(form).getByLabelText('Titel')).toHaveValue('Ring Karin snart');
    await userEvent.click(within(form).getByRole('button', { name: 'Börja om' }));
    expect(within(form).getByLabelText('Titel')).toHaveValue('Ring Karin');
  });

  const theirs = sample({ version: 5, txTitle: 'Ring Karin', txDescription: 'Hon är hemma' });
  /** Sends what is written, and is told that somebody else was faster. */
  async function stale() {
    const view = at(sample(), (held) => ({
      'PUT /api/v1/tasks/1': staleOnce(theirs, () =>
        changedIn(held, 1, { txTitle: 'Ring Karin nu', version: 5 }),
      ),
    }));
    const form = await edit();
    await userEvent.type(within(form).getByLabelText('Titel'), ' nu');
    await userEvent.click(within(form).getByRole('button', { name: 'Spara' }));
    const dialog = await screen.findByRole('dialog', {
      name: 'Någon annan har ändrat uppgiften',
    });
    return { ...view, form, dialog };
  }

  it('of a task that somebody has changed shows both texts', async () => {
    const { dialog, form } = await stale();
    const row = (name: string) => within(dialog).getByRole('row', { name: new RegExp(`^${name}`) });
    expect(row('Titel')).toHaveTextContent('Ring Karin nuRing Karin');
    expect(row('Beskrivning')).toHaveTextContent('–Hon är hemma');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Fortsätt skriva' }));
    expect(within(form).getByLabelText('Titel')).toHaveValue('Ring Karin nu');
  });

  it('saves mine over theirs when that is chosen', async () => {
    const { dialog, calls } = await stale();
    await userEvent.click(within(dialog).getByRole('button', { name: 'Spara mitt' }));
    await waitFor(() =>
      expect(toasts().map(({ message }) => message)).toContain('Uppgiften är sparad'),
    );
    expect(calls.findLast(({ call }) => call === 'PUT /api/v1/tasks/1')?.body).toMatchObject({
      version: 5,
      txTitle: 'Ring Karin nu',
    });
  });

  it('goes on with theirs when that is chosen', async () => {
    const { dialog, form } = await stale();
    await userEvent.click(within(dialog).getByRole('button', { name: 'Ta det andra' }));
    expect(within(form).getByLabelText('Titel')).toHaveValue('Ring Karin');
    expect(within(form).getByRole('textbox', { name: 'Beskrivning' })).toHaveValue('Hon är hemma');
  });
});

describe('reminders', () => {
  it('are counted from when it is due, or at a moment', async () => {
    const { calls } = at(sample({ dueDate: '2026-11-27' }), () => ({
      'POST /api/v1/task-reminders': {
        idTaskReminder: 3,
        idTask: 1,
        txTitle: 'Ring Karin',
        status: 0,
        at: '2026-11-26T08:00:00.000Z',
        relativeTo: 'due_date',
        seconds: -86_400,
        rrule: null,
        version: 1,
      },
    }));
    await userEvent.click(await button('Lägg till påminnelse'));
    const dialog = await screen.findByRole('dialog', { name: 'Lägg till påminnelse' });
    await userEvent.selectOptions(
      within(dialog).getByLabelText('När'),
      '1 dag innan den ska vara klar',
    );
    await userEvent.click(within(dialog).getByRole('button', { name: 'Lägg till' }));
    await waitFor(() =>
      expect(bodyOf(calls, 'POST /api/v1/task-reminders')).toEqual({
        idTask: 1,
        relativeTo: 'due_date',
        seconds: -86_400,
      }),
    );
  });

  it('whose time has been say so beside the field', async () => {
    at(sample({ dueDate: '2026-11-25' }), () => ({
      'POST /api/v1/task-reminders': new Refusal(422, 'REMINDER_PAST'),
    }));
    await userEvent.click(await button('Lägg till påminnelse'));
    const dialog = await screen.findByRole('dialog', { name: 'Lägg till påminnelse' });
    await userEvent.click(within(dialog).getByRole('button', { name: 'Lägg till' }));
    expect(await within(dialog).findByText('Nej.')).toBeInTheDocument();
  });
});
