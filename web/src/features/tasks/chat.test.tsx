/** Tasks and the chat: one that is made of a message, its card, and the word of the composer. */
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import type { FromMessage } from '@/area/slots.ts';
import { draw, toasts } from '@/test/page.tsx';
import { type Answers, bjorken, membership, network, Refusal } from '@/test/world.ts';
import { area } from './area.ts';
import MakeTaskDialog from './MakeTaskDialog.tsx';
import { bo, NOW, sample, sent, signedInBefore } from './samples.ts';
import TaskCard from './TaskCard.tsx';
import type { Task } from './types.ts';

signedInBefore();

const task = (change: Partial<Task> = {}) => sent(sample({ idTask: 41, ...change }));

const POST = 'POST /api/v1/tasks';

describe('a task that is made of a message', () => {
  const open = async (props: Partial<FromMessage> = {}, answers: Answers = {}) => {
    const calls = network({ [POST]: task(), ...answers });
    const onClose = vi.fn();
    const tell = vi.fn<(card: { type: string; id: string }) => Promise<void>>(async () => {});
    draw(
      <MakeTaskDialog
        idMessage={99}
        text={'Ring Karin imorgon 15\nHon väntar'}
        created={new Date(NOW).toISOString()}
        place={{ workspaceId: 2, channelId: 4, threadId: null }}
        idEntity={3}
        people={(typed) => ({
          queryKey: ['people', typed],
          queryFn: async () => [{ value: '8', label: 'Bo Alm' }],
        })}
        tell={tell}
        onClose={onClose}
        {...props}
      />,
    );
    const dialog = await screen.findByRole('dialog', { name: 'Gör till uppgift' });
    const line = await within(dialog).findByRole('textbox', { name: 'Uppgift' });
    const made = () => calls.filter(({ call }) => call === POST).map(({ body }) => body);
    const save = () =>
      userEvent.click(within(dialog).getByRole('button', { name: 'Skapa uppgiften' }));
    return { dialog, line, made, save, onClose, tell };
  };

  it('has the message’s first line, and is about it', async () => {
    const { dialog, line, made, save, onClose, tell } = await open();
    expect(line).toHaveValue('Ring Karin imorgon 15');
    expect(line).toHaveFocus();
    expect(dialog).toHaveTextContent('Tolkas som: Torsdag 26 november kl 15');
    expect(within(dialog).getByRole('combobox', { name: 'Hör till' })).toHaveDisplayValue(
      'Björkens IF',
    );
    await save();
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(made()).toEqual([
      {
        txTitle: 'Ring Karin',
        dueAt: '2026-11-26T14:00:00.000Z',
        timeZone: 'Europe/Stockholm',
        idEntity: 3,
        target: { kind: 'MESSAGE', id: '2/4/99' },
      },
    ]);
    expect(tell).not.toHaveBeenCalled();
    await waitFor(() => expect(toasts().at(-1)?.message).toBe('Tillagd: Ring Karin'));
  });

  it('is assigned to people of the channel', async () => {
    const { dialog, made, save } = await open({ text: 'Ring' });
    await userEvent.click(within(dialog).getByRole('combobox', { name: 'Tilldela någon' }));
    await userEvent.click(
      await within(dialog).findByRole('option', { name: 'Bo Alm', hidden: true }),
    );
    expect(within(dialog).getByRole('button', { name: 'Ta bort Bo Alm' })).toBeInTheDocument();
    await save();
    await waitFor(() => expect(made()).toMatchObject([{ txTitle: 'Ring', assignees: [8] }]));
  });

  it('is offered a day that stands below the first line', async () => {
    const { dialog, line, made, save } = await open({
      text: 'Boka lokal\nMötet är på fredag kl 18',
    });
    await userEvent.click(
      within(dialog).getByRole('button', { name: 'Lägg till: Fredag 27 november kl 18' }),
    );
    expect(line).toHaveValue('Boka lokal fredag 27 november 2026 kl 18:00');
    expect(line).toHaveFocus();
    expect(within(dialog).queryByRole('button', { name: /^Lägg till/ })).toBeNull();
    await save();
    await waitFor(() =>
      expect(made()).toMatchObject([{ txTitle: 'Boka lokal', dueAt: '2026-11-27T17:00:00.000Z' }]),
    );
  });

  it('may be one’s own', async () => {
    const first = await open();
    await userEvent.selectOptions(
      within(first.dialog).getByRole('combobox', { name: 'Hör till' }),
      'Bara mig',
    );
    await first.save();
    await waitFor(() => expect(first.made()).toHaveLength(1));
    expect(first.made()[0]).not.toHaveProperty('idEntity');
  });

  it('is one’s own where one only follows the organisation', async () => {
    const follower = membership(3, 'FOLLOWER', { entityName: bjorken.entityName });
    const content = { content: [follower], page: 0, size: 50, hasMore: false };
    const { dialog, made, save } = await open({}, { 'GET /api/v1/me/entities': content });
    expect(within(dialog).queryByRole('combobox', { name: 'Hör till' })).toBeNull();
    await save();
    await waitFor(() => expect(made()).toHaveLength(1));
    expect(made()[0]).not.toHaveProperty('idEntity');
  });

  it('is shown in the channel when that is ticked', async () => {
    const { dialog, save, tell, onClose } = await open();
    await userEvent.click(within(dialog).getByRole('switch', { name: 'Visa i kanalen' }));
    await save();
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(tell).toHaveBeenCalledWith({ type: 'TASK', id: '41' });
  });

  it('is made once though its card fails, which is tried again', async () => {
    const tell = vi.fn().mockRejectedValueOnce(new Error('nej')).mockResolvedValue(undefined);
    const { dialog, save, made, onClose } = await open({ tell });
    await userEvent.click(within(dialog).getByRole('switch', { name: 'Visa i kanalen' }));
    await save();
    expect(await within(dialog).findByRole('alert')).toHaveTextContent(
      'Uppgiften är skapad, men kunde inte visas.',
    );
    expect(onClose).not.toHaveBeenCalled();
    await userEvent.click(within(dialog).getByRole('button', { name: 'Försök igen' }));
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(tell).toHaveBeenCalledTimes(2);
    expect(made()).toHaveLength(1);
  });

  it('has nothing to tick where one may not write', async () => {
    const { dialog } = await open({ tell: null });
    expect(within(dialog).queryByRole('switch')).toBeNull();
  });

  it('needs a title, and keeps what was typed when it is refused', async () => {
    const { dialog, line, made, save } = await open(
      { text: '' },
      { [POST]: () => new Refusal(422, 'NOT_ASSIGNABLE') },
    );
    await userEvent.type(line, 'imorgon');
    await save();
    expect(await within(dialog).findByText('Skriv vad som ska göras.')).toBeInTheDocument();
    expect(made()).toEqual([]);
    await userEvent.type(line, ' städa');
    await save();
    expect(await within(dialog).findByText('Nej.')).toBeInTheDocument();
    expect(line).toHaveValue('imorgon städa');
  });
});

