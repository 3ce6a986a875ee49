import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { ApiError } from '@/api/ApiError.ts';
import { textOf, useSubmit } from './useSubmit.ts';

type Send = (values: FormData, key: string) => Promise<unknown>;

function Form({ send, done }: { send: Send; done: () => void }) {
  const form = useSubmit({
    check: (values) => ({ name: textOf(values, 'name') ? undefined : 'Skriv ett namn.' }),
    conflicts: { NAME_TAKEN: 'name' },
    send,
    done,
  });
  return (
    <form onSubmit={form.submit}>
      <p role="alert">{form.message}</p>
      <input name="name" aria-label="Namn" />
      <input name="age" aria-label="Ålder" />
      <p>{form.fieldError('name')}</p>
      <p>{form.fieldError('age')}</p>
      <button type="submit">{form.pending ? 'Sparar' : 'Spara'}</button>
    </form>
  );
}

const save = () => userEvent.click(screen.getByRole('button'));
const write = (field: string, text: string) => userEvent.type(screen.getByLabelText(field), text);

describe('a form', () => {
  it('is not sent while something is missing, and leads there', async () => {
    const send = vi.fn<Send>(async () => null);
    render(<Form send={send} done={() => {}} />);
    await write('Namn', '   ');
    await save();
    expect(send).not.toHaveBeenCalled();
    expect(screen.getByText('Skriv ett namn.')).toBeInTheDocument();
    expect(screen.getByLabelText('Namn')).toHaveFocus();
  });

  it('is sent once, however often it is pressed', async () => {
    let finish = (_: unknown) => {};
    const send = vi.fn<Send>(() => new Promise((resolve) => (finish = resolve)));
    const done = vi.fn();
    render(<Form send={send} done={done} />);
    await write('Namn', 'Åsa');
    await save();
    await save();
    finish(null);
    await waitFor(() => expect(done).toHaveBeenCalledTimes(1));
    expect(send).toHaveBeenCalledTimes(1);
  });

  it("puts the server's words beside their fields and keeps what was typed", async () => {
    const errors = [{ field: 'age', code: 'RANGE', message: 'För ung.' }];
    const refuse: Send = () => Promise.reject(new ApiError(422, { message: 'Fel.', errors }));
    render(<Form send={refuse} done={() => {}} />);
    await write('Namn', 'Åsa');
    await save();
    expect(await screen.findByText('För ung.')).toBeInTheDocument();
    expect(screen.getByRole('alert')).toBeEmptyDOMElement();
    expect(screen.getByLabelText('Namn')).toHaveValue('Åsa');
    expect(screen.getByLabelText('Ålder')).toHaveFocus();
  });

  it('puts a conflict beside the field it is about', async () => {
    const error = new ApiError(409, { code: 'NAME_TAKEN', message: 'Namnet är upptaget.' });
    render(<Form send={() => Promise.reject(error)} done={() => {}} />);
    await write('Namn', 'Åsa');
    await save();
    expect(await screen.findByText('Namnet är upptaget.')).not.toHaveAttribute('role');
    expect(screen.getByLabelText('Namn')).toHaveFocus();
  });

  it('says for the whole form what belongs to no field of it', async () => {
    const errors = [{ field: 'token', code: 'OLD', message: 'Länken är för gammal.' }];
    const refuse: Send = () => Promise.reject(new ApiError(422, { message: 'Fel.', errors }));
    render(<Form send={refuse} done={() => {}} />);
    await write('Namn', 'Åsa');
    await save();
    await waitFor(() =>
      expect(screen.getByRole('alert')).toHaveTextContent('Länken är för gammal.'),
    );
  });

  it('goes out under one key until it is done or says something else', async () => {
    const keys: string[] = [];
    const answers = [false, false, false, true, true];
    const send: Send = async (_, key) => {
      keys.push(key);
      if (!answers[keys.length - 1]) throw new ApiError(0, {});
    };
    render(<Form send={send} done={() => {}} />);
    const sent = (n: number) => waitFor(() => expect(keys).toHaveLength(n));
    await write('Namn', 'Åsa');
    for (const n of [1, 2]) {
      await save();
      await sent(n);
    }
    await write('Namn', ' Ek');
    for (const n of [3, 4, 5]) {
      await save();
      await sent(n);
    }
    expect(keys[1]).toBe(keys[0]);
    expect(keys[3]).toBe(keys[2]);
    expect(new Set(keys).size).toBe(3);
  });
});
