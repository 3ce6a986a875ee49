import { act, fireEvent, render, screen } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { useFieldInAddress } from './useFieldInAddress.ts';

function Field() {
  const words = useFieldInAddress('q');
  return (
    <>
      <input
        value={words.value}
        onChange={(event) => words.type(event.currentTarget.value)}
        onBlur={words.rest}
      />
      <p>{words.settled}</p>
      <button type="button" onClick={() => words.set('vald')}>
        Välj
      </button>
    </>
  );
}

const TEXT = 'åäö handlingarna till fredag';

describe('a field in the address', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  const open = (address = '/sok') => {
    const router = createMemoryRouter([{ path: '*', element: <Field /> }], {
      initialEntries: [address],
    });
    render(<RouterProvider router={router} />);
    return router;
  };
  const input = () => screen.getByRole<HTMLInputElement>('textbox');
  const write = (value: string) => fireEvent.change(input(), { target: { value } });
  const pause = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

  it('shows each key at once and is written when it rests', async () => {
    const router = open('/sok?i=kanal');
    for (let n = 1; n <= TEXT.length; n += 1) {
      write(TEXT.slice(0, n));
      expect(input().value).toBe(TEXT.slice(0, n));
      await pause(20);
    }
    await pause(300);
    expect(input().value).toBe(TEXT);
    expect(screen.getByRole('paragraph').textContent).toBe(TEXT);
    const params = new URLSearchParams(router.state.location.search);
    expect(params.get('q')).toBe(TEXT);
    // The others stay.
    expect(params.get('i')).toBe('kanal');
    expect(router.state.historyAction).toBe('REPLACE');
  });

  it('keeps what is typed while its own echo comes late', async () => {
    open();
    write('ett');
    // Written, and typed on before the router has taken it.
    vi.advanceTimersByTime(300);
    write('ett två');
    await pause(0);
    expect(input().value).toBe('ett två');
    await pause(300);
    expect(input().value).toBe('ett två');
  });

  it('adopts an address that somebody else has changed', async () => {
    const router = open('/sok?q=soppa');
    expect(input().value).toBe('soppa');
    write('sopp');
    await act(() => router.navigate('/sok?q=kaka'));
    expect(input().value).toBe('kaka');
    await pause(300);
    expect(router.state.location.search).toBe('?q=kaka');
  });

  it('adopts its own earlier text when one goes back to it', async () => {
    const router = open('/sok?q=soppa');
    await act(() => router.navigate('/sok?q=kaka'));
    write('soppa');
    await pause(300);
    write('kakor');
    await pause(300);
    await act(() => router.navigate('/sok?q=soppa'));
    expect(input().value).toBe('soppa');
  });

  it('is written when it is left, and when a text is picked', async () => {
    const router = open();
    write('lax');
    fireEvent.blur(input());
    await pause(0);
    expect(router.state.location.search).toBe('?q=lax');
    fireEvent.click(screen.getByRole('button'));
    expect(input().value).toBe('vald');
    await pause(0);
    expect(router.state.location.search).toBe('?q=vald');
  });

  it('is emptied with its place in the address', async () => {
    const router = open('/sok?q=lax');
    write('');
    await pause(300);
    expect(router.state.location.search).toBe('');
  });
});
