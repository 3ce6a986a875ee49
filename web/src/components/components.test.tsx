import { notifications, notificationsStore } from '@mantine/notifications';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { initials } from '@/lib/avatar.ts';
import { pictureOf } from '@/lib/picture.ts';
import { spec } from '../../e2e/spec/spec.ts';
import { Avatar } from './Avatar.tsx';
import { CountBadge } from './CountBadge.tsx';
import { toast } from './toast.ts';

describe('a badge', () => {
  it.each([
    [1, 9, '1', '1 oläst'],
    [9, 9, '9', '9 olästa'],
    [10, 9, '9+', '10 olästa'],
    [100, 99, '99+', '100 olästa'],
  ])('of %i, capped at %i', (count, cap, shown, spoken) => {
    render(<CountBadge count={count} cap={cap} />);
    expect(screen.getByText(shown)).toHaveAttribute('aria-hidden', 'true');
    expect(screen.getByText(spoken)).toBeInTheDocument();
  });

  it('of nothing is not there', () => {
    const { container } = render(<CountBadge count={0} cap={9} />);
    expect(container).toBeEmptyDOMElement();
  });
});

describe('a picture [shell 3.15 3.1]', () => {
  const shown = (image: string | null) =>
    render(<Avatar name="Anna Ek" image={image} size={32} />).container.querySelector('img');

  it('is asked for at twice its size and the quality of all', () => {
    expect(shown('/img/user/7?v=2')).toHaveAttribute(
      'src',
      `/img/user/7?v=2&w=64&q=${spec['3.15'].quality}`,
    );
    expect(pictureOf('entity', '12')).toBe('/img/entity/12');
    expect(pictureOf('user', '/img/user/7?v=2')).toBe('/img/user/7?v=2');
  });

  it.each([null, '', spec['3.1'].none])('is none where it is %o', (image) => {
    expect(shown(image)).toBeNull();
    expect(pictureOf('user', image)).toBeNull();
  });

  it('has initials in its place until it is there, and nothing behind it then', () => {
    const { container } = render(<Avatar name="Anna Ek" image="/img/user/7" />);
    expect(container).toHaveTextContent('AE');
    expect(container.querySelector('svg')).toBeNull();
    const img = container.querySelector('img');
    if (img) fireEvent.load(img);
    expect(container.querySelector('img')).not.toBeNull();
    expect(container).toHaveTextContent('');
  });

  it('that is broken gives way to the same initials, and another one is tried', () => {
    const { container, rerender } = render(<Avatar name="Anna Ek" image="/img/user/7" />);
    const img = container.querySelector('img');
    if (img) fireEvent.error(img);
    expect(container.querySelector('img, svg')).toBeNull();
    expect(container).toHaveTextContent('AE');
    rerender(<Avatar name="Anna Ek" image="/img/user/7?v=2" />);
    expect(container.querySelector('img')).not.toBeNull();
    expect(container).toHaveTextContent('AE');
  });
});

describe('a toast [shell 3.13]', () => {
  it('has a type, a message and its time to go', async () => {
    toast({ type: 'warning', message: 'Hej', duration: 5_000 });
    toast({ type: 'info', message: 'Kvar', duration: 0 });
    await waitFor(() => expect(notificationsStore.getState().notifications).toHaveLength(2));
    expect(notificationsStore.getState().notifications).toMatchObject([
      { message: 'Hej', autoClose: 5_000, role: 'alert' },
      { message: 'Kvar', autoClose: false, role: 'status' },
    ]);
    notifications.clean();
  });
});

describe('initials', () => {
  it.each([
    ['Anna Lind', 'AL'],
    ['åsa', 'Å'],
    ['Maja von der Lagerkvist', 'ML'],
    ['👩‍🏫 Eva', '👩E'],
    ['   ', ''],
  ])('%s', (name, letters) => expect(initials(name)).toBe(letters));
});
