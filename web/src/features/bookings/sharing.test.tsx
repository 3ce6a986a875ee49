/** A booking that is shared: the button for it, and the card that it becomes. */
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { draw } from '@/test/page.tsx';
import { type Answers, network, Refusal } from '@/test/world.ts';
import { BookingCard } from './components/BookingCard.tsx';
import BookingInMessage from './components/BookingInMessage.tsx';
import { booking, signedInBefore } from './samples.ts';
import type { SharedBooking } from './types.ts';

signedInBefore();

const SHARED = 'GET /api/v1/booking/shared/9-c0de';
const shared: SharedBooking = {
  bookableName: 'Hel hall',
  place: 'Almgatan 4',
  entityName: 'Björkens IF',
  entitySlug: 'bjorkens-if',
  start: '2026-11-27T12:00:00.000Z',
  end: '2026-11-27T13:00:00.000Z',
  flStatus: 2,
  statusText: 'Avbokad',
};

describe('the card of a booking', () => {
  const card = (answers: Answers) => {
    network(answers);
    draw(<BookingInMessage id="9-c0de" />);
    return screen.getByRole('article', { name: 'Bokning' });
  };

  it('shows what, when, where and how it stands', async () => {
    const article = card({ [SHARED]: shared });
    expect(await within(article).findByText('Hel hall')).toBeInTheDocument();
    expect(article).toHaveTextContent('Fredag 27 november 13:00–14:00');
    expect(article).toHaveTextContent('Björkens IF · Almgatan 4');
    expect(article).toHaveTextContent('Avbokad');
    expect(within(article).getByRole('link', { name: 'Björkens IF' })).toHaveAttribute(
      'href',
      '/bjorkens-if',
    );
    expect(within(article).getAllByRole('link')).toHaveLength(1);
  });

  it("leads to one's own bookings whoever may see all of it", async () => {
    const article = card({ [SHARED]: { ...shared, idReservationExclusive: 9 } });
    expect(
      await within(article).findByRole('link', { name: 'Visa bland mina bokningar' }),
    ).toHaveAttribute('href', '/bookings');
  });

  it('says that it is not there or hidden', async () => {
    const article = card({ [SHARED]: new Refusal(404, 'NOT_FOUND') });
    expect(
      await within(article).findByText('Finns inte, eller är inte till för dig.'),
    ).toBeInTheDocument();
  });

  it('says that it cannot be fetched just now', async () => {
    const article = card({ [SHARED]: new Refusal(500) });
    expect(await within(article).findByText('Kunde inte hämtas just nu.')).toBeInTheDocument();
  });
});

describe('sharing', () => {
  it('is offered for what is to come', async () => {
    network();
    draw(<BookingCard booking={booking()} />);
    await userEvent.click(screen.getByRole('button', { name: /^Dela bokningen Hel hall/ }));
    expect(await screen.findByRole('dialog', { name: 'Dela bokningen' })).toBeInTheDocument();
  });

  it('is not offered for what was given up', () => {
    network();
    draw(<BookingCard booking={booking({ flStatus: 2, statusText: 'Avbokad' })} />);
    expect(screen.queryByRole('button', { name: /^Dela/ })).not.toBeInTheDocument();
  });
});
