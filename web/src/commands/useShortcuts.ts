import { useEffect } from 'react';
import { getPreferences } from '@/lib/preferences.ts';
import { useSignedIn } from '@/lib/session.ts';
import { shortcutTexts } from '@/texts/create.ts';
import { shortcutListTexts } from '@/texts/shell.ts';
import { focusSearch, openCreate, openShortcuts, openSwitcher } from './events.ts';
import { type Command, isSingle, knowCommands, pressed } from './registry.ts';

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

/** The list of all keys. */
export const showShortcuts: Command = {
  id: 'shortcuts',
  label: shortcutListTexts.show,
  scope: 'everywhere',
  keys: '?',
  run: openShortcuts,
};

/** To a channel, a conversation or a person, from anywhere. */
export const switchPlace: Command = {
  id: 'switch',
  label: shortcutListTexts.switchPlace,
  scope: 'everywhere',
  keys: 'mod+j',
  run: openSwitcher,
};

/** The keys that count everywhere. */
export const shortcuts = (signedIn: boolean): Command[] => [
  createOrSearch(signedIn),
  ...(signedIn ? [showShortcuts, switchPlace] : []),
];

const isField = (target: EventTarget | null): boolean =>
  target instanceof Element && target.matches('input, textarea, select, [contenteditable="true"]');

/** Single keys belong to whoever writes, and to an open dialog. */
export const mayBeSingle = (event: KeyboardEvent): boolean =>
  !isField(event.target) &&
  getPreferences().singleKeyShortcuts &&
  document.querySelector('dialog[open]') === null;

export function useShortcuts(more: readonly Command[]): void {
  const signedIn = useSignedIn();
  useEffect(() => {
    const commands = [...shortcuts(signedIn), ...more];
    knowCommands(commands);
    // Keys of one place are heard there.
    const everywhere = commands.filter(({ scope, run }) => scope === 'everywhere' && run);
    const onKey = (event: KeyboardEvent) => {
      const command = everywhere.find(({ keys }) => keys && pressed(event, keys));
      if (!command?.keys || (isSingle(command.keys) && !mayBeSingle(event))) return;
      event.preventDefault();
      // Held down it is still one wish.
      if (!event.repeat) command.run?.();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [signedIn, more]);
}
