/** The create dialog by keyboard: opened, searched, chosen from, left. */
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openCreate } from '@/commands/events.ts';
import { useShortcuts } from '@/commands/useShortcuts.ts';
import { setPreferences } from '@/lib/preferences.ts';
import { draw } from '@/test/page.tsx';
import { anna, bjorken, network, signIn, signOut } from '@/test/world.ts';
import { ms, pattern, spec } from '../../../e2e/spec/spec.ts';
import { forgetContext, knowFacts } from '../context/store.ts';
import { GlobalSearch } from '../search/GlobalSearch.tsx';
import { CreateHost } from './CreateHost.tsx';

const none: never[] = [];

function Host() {
  useShortcuts(none);
  return (
    <>
      <GlobalSearch />
      <CreateHost />
    </>
  );
}

const dialog = () => screen.findByRole('dialog', { name: 'Skapa' });
const selected = () => screen.getByRole('option', { selected: true });
const modK = () => fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true });
const type = (key: string) => fireEvent.keyDown(document.activeElement ?? document.body, { key });

async function opened(path = '/') {
  const drawn = draw(<Host />, path);
  act(openCreate);
  await dialog();
  return drawn;
}

beforeEach(() => {
  localStorage.clear();
  setPreferences({ singleKeyShortcuts: true });
  network();
  signIn();
});
afterEach(() => {
  vi.useRealTimers();
  forgetContext();
  signOut();
});

describe('the create dialog', () => {
  it('opens by the event, with the first option selected [shell 2.60 2.61 4.3 2.64]', async () => {
    await opened();
    expect(selected()).toHaveTextContent('Inlägg');
    expect(screen.getByPlaceholderText(pattern(spec['2.61'].meeting))).toHaveValue('');
    expect(screen.getByPlaceholderText(pattern(spec['2.61'].post))).toBeInTheDocument();
    // The key's own sign stands for its name.
    const open = spec['2.64'].open.replace('Cmd+', '⌘');
    expect(screen.getByText(`${open} eller Ctrl+K för att öppna`)).toBeInTheDocument();
    expect(screen.getByText('↑ ↓ för att flytta')).toBeInTheDocument();
    expect(screen.getByText(`${spec['2.64'].select} för att välja`)).toBeInTheDocument();
  });

  it('opens also where it was asked for before it was there', async () => {
    openCreate();
    draw(<Host />);
    expect(await dialog()).toBeInTheDocument();
  });

  it('opens by Ctrl+K; again it gives way to the search a moment later [shell 2.54 2.60 9.5]', async () => {
    draw(<Host />);
    act(modK);
    await dialog();
    vi.useFakeTimers();
    act(modK);
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    const search = screen.getByPlaceholderText(spec['2.54'].placeholder);
    expect(ms(spec['9.5'].focus)).toBe(ms(spec['2.54'].delay));
    await act(() => vi.advanceTimersByTimeAsync(ms(spec['2.54'].delay) - 1));
    expect(search).not.toHaveFocus();
    await act(() => vi.advanceTimersByTimeAsync(1));
    expect(search).toHaveFocus();
  });

  it('signed out, Ctrl+K is the search [shell 2.54]', async () => {
    signOut();
    draw(<Host />);
    act(modK);
    await waitFor(() =>
      expect(screen.getByPlaceholderText(spec['2.54'].placeholder)).toHaveFocus(),
    );
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  it('moves by arrows, around the ends, and runs by Enter', async () => {
    const { at } = await opened();
    type('ArrowDown');
    expect(selected()).toHaveTextContent('Händelse');
    type('ArrowUp');
    type('ArrowUp');
    expect(selected()).toHaveTextContent('Kommun');
    type('Enter');
    await waitFor(() => expect(at()).toBe('/e/stockholm'));
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  it('runs an option by its letter', async () => {
    const { at } = await opened();
    type('m');
    await waitFor(() => expect(at()).toBe('/event/create?type=meeting&private=true'));
  });

  it('dispatches the post a moment after going to the feed [shell 4.3]', async () => {
    const { at } = await opened();
    const heard = vi.fn();
    window.addEventListener('openCreatePost', heard);
    vi.useFakeTimers();
    type('i');
    await act(() => vi.advanceTimersByTimeAsync(ms(spec['4.3'].post) - 1));
    expect(at()).toBe(spec['4.3'].feed);
    expect(heard).not.toHaveBeenCalled();
    await act(() => vi.advanceTimersByTimeAsync(1));
    expect(heard).toHaveBeenCalledTimes(1);
    window.removeEventListener('openCreatePost', heard);
  });

  it('searches a moment later and says when nothing is found [shell 2.63 4.3 9.5]', async () => {
    await opened();
    vi.useFakeTimers();
    fireEvent.change(screen.getByRole('combobox', { name: 'Sök det du vill skapa' }), {
      target: { value: 'zebra' },
    });
    expect(ms(spec['9.5'].create)).toBe(ms(spec['4.3'].debounce));
    await act(() => vi.advanceTimersByTimeAsync(ms(spec['9.5'].create) - 1));
    expect(screen.getAllByRole('option').length).toBeGreaterThan(3);
    await act(() => vi.advanceTimersByTimeAsync(1));
    expect(screen.queryAllByRole('option')).toEqual([]);
    expect(screen.getByText(spec['2.63'].nothing)).toBeInTheDocument();
    expect(screen.getByText(spec['2.63'].other)).toBeInTheDocument();
  });

  it('chooses in whose name; a letter does nothing while that is open; Escape closes it first [shell 2.65 4.3]', async () => {
    await opened();
    await userEvent.click(screen.getByRole('button', { name: /^Skapa som: ?Anna Ek/ }));
    expect(screen.getByRole('button', { name: /Björkens IF/ })).toBeInTheDocument();
    type('m');
    const pressEscape = () =>
      fireEvent(screen.getByRole('dialog'), new Event('cancel', { cancelable: true }));
    expect(screen.getByRole('dialog')).toBeInTheDocument();
    act(() => void pressEscape());
    expect(screen.queryByRole('button', { name: /Björkens IF/ })).not.toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: /^Skapa som: ?Anna Ek/ }));
    await userEvent.click(screen.getByRole('button', { name: /Björkens IF/ }));
    expect(screen.getByRole('option', { name: /Föreningsevenemang/ })).toBeInTheDocument();
    expect(screen.queryByRole('option', { name: /Möte/ })).not.toBeInTheDocument();
    act(() => void pressEscape());
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  it('begins in the name of the organisation one leads and acts for [shell 4.3]', async () => {
    knowFacts({ me: anna, organisations: [bjorken] }, '/bjorkens-if');
    await opened();
    expect(screen.getByRole('button', { name: /^Skapa som: ?Björkens IF/ })).toBeInTheDocument();
  });

  it('leaves letters to the search where single keys are turned off', async () => {
    setPreferences({ singleKeyShortcuts: false });
    const { at } = await opened();
    expect(screen.getByRole('combobox', { name: 'Sök det du vill skapa' })).toHaveFocus();
    type('m');
    expect(at()).toBe('/');
    expect(await dialog()).toBeInTheDocument();
  });
});
