import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { knowCommands } from '@/commands/registry.ts';
import { knownCommand, suggestCommands } from '@/features/chat/lib/completions.ts';
import { draw } from '@/test/page.tsx';
import { Slot } from './Slot.tsx';
import { addSlots, inSlot } from './slots.ts';

const part = (text: string) => () =>
  Promise.resolve({ default: ({ day }: { day: string }) => <p>{`${text} ${day}`}</p> });

it('a page draws what areas add to it, in their order, and loads nothing that is left out', async () => {
  let asked = 0;
  addSlots({ day: [{ order: 3, load: part('tredje') }] });
  addSlots({
    day: [
      { order: 2, load: part('andra') },
      {
        order: 1,
        when: ({ day }) => day.startsWith('2020'),
        load: () => {
          asked += 1;
          return part('första')();
        },
      },
    ],
  });
  draw(<Slot name="day" props={{ day: '2026-11-27' }} />);
  expect(await screen.findByText('tredje 2026-11-27')).toBeInTheDocument();
  expect(screen.getAllByText(/2026-11-27/).map(({ textContent }) => textContent)).toEqual([
    'andra 2026-11-27',
    'tredje 2026-11-27',
  ]);
  expect(asked).toBe(0);
});

it('every kind of card has an area that shows it', () => {
  expect(
    inSlot('cards')
      .map(({ type }) => type)
      .sort(),
  ).toEqual(['BOOKING', 'EVENT', 'LESSON', 'POST', 'TASK']);
});

it('ids of sections and places among them are not taken twice', () => {
  for (const name of ['home', 'settings'] as const) {
    const ids = inSlot(name).map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
  }
  for (const name of ['organisation', 'person'] as const) {
    const orders = inSlot(name).map(({ order }) => order);
    expect(new Set(orders).size).toBe(orders.length);
  }
});

it('a word that an area declares is known in the composer of the chat', async () => {
  knowCommands([
    {
      id: 'notices/word',
      scope: 'composer',
      label: 'Nytt anslag',
      word: '/anslag',
      write: (rest) => (rest ? null : 'Skriv en rubrik.'),
    },
  ]);
  expect(suggestCommands('ans').map(({ insert }) => insert)).toEqual(['/anslag ']);
  expect(await knownCommand('anslag')?.write?.('')).toBe('Skriv en rubrik.');
  knowCommands([]);
  expect(knownCommand('anslag')).toBeUndefined();
});
