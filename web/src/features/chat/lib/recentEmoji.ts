/** The emoji this person has used last on this device, newest first. */
import { PERSONAL, readStored, writeStored } from '@/lib/storage.ts';

const KEY = `${PERSONAL}emoji-recent`;
const KEPT = 8;

/** What is stored may be anything: what is no short text is not shown. */
export function recentEmoji(): string[] {
  try {
    const stored: unknown = JSON.parse(readStored(KEY) ?? '[]');
    if (!Array.isArray(stored)) return [];
    return stored.filter((one) => typeof one === 'string' && one.length <= 32).slice(0, KEPT);
  } catch {
    return [];
  }
}

export function rememberEmoji(emoji: string) {
  const others = recentEmoji().filter((one) => one !== emoji);
  writeStored(KEY, JSON.stringify([emoji, ...others].slice(0, KEPT)));
}
