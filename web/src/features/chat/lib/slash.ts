/** Commands that are written in the composer's field. Pure. */
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
