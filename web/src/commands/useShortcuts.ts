import { useEffect } from 'react';
import { useSignedIn } from '@/lib/session.ts';
import { shortcutTexts } from '@/texts/create.ts';
import { focusSearch, openCreate } from './events.ts';
import { type Command, pressed } from './registry.ts';

/**
 * Ctrl/⌘+K is one command with two ends: signed in it opens the create dialog (which, while
 * open, closes on it and leaves for the search); signed out it leads to the search.
 */
export const createOrSearch = (signedIn: boolean): Command => ({
  id: 'create-or-search',
  label: signedIn ? shortcutTexts.create : shortcutTexts.search,
  scope: 'everywhere',
  keys: 'mod+k',
  run: signedIn ? openCreate : focusSearch,
});

/** The keys that count everywhere. */
export const shortcuts = (signedIn: boolean): Command[] => [createOrSearch(signedIn)];

export function useShortcuts(more: readonly Command[]): void {
  const signedIn = useSignedIn();
  useEffect(() => {
    const commands = [...shortcuts(signedIn), ...more];
    const onKey = (event: KeyboardEvent) => {
      const command = commands.find(({ keys }) => keys && pressed(event, keys));
      if (!command) return;
      event.preventDefault();
      // Held down it is still one wish.
      if (!event.repeat) command.run?.();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [signedIn, more]);
}
