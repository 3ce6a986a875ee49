/** The fields of forms, as a keyboard and a screen reader meet them. */
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { EntityPicker, PersonPicker } from '@/features/entities/pickers.tsx';
import { draw } from '@/test/page.tsx';
import { bjorken, membership, network, signIn, signOut } from '@/test/world.ts';
import { MomentField } from './DateField.tsx';
import { Form } from './Form.tsx';
import { momentOf } from './moments.ts';

const list = (content: unknown[]) => ({ content, page: 0, size: 50, hasMore: false });
const relation = (userId: number, displayName: string) => ({
  userId,
  displayName,
  userName: displayName.toLowerCase().replace(' ', '-'),
  profileImage: null,
  txRelationType: 'MEMBER',
  state: null,
  imported: false,
});

/** jsdom lays nothing out, so what unfolds counts as hidden; the journeys see it. */
const hidden = true;

beforeEach(signIn);
afterEach(signOut);

describe('a picker', () => {
  it('finds people of an organisation while one types, and sends the id', async () => {
    const calls = network({
      'GET /api/v1/entities/3/relations': list([relation(8, 'Bo Alm'), relation(9, 'Bodil Ek')]),
    });
    const send = vi.fn(async (values: FormData) => values.get('userId'));
    draw(
      <Form submit="Spara" send={send} done={() => {}}>
        {(field) => <PersonPicker idEntity={3} label="Vem" {...field('userId')} />}
      </Form>,
    );
    const field = screen.getByRole('combobox', { name: 'Vem' });
    await userEvent.type(field, 'bo');
    expect(await screen.findByText('2 förslag')).toHaveAttribute('role', 'status');
    expect(await screen.findByRole('option', { name: /Bodil Ek/, hidden })).toBeInTheDocument();
    await userEvent.keyboard('{ArrowDown}{ArrowDown}{Enter}');
    expect(field).toHaveValue('Bodil Ek');
    await userEvent.click(screen.getByRole('button', { name: 'Spara' }));
    await waitFor(() => expect(send).toHaveResolvedWith('9'));
    expect(calls.some(({ call }) => call === 'GET /api/v1/entities/3/relations')).toBe(true);
  });

  it('never picks whom what was typed does not fit, however fast the keys are', async () => {
    network({
      'GET /api/v1/entities/3/relations': list([relation(8, 'Bo Alm'), relation(9, 'Ella Ek')]),
    });
    const onPick = vi.fn();
    draw(<PersonPicker idEntity={3} label="Vem" onPick={onPick} />);
    const field = screen.getByRole('combobox', { name: 'Vem' });
    await userEvent.click(field);
    expect(await screen.findByRole('option', { name: /Bo Alm/, hidden })).toBeInTheDocument();
    // Before the answer to it is there.
    await userEvent.keyboard('ella{ArrowDown}{Enter}');
    expect(onPick).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ value: '9' }));
  });

  it("offers one's own organisations, and says when none fits", async () => {
    network({ 'GET /api/v1/me/entities': list([bjorken, membership(4, 'MEMBER')]) });
    const onPick = vi.fn();
    draw(<EntityPicker onPick={onPick} />);
    const field = screen.getByRole('combobox', { name: 'Organisation' });
    await userEvent.type(field, 'finns inte');
    expect(await screen.findByText('Inget hittades')).toBeInTheDocument();
    await userEvent.clear(field);
    await userEvent.type(field, 'björk');
    await userEvent.click(await screen.findByRole('option', { name: /Björkens IF/, hidden }));
    expect(onPick).toHaveBeenCalledWith(expect.objectContaining({ value: '3' }));
  });

  it('leads to itself when its value is refused', async () => {
    network({ 'GET /api/v1/me/entities': list([bjorken]) });
    draw(
      <Form
        submit="Spara"
        check={() => ({ idEntity: 'Välj en organisation.' })}
        send={async () => null}
        done={() => {}}
      >
        {(field) => <EntityPicker {...field('idEntity')} />}
      </Form>,
    );
    await userEvent.click(screen.getByRole('button', { name: 'Spara' }));
    expect(await screen.findByText('Välj en organisation.')).toBeInTheDocument();
    await waitFor(() =>
      expect(screen.getByRole('combobox', { name: 'Organisation' })).toHaveFocus(),
    );
  });
});

describe('a moment', () => {
  const form = (send: (at: string | null | undefined) => void) => (
    <Form submit="Spara" send={async (values) => send(momentOf(values, 'at'))} done={() => {}}>
      {(field) => <MomentField label="När" defaultValue="2026-01-01T12:00:00Z" {...field('at')} />}
    </Form>
  );

  it('is typed as yyyy-mm-dd and hh:mm, in weeks from Monday with their ISO numbers', async () => {
    const send = vi.fn();
    draw(form(send));
    await waitFor(() => expect(screen.getByLabelText('Datum')).not.toHaveAttribute('readonly'));
    const date = screen.getByLabelText('Datum');
    expect(date).toHaveValue('2026-01-01');
    await userEvent.click(date);
    const days = await screen.findAllByRole('columnheader', { hidden });
    expect(days.map((day) => day.textContent)).toEqual([
      '#',
      'må',
      'ti',
      'on',
      'to',
      'fr',
      'lö',
      'sö',
    ]);
    // The first days of 2026 lie in its week 1, which begins in December.
    const [first] = screen.getAllByRole('row', { hidden }).slice(1);
    expect(first).toHaveTextContent(/^1(29|01)/);
    await userEvent.clear(date);
    await userEvent.type(date, '2026-03-14');
    const time = screen.getByLabelText('Klockslag');
    await userEvent.clear(time);
    await userEvent.type(time, '18:30');
    await userEvent.click(screen.getByRole('button', { name: 'Spara' }));
    const expected = new Date('2026-03-14T18:30').toISOString();
    await waitFor(() => expect(send).toHaveBeenCalledWith(expected));
  });
});
