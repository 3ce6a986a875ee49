/**
 * Everything a person can ask the app for by a menu, a key or the create dialog, as data. Menus,
 * help and shortcuts are drawn from it; a test fails when two commands claim one key.
 */
import type { ComponentType } from 'react';
import type { UnreadCounts } from '@/api/types.ts';

export type Icon = ComponentType<{ size?: number; stroke?: number }>;

/** Where a key or word counts: everywhere, in the open create dialog, on a message of the chat, in its composer, in the calendar. */
export type Scope = 'everywhere' | 'create' | 'chat' | 'composer' | 'calendar';

export type Command = {
  id: string;
  label: string;
  scope: Scope;
  /** 'mod+k' (Ctrl, on a Mac ⌘), 'alt+arrowdown', or a single key. */
  keys?: string;
  /** Written in the composer: '/status', and examples of it. */
  word?: string;
  use?: string;
  /** What a word does with what is written after it; null: done, otherwise why not, and what is written stays. */
  write?: (rest: string) => string | null | Promise<string | null>;
  icon?: Icon;
  /** Where it leads, or … */
  to?: string;
  /** … what it does. */
  run?: () => void;
  /** How much waits there. */
  unread?: (counts: UnreadCounts) => number;
};

/** Keys and words that more than one command claims in the same place; a single key also may not repeat 'everywhere'. */
export function conflicts(commands: readonly Command[]): string[] {
  const claimed = new Map<string, string[]>();
  for (const { id, scope, keys, word } of commands) {
    const claim = keys ?? word;
    if (!claim) continue;
    const place = `${scope} ${claim.toLowerCase()}`;
    claimed.set(place, [...(claimed.get(place) ?? []), id]);
  }
  return [...claimed].filter(([, ids]) => ids.length > 1).map(([place, ids]) => `${place}: ${ids}`);
}

let known: readonly Command[] = [];

/** The commands of this app, put together by the shell: what lists of them are drawn from. */
export function knowCommands(commands: readonly Command[]): void {
  known = commands;
}
export const knownCommands = (): readonly Command[] => known;

/** A key without Ctrl or ⌘: not while somebody writes, and a person may turn such keys off. */
export const isSingle = (keys: string): boolean => !keys.includes('+') || keys === '+';

/** Whether a pressed key is a command's. */
export function pressed(event: KeyboardEvent, keys: string): boolean {
  const wanted = keys.toLowerCase().split('+');
  const mod = wanted.includes('mod');
  // A sign such as '?' is made with Shift on many keyboards.
  const shifted = event.shiftKey && !/^[^\p{L}\p{N}]$/u.test(keys);
  if (event.isComposing || event.altKey !== wanted.includes('alt') || shifted) return false;
  if ((event.ctrlKey || event.metaKey) !== mod) return false;
  return event.key.toLowerCase() === wanted.at(-1);
}
