/** Times for people, in Swedish. */
const day = new Intl.DateTimeFormat('sv-SE', { day: 'numeric', month: 'long', year: 'numeric' });
const relative = new Intl.RelativeTimeFormat('sv-SE', { numeric: 'auto' });

const steps: [Intl.RelativeTimeFormatUnit, number][] = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
];
const FAR = 7 * 86_400_000;

/** 'för 3 timmar sedan', 'i går'; after a week the date. */
export function ago(time: string, now = Date.now()): string {
  const passed = now - Date.parse(time);
  if (Number.isNaN(passed)) return '';
  if (passed >= FAR) return day.format(new Date(time));
  const step = steps.find(([, length]) => passed >= length);
  return step ? relative.format(-Math.floor(passed / step[1]), step[0]) : 'nyss';
}
