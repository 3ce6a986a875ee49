/** A message as it is sent on: a quote of it, and the way back to it. Pure. */
import type { Message } from '@/api/types.ts';
import { forwardTexts as texts } from '@/texts/forward.ts';

export const CONTENT_MAX = 4000;
/** Between the sign and the name: it looks the same and calls nobody. */
const JOINER = '\u2060';
const MENTION = /(^|[\s(*_~>])@(?=[\p{L}\p{N}_{])/gu;

/** What was said to those in one place calls nobody in another. */
export const withoutCalls = (text: string): string => text.replace(MENTION, `$1@${JOINER}`);

const cut = (text: string, most: number): string => {
  const letters = [...text];
  return letters.length > most ? `${letters.slice(0, Math.max(most - 1, 0)).join('')}…` : text;
};

type Quoted = Pick<Message, 'userName' | 'content' | 'formattedContent' | 'attachments' | 'poll'>;

/** `comment` stands above the quote; of the quote as much as there is room for. Empty: the comment leaves none. */
export function forwarded(message: Quoted, link: string, comment: string): string {
  const { userName, attachments, poll } = message;
  const options = poll?.options.map(({ text }) => `- ${text}`) ?? [];
  const files = attachments.length > 0 ? [`_${texts.withFiles(attachments.length)}_`] : [];
  const said = withoutCalls((message.formattedContent || message.content).trim());
  const head = `> *${userName}:*`;
  const foot = `[${texts.original}](${link})`;
  const above = comment.trim() === '' ? '' : `${comment.trim()}\n`;
  const quote = (most: number) =>
    [...cut(said, most).split('\n'), ...options, ...files].map((line) => `> ${line}`).join('\n');
  const whole = (most: number) => `${above}${head}\n${quote(most)}\n${foot}`;
  const length = (text: string) => [...text].length;
  // Each line has a sign of its own: what is too much is taken from the text until all of it fits.
  let most = length(said);
  while (most > 0 && length(whole(most)) > CONTENT_MAX) {
    most = Math.max(0, most - Math.max(1, length(whole(most)) - CONTENT_MAX));
  }
  return length(whole(most)) > CONTENT_MAX ? '' : whole(most);
}