describe('a task as a card', () => {
  const card = (answers: Answers, id = '41') => {
    const calls = network(answers);
    draw(<TaskCard id={id} />);
    return { calls, frame: screen.getByRole('article', { name: 'Uppgift' }) };
  };

  it('says how it stands, when it is due and whose it is', async () => {
    const due = { dueDate: '2026-11-27', status: 'IN_PROGRESS' } as const;
    const { frame } = card({ 'GET /api/v1/tasks/41': task({ ...due, assignees: [bo] }) });
    const link = await within(frame).findByRole('link', { name: 'Ring Karin' });
    expect(link).toHaveAttribute('href', '/uppgifter/41');
    expect(frame).toHaveTextContent('Pågår');
    expect(frame).toHaveTextContent('Fredag 27 november');
    expect(frame).toHaveTextContent('Tilldelad Bo Alm');
  });

  it('is ticked in the message', async () => {
    const done = task({ status: 'DONE', version: 2 });
    let held = task();
    const { frame, calls } = card({
      'GET /api/v1/tasks/41': () => held,
      'PUT /api/v1/tasks/41/status': () => {
        held = done;
        return done;
      },
    });
    const tick = await within(frame).findByRole('checkbox', { name: 'Klar: Ring Karin' });
    expect(tick).not.toBeChecked();
    await userEvent.click(tick);
    await waitFor(() => expect(tick).toBeChecked());
    expect(frame).toHaveTextContent('Klar');
    expect(calls.find(({ call }) => call === 'PUT /api/v1/tasks/41/status')?.body).toEqual({
      status: 'DONE',
    });
  });

  it('cannot be ticked by who only sees it', async () => {
    const seen = task({ abilities: { edit: false, delete: false, comment: true } });
    const { frame } = card({ 'GET /api/v1/tasks/41': seen });
    expect(await within(frame).findByRole('checkbox')).toBeDisabled();
  });

  it.each(['41', 'x'])('that is not there for the reader says so: %s', async (id) => {
    const { frame } = card({}, id);
    expect(
      await within(frame).findByText('Uppgiften finns inte längre eller delas inte med dig.'),
    ).toBeInTheDocument();
    expect(within(frame).queryByRole('checkbox')).toBeNull();
  });

  it('that cannot be fetched just now says that', async () => {
    const { frame } = card({ 'GET /api/v1/tasks/41': new Refusal(503) });
    expect(await within(frame).findByText('Kunde inte hämtas just nu.')).toBeInTheDocument();
  });
});

