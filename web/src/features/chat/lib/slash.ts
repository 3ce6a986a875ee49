/** Commands that are written in the composer's field. Pure. */
import { SLASH_COMMANDS } from '../commands.ts';
import type { Suggestion } from './mentions.ts';

const COMMAND = /^\/(\p{L}[\p{L}\p{N}-]*)(?:\s+([\s\S]*))?$/u;

export interface Written {
  word: string;
  rest: string;
}

/** What is written is a command, known or not; text where a space stands before it, and paths are. */
export function commandIn(text: string): Written | null {
  const match = COMMAND.exec(text.trimEnd().normalize('NFC'));
  return match ? { word: (match[1] ?? '').toLowerCase(), rest: (match[2] ?? '').trim() } : null;
}

const DIACRITICS = /\p{M}/gu;
/** 'påminn' is found as 'paminn' too. */
const plain = (word: string) => word.normalize('NFD').replace(DIACRITICS, '');

export const knownCommand = (word: string) =>
  SLASH_COMMANDS.find((one) => plain(one.word.slice(1)) === plain(word));

export const suggestCommands = (query: string): Suggestion[] =>
  SLASH_COMMANDS.filter(({ word }) => plain(word.slice(1)).startsWith(plain(query))).map(
    ({ word, label }) => ({
      key: word,
      sign: '/',
      insert: `${word} `,
      handle: word.slice(1),
      label: word,
      hint: label,
      userId: null,
      avatar: null,
      online: false,
    }),
  );
