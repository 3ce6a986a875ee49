/** What is spoken: how long it is, what its file is called and made of. Pure. */
import { clockTime, dayOf } from '@/lib/times.ts';
import { voiceTexts } from '@/texts/voice.ts';

/** Of one recording, in seconds. */
export const LONGEST = 5 * 60;
/** What is thrown away without a question, in seconds. */
export const SHORT = 2;
/** Speech is understood well at this, and five minutes are little more than a megabyte (bits a second). */
export const BIT_RATE = 32_000;

/** 0:07, 12:00, 1:02:03. Whole seconds that have passed. */
export function clock(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  const two = (part: number) => String(part).padStart(2, '0');
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60];
  return hours > 0
    ? `${hours}:${two(minutes)}:${two(whole % 60)}`
    : `${minutes}:${two(whole % 60)}`;
}

/** In the order that they are wished: Safari's older ones know the second alone. */
const TYPES = ['audio/webm;codecs=opus', 'audio/mp4'];

/** What to record; none: whatever the browser does by itself. */
export const recordedType = (isSupported: (type: string) => boolean): string | undefined =>
  TYPES.find(isSupported);

/** `type`: as the recorder tells it. `Röstmeddelande 2026-11-26 08.12.webm`, by the clock of who speaks. */
export function voiceName(now: Date, type: string): string {
  const at = now.toISOString();
  const end = /\/(\w+)/.exec(type)?.[1] ?? 'webm';
  return `${voiceTexts.name} ${dayOf(at)} ${clockTime(at).replace(':', '.')}.${end}`;
}

export const isVoice = (name: string): boolean => name.startsWith(voiceTexts.name);

const RATES = [1, 1.5, 2];

/** After the fastest the usual one. */
export const nextRate = (rate: number): number => RATES[RATES.indexOf(rate) + 1] ?? 1;

/** 1×, 1,5×. */
export const rateText = (rate: number): string => `${rate.toLocaleString('sv-SE')}×`;

/** Where a key leads in a sound: a twentieth of it, one second to five. None: the key is not the sound's. */
export function keyed(key: string, at: number, duration: number): number | null {
  const step = Math.min(5, Math.max(1, duration / 20));
  const to = { ArrowRight: at + step, ArrowLeft: at - step, Home: 0, End: duration }[key];
  return to === undefined ? null : Math.min(duration, Math.max(0, to));
}
