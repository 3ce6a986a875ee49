/** What stands behind a command: moments and statuses. Pure: the time is passed in. */

const AFTER = /^(?:om\s+)?(\d{1,3})\s*(m|min|minuter|minut|h|t|tim|timme|timmar|d|dag|dagar)\.?$/;
const CLOCK = /^(?:kl\.?\s*)?([01]?\d|2[0-3])[:.]([0-5]\d)$/;
const TOMORROW = /^i\s?morgon(?:\s+(?:kl\.?\s*)?([01]?\d|2[0-3])[:.]([0-5]\d))?$/;
const MINUTES: Record<string, number> = { m: 1, h: 60, t: 60, d: 1440 };
const MORNING = 8;

/** '30 min', '2 h', '15:00' (the next time that it is), 'i morgon', 'i morgon 9:30'; null: no moment. */
export function momentIn(words: string, now: Date): Date | null {
  const text = words.trim().toLowerCase();
  const after = AFTER.exec(text);
  if (after) {
    const minutes = Number(after[1]) * (MINUTES[after[2]?.[0] ?? ''] ?? 0);
    return minutes > 0 ? new Date(now.getTime() + minutes * 60_000) : null;
  }
  const at = (days: number, hours: number, minutes: number) =>
    new Date(now.getFullYear(), now.getMonth(), now.getDate() + days, hours, minutes);
  const clock = CLOCK.exec(text);
  if (clock) {
    const [hours, minutes] = [Number(clock[1]), Number(clock[2])];
    const today = at(0, hours, minutes);
    return today > now ? today : at(1, hours, minutes);
  }
  const tomorrow = TOMORROW.exec(text);
  return tomorrow ? at(1, Number(tomorrow[1] ?? MORNING), Number(tomorrow[2] ?? 0)) : null;
}

const EMOJI =
  /^((?:\p{Extended_Pictographic}(?:\p{Emoji_Modifier}|\ufe0f|\u200d)*)+|\p{Regional_Indicator}{2})\s*/u;

/** '🍽️ På lunch': an emoji at the beginning is the status's own. */
export function statusIn(words: string): { emoji: string | null; text: string | null } {
  const found = EMOJI.exec(words);
  const text = words.slice(found?.[0].length ?? 0).trim();
  return { emoji: found?.[1] ?? null, text: text || null };
}
