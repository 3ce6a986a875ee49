import { act, renderHook } from '@testing-library/react';
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { spec } from '../../e2e/spec/spec.ts';
import {
  defaultPreferences,
  getPreferences,
  parsePreferences,
  setPreferences,
  usePreferences,
} from './preferences.ts';
import { readStored } from './storage.ts';

describe('stored preferences', () => {
  it('keep what is valid and take the defaults for the rest', () => {
    const stored = '{"sounds":"off","density":"huge","virtualList":"no","more":1}';
    expect(parsePreferences(stored)).toEqual({ ...defaultPreferences, sounds: 'off' });
  });

  it('are complete whatever was stored', () => {
    fc.assert(
      fc.property(fc.oneof(fc.json(), fc.string()), (text) => {
        expect(Object.keys(parsePreferences(text)).sort()).toEqual(
          Object.keys(defaultPreferences).sort(),
        );
      }),
    );
  });

  it.each(spec['2.9'].paths.filter((path) => /login|verify|reset/.test(path)))(
    'are not read at %s, and are afterwards [shell 2.9]',
    async (path) => {
      localStorage.setItem('kalender:preferences', '{"linkBar":true}');
      window.history.replaceState(null, '', path);
      vi.resetModules();
      const { usePreferences: usePreferencesAnew } = await import('./preferences.ts');
      const read = vi.spyOn(Storage.prototype, 'getItem');
      const { result, rerender } = renderHook(usePreferencesAnew);
      expect(result.current).toEqual(defaultPreferences);
      expect(read).not.toHaveBeenCalled();
      window.history.replaceState(null, '', '/');
      rerender();
      expect(result.current.linkBar).toBe(true);
      localStorage.clear();
    },
  );

  it('reach everybody who uses them, and stay', () => {
    const { result } = renderHook(usePreferences);
    act(() => setPreferences({ density: 'compact' }));
    expect(result.current.density).toBe('compact');
    expect(parsePreferences(readStored('preferences')).density).toBe('compact');
    expect(getPreferences()).toBe(result.current);
  });
});
