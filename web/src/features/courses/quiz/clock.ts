/** How long is left of an attempt: pure, the time passed in. */

const MINUTE_MS = 60_000;
/** At how many minutes it is called out that time runs out. */
export const CALLS = [5, 1] as const;

/** How far the server's clock is ahead of this device's. */
export const aheadOf = (serverNow: string, now: number): number => Date.parse(serverNow) - now;

/** Milliseconds until the deadline by the server's clock; never below 0. */
export const left = (deadline: string, now: number, ahead: number): number =>
  Math.max(0, Date.parse(deadline) - now - ahead);

/** '4:59', '1:02:03'. What is begun of a second counts as one, so that 0:00 means that time is up. */
export function clockText(ms: number): string {
  const seconds = Math.ceil(ms / 1_000);
  const two = (n: number) => String(n).padStart(2, '0');
  const [h, m, s] = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60, seconds % 60];
  return h > 0 ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`;
}

/** The call that is due when the time left goes from one value to the next: the last one passed, where a device has slept. */
export function callBetween(before: number, now: number): number | null {
  const passed = CALLS.filter(
    (minutes) => before > minutes * MINUTE_MS && now <= minutes * MINUTE_MS && now > 0,
  );
  return passed.at(-1) ?? null;
}
