/** What is read aloud: one by one while it is quiet, a number when it is busy, mentions always. */
import type { Message } from '@/api/types.ts';
import { chatTexts } from '@/texts/chat.ts';
import { wordsOf } from './mentions.ts';

const WITHIN_MS = 5000;
const AT_MOST = 3;
const LENGTH = 150;

export class AnnounceLimit {
  private times: number[] = [];

  lines(fresh: readonly Message[], me: number, now: number): string[] {
    const mentions = fresh.filter((message) => message.mentions.includes(me));
    const others = fresh.filter((message) => !message.mentions.includes(me));
    this.times = [...this.times.filter((time) => now - time < WITHIN_MS), ...others.map(() => now)];
    const busy = this.times.length > AT_MOST;
    const rest =
      busy && others.length > 0 ? [chatTexts.announcedMany(this.times.length)] : others.map(spoken);
    return [...mentions.map(spoken), ...rest];
  }
}

function spoken(message: Message): string {
  const text = wordsOf(message);
  const short = text.length > LENGTH ? `${text.slice(0, LENGTH - 1)}…` : text;
  return chatTexts.announced(message.userName, short);
}
