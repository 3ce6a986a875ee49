/** Commands that are written in the composer's field. Pure. */
import { SLASH_COMMANDS } from '../commands.ts';

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
export const plain = (word: string) => word.normalize('NFD').replace(DIACRITICS, '');

export const knownCommand = (word: string) =>
  SLASH_COMMANDS.find((one) => plain(one.word.slice(1)) === plain(word));
