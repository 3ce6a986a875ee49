/** Where something is: one's own words, or a place of the guide that is offered while one types. */
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { playground } from '@/features/infopoints/samples.ts';
import { draw } from '@/test/page.tsx';
import { type Answers, network, Refusal, signIn, signOut } from '@/test/world.ts';
import { WhereField } from './WhereField.tsx';

beforeEach(signIn);
afterEach(signOut);

const FOUND = 'GET /api/public/infopoints';

function field(answers: Answers) {
  const [onType, onChoose] = [vi.fn(), vi.fn()];
  function Field() {
    const [text, setText] = useState('Aulan');
    return (
      <WhereField
        label="Plats"
        name="place"
        maxLength={200}
        value={text}
        onType={(typed) => {
          onType(typed);
          setText(typed);
        }}
        onChoose={(place) => {
          onChoose(place);
          setText(`${place.name}, ${place.address}`);
        }}
      />
    );
  }
  const calls = network(answers);
  draw(<Field />);
  return { calls, onType, onChoose, input: screen.getByRole('combobox', { name: 'Plats' }) };
}

it('offers places by name and says how many; one is chosen by keys alone', async () => {
  const { calls, onChoose, input } = field({
    [FOUND]: { content: [playground], truncated: false },
  });
  await userEvent.clear(input);
  // What stands there, and one letter, ask for nothing.
  await userEvent.type(input, 'l');
  expect(calls).toEqual([]);
  await userEvent.type(input, 'ek');
  expect(await screen.findByText('1 förslag')).toHaveAttribute('role', 'status');
  expect(input).toHaveAttribute('aria-expanded', 'true');
  const option = await screen.findByRole('option', { hidden: true });
  expect(option).toHaveTextContent(
    'Trädgårdsföreningens lekplatsLekplats · Parkgatan 1 · Linköping',
  );
  // Put away, they come back by an arrow.
  await userEvent.keyboard('{Escape}');
  expect(input).toHaveAttribute('aria-expanded', 'false');
  await userEvent.keyboard('{ArrowDown}');
  expect(input).toHaveAttribute('aria-expanded', 'true');
  await userEvent.keyboard('{ArrowDown}{Enter}');
  expect(onChoose).toHaveBeenCalledExactlyOnceWith({
    idInfopoint: 12,
    name: 'Trädgårdsföreningens lekplats',
    address: 'Parkgatan 1',
    latitude: 58.4069,
    longitude: 15.620123,
  });
  // The field says what was made of it, and nothing is offered for that.
  expect(input).toHaveValue('Trädgårdsföreningens lekplats, Parkgatan 1');
  expect(input).toHaveAttribute('aria-expanded', 'false');
});

it('keeps the words as they are where nothing fits, nothing is chosen or the search is away', async () => {
  for (const answer of [
    { content: [], truncated: false },
    new Refusal(503, 'SEARCH_UNAVAILABLE'),
  ]) {
    const { calls, onChoose, input } = field({ [FOUND]: answer });
    await userEvent.type(input, ', plan 2');
    await waitFor(() => expect(calls.at(-1)?.call).toBe(FOUND));
    await userEvent.keyboard('{ArrowDown}{Enter}');
    expect(input).toHaveValue('Aulan, plan 2');
    expect(input).toHaveAttribute('aria-expanded', 'false');
    expect(onChoose).not.toHaveBeenCalled();
    document.body.replaceChildren();
  }
});
