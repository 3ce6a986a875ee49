import { render, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { initials } from './Avatar.tsx';
import { CountBadge } from './CountBadge.tsx';

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

describe('initials', () => {
  it.each([
    ['Anna Lind', 'AL'],
    ['åsa', 'Å'],
    ['Maja von der Lagerkvist', 'ML'],
    ['👩‍🏫 Eva', '👩E'],
    ['   ', ''],
  ])('%s', (name, letters) => expect(initials(name)).toBe(letters));
});
