/** What the chat does by key. The list of shortcuts is drawn from it; the keys are heard where they count. */
import type { Command } from '@/commands/registry.ts';
import { chatKeyTexts as texts } from '@/texts/shell.ts';
import { slashTexts } from '@/texts/slash.ts';

/** Single keys on a message; a person may turn them off. */
export const CHAT_KEYS = { thread: 'r', edit: 'e', react: '+', save: 's', unread: 'u' } as const;

export const UNREAD_KEYS = { next: 'alt+arrowdown', previous: 'alt+arrowup' } as const;

const key = (id: string, keys: string, label: string): Command => ({
  id: `chat.${id}`,
  scope: 'chat',
  keys,
  label,
});

/** Written in the composer's field. */
export type SlashCommand = Command & { word: string };

const slash = (id: string, word: string, label: string, use: string): SlashCommand => ({
  id: `chat.slash.${id}`,
  scope: 'composer',
  word,
  label,
  use,
});

export const SLASH_COMMANDS: readonly SlashCommand[] = [
  slash('remind', '/påminn', slashTexts.remind, slashTexts.remindUse),
  slash('status', '/status', slashTexts.status, slashTexts.statusUse),
  slash('quiet', '/tyst', slashTexts.quiet, slashTexts.quietUse),
  slash('poll', '/omröstning', slashTexts.poll, slashTexts.pollUse),
  slash('when', '/vemkan', slashTexts.when, slashTexts.whenUse),
];

export const chatCommands: readonly Command[] = [
  key('regions', 'F6', texts.regions),
  key('nextUnread', UNREAD_KEYS.next, texts.nextUnread),
  key('previousUnread', UNREAD_KEYS.previous, texts.previousUnread),
  key('channelMenu', 'Shift+F10', texts.channelMenu),
  key('moveChannel', 'Alt+Shift+↑ Alt+Shift+↓', texts.moveChannel),
  key('along', '↑ ↓', texts.along),
  key('ends', 'Home End', texts.ends),
  key('into', '→ ←', texts.into),
  key('open', 'Enter', texts.open),
  key('thread', CHAT_KEYS.thread, texts.thread),
  key('edit', CHAT_KEYS.edit, texts.edit),
  key('react', CHAT_KEYS.react, texts.react),
  key('save', CHAT_KEYS.save, texts.save),
  key('unread', CHAT_KEYS.unread, texts.unread),
  key('editLast', '↑', texts.editLast),
  key('newline', 'Shift+Enter', texts.newline),
  key('leave', 'Esc', texts.leave),
  ...SLASH_COMMANDS,
];
