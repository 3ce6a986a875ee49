/** The screen at a door: how the room stands, and what comes. */
import { screen, within } from '@testing-library/react';
import { Route, Routes } from 'react-router';
import { describe, expect, it } from 'vitest';
import { draw } from '@/test/page.tsx';
import { network } from '@/test/world.ts';
import DoorPage from './DoorPage.tsx';
import { answersOf, hall, signedInBefore } from './samples.ts';
import type { ScheduleBooking } from './types.ts';

// It is 10 in the morning in Sweden, 25 November.
signedInBefore();

const span = (from: string, to: string, title = 'Bokad'): ScheduleBooking => ({
  start: `2026-11-25T${from}:00.000Z`,
  end: `2026-11-25T${to}:00.000Z`,
  title,
});

const at = (taken: ScheduleBooking[], slug = 'hel-hall') => {
  network({
    ...answersOf(hall),
    'GET /api/v1/entities/3/schedule': {
      content: [{ idBookable: 4, name: 'Hel hall', open: [span('07:00', '17:00')], taken }],
    },
  });
  return draw(
    <Routes>
      <Route path="/:entitySlug/boka/:bookableSlug/skylt" element={<DoorPage />} />
    </Routes>,
    `/bjorkens-if/boka/${slug}/skylt`,
  );
};

describe('the screen at a door', () => {
  it('says until when it is free, and what comes later today', async () => {
    at([
      span('07:00', '08:00', 'Gympa'),
      span('12:00', '13:00', 'Innebandy'),
      span('15:00', '16:30'),
    ]);
    expect(await screen.findByText('Ledig till 13:00')).toBeInTheDocument();
    const items = within(screen.getByRole('list')).getAllByRole('listitem');
    expect(items.map((item) => item.textContent)).toEqual([
      '13:00–14:00 Innebandy',
      '16:00–17:30 Bokad',
    ]);
  });

  it('says until when it is taken, and by what', async () => {
    at([span('08:30', '09:30', 'Gympa')]);
    expect(await screen.findByText('Upptagen till 10:30')).toBeInTheDocument();
    expect(screen.getByText('Gympa 09:30–10:30')).toBeInTheDocument();
    expect(screen.getByText('Inget mer är bokat i dag.')).toBeInTheDocument();
  });

  it('is none of what is not there', async () => {
    at([], 'annan');
    expect(await screen.findByText('Det finns inte att boka')).toBeInTheDocument();
    expect(screen.queryByRole('status')).not.toBeInTheDocument();
  });
});
