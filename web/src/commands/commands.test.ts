import { renderHook } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { areas } from '@/app/areas.ts';
import { createCommands } from '@/features/create/options.ts';
import { setPreferences } from '@/lib/preferences.ts';
import { OPEN_SHORTCUTS, on } from './events.ts';
import { keyName } from './keyNames.ts';
import { type Command, conflicts, knownCommands } from './registry.ts';
import { shortcuts, useShortcuts } from './useShortcuts.ts';

const ofAreas = areas.flatMap(({ commands = [] }) => commands);

afterEach(() => {
  document.body.replaceChildren();
  setPreferences({ singleKeyShortcuts: true });
});

describe('keys', () => {
  it('of areas belong to one command each', () => {
    expect(ofAreas.length).toBeGreaterThan(0);
    expect(conflicts([...createCommands, ...ofAreas, ...shortcuts(true)])).toEqual([]);
  });

  it.each([
    ['mod+k', 'Ctrl/⌘+K'],
    ['r', 'R'],
    ['+', '+'],
    ['Shift+Enter', 'Shift+Enter'],
    ['F6', 'F6'],
    ['alt+arrowdown', 'Alt+↓'],
  ])('%s is written %s', (keys, written) => expect(keyName(keys)).toBe(written));
});

describe('pressing', () => {
  const everywhere = vi.fn();
  const commands: Command[] = [
    { id: 'b', label: 'B', scope: 'everywhere', keys: 'b', run: everywhere },
    { id: 'r', label: 'R', scope: 'chat', keys: 'r' },
  ];
  const press = (key: string, target: Element = document.body, shiftKey = false) =>
    target.dispatchEvent(
      new KeyboardEvent('keydown', { key, shiftKey, bubbles: true, cancelable: true }),
    );

  it('is heard everywhere for what is of everywhere, and left alone for the rest', () => {
    renderHook(() => useShortcuts(commands));
    expect(press('b')).toBe(false);
    expect(everywhere).toHaveBeenCalledOnce();
    // Not taken: whoever it belongs to hears it.
    expect(press('r')).toBe(true);
    expect(knownCommands().map(({ id }) => id)).toContain('r');
  });

  it('single keys is left to who writes, to a dialog, and to who has turned them off', () => {
    renderHook(() => useShortcuts(commands));
    everywhere.mockClear();
    const field = document.createElement('textarea');
    document.body.append(field);
    expect(press('b', field)).toBe(true);
    setPreferences({ singleKeyShortcuts: false });
    expect(press('b')).toBe(true);
    setPreferences({ singleKeyShortcuts: true });
    const dialog = document.createElement('dialog');
    dialog.setAttribute('open', '');
    document.body.append(dialog);
    expect(press('b')).toBe(true);
    expect(everywhere).not.toHaveBeenCalled();
  });

  it('? shows the list of keys, with the Shift that makes it', () => {
    vi.spyOn(document, 'cookie', 'get').mockReturnValue('kalender_jwt_present=1');
    const open = vi.fn();
    const stop = on(OPEN_SHORTCUTS, open);
    renderHook(() => useShortcuts([]));
    press('?', document.body, true);
    expect(open).toHaveBeenCalledOnce();
    stop();
  });
});
