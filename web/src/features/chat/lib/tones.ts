/** How the sounds sound. Loaded with the first. */
import type { Sound } from './sounds.ts';

export interface Tone {
  frequency: number;
  /** Seconds from the sound's beginning. */
  at: number;
  seconds: number;
}

export const TONES: Record<Sound, readonly Tone[]> = {
  message: [{ frequency: 800, at: 0, seconds: 0.2 }],
  typing: [{ frequency: 400, at: 0, seconds: 0.1 }],
  mention: [
    { frequency: 1000, at: 0, seconds: 0.15 },
    { frequency: 800, at: 0.15, seconds: 0.2 },
  ],
};

/** Answers when it ends, on the context's clock (s). */
export function sounded(context: AudioContext, sound: Sound): number {
  let ends = 0;
  for (const tone of TONES[sound]) {
    const start = context.currentTime + tone.at;
    const gain = context.createGain();
    // Soft edges: a tone cut off hard clicks.
    gain.gain.setValueAtTime(0, start);
    gain.gain.linearRampToValueAtTime(0.12, start + 0.01);
    gain.gain.setValueAtTime(0.12, start + tone.seconds - 0.03);
    gain.gain.linearRampToValueAtTime(0, start + tone.seconds);
    const oscillator = context.createOscillator();
    oscillator.frequency.value = tone.frequency;
    oscillator.connect(gain).connect(context.destination);
    oscillator.start(start);
    oscillator.stop(start + tone.seconds);
    ends = start + tone.seconds;
  }
  return ends;
}