describe('/uppgift in the composer', () => {
  const word = area.commands?.find((one) => one.word === '/uppgift');

  it('makes a task of one’s own of the line, which can be undone', async () => {
    const calls = network({ [POST]: task(), 'DELETE /api/v1/tasks/41': undefined });
    expect(await word?.write?.('ring Karin imorgon 15')).toBeNull();
    const { body } = calls[0] ?? {};
    expect(body).toEqual({
      txTitle: 'Ring Karin',
      dueAt: '2026-11-26T14:00:00.000Z',
      timeZone: 'Europe/Stockholm',
    });
    await waitFor(() => expect(toasts()).toHaveLength(1));
    draw(toasts()[0]?.message);
    expect(document.body).toHaveTextContent('Tillagd: Ring Karin. Torsdag 26 november kl 15');
    await userEvent.click(screen.getByRole('button', { name: 'Ångra' }));
    await waitFor(() => expect(calls.at(-1)?.call).toBe('DELETE /api/v1/tasks/41'));
  });

  it('is one task after a lost answer, as the line was read first', async () => {
    let isLost = true;
    const calls = network({ [POST]: () => (isLost ? new Refusal(503) : task()) });
    await expect(word?.write?.('ring om en timme')).rejects.toThrow();
    isLost = false;
    vi.setSystemTime(NOW + 60_000);
    expect(await word?.write?.('ring om en timme')).toBeNull();
    const keys = vi
      .mocked(globalThis.fetch)
      .mock.calls.map(([, init]) => new Headers(init?.headers).get('idempotency-key'));
    expect(keys[0]).toMatch(/.+/);
    expect(keys[1]).toBe(keys[0]);
    expect(calls[1]?.body).toEqual(calls[0]?.body);
  });

  it('asks for what is to be done', async () => {
    const calls = network();
    expect(await word?.write?.('')).toMatch(/^Skriv vad som ska göras/);
    expect(await word?.write?.('imorgon')).toMatch(/^Skriv vad som ska göras/);
    expect(calls).toEqual([]);
  });
});
