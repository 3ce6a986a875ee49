/** Tones of the specification: message 800 Hz for 200 ms, typing 400 Hz for 100 ms, mention 1000 Hz then 800 Hz. */
export type Sound = 'message' | 'typing' | 'mention';

export interface Happening {
  kind: 'message' | 'typing';
  own: boolean;
  mentionsMe: boolean;
  /** The channel's notify level, and whether it is silenced. */
  muted: boolean;
  notifyLevel: 'default' | 'all' | 'mention' | 'none';
  /** The message stands before my eyes: this channel is open and the tab visible. */
  watching: boolean;
  /** A person began to write, as opposed to going on. */
  burstBegins: boolean;
}

export type SoundPreference = 'on' | 'mentions' | 'off';

export function soundFor(what: Happening, preference: SoundPreference): Sound | null {
  if (preference === 'off' || what.own || what.muted || what.notifyLevel === 'none') return null;
  if (what.kind === 'typing') {
    return preference === 'on' && what.watching && what.burstBegins ? 'typing' : null;
  }
  if (what.mentionsMe) return 'mention';
  if (preference === 'mentions' || what.notifyLevel === 'mention') return null;
  return 'message';
}

/** Several at once are one: a tone asked for while another sounds is dropped. */
export class SoundPlayer {
  private context: AudioContext | null = null;
  private busyUntil = 0;

  /** Browsers let sound out only after a touch or a key. */
  unlock = () => {
    this.context ??= typeof AudioContext === 'undefined' ? null : new AudioContext();
    if (this.context?.state === 'suspended') void this.context.resume();
  };

  play(sound: Sound) {
    const context = this.context;
    if (context?.state !== 'running' || context.currentTime < this.busyUntil) return;
    // Until its tones are there nothing else sounds.
    this.busyUntil = context.currentTime + 1;
    void import('./tones.ts').then(
      ({ sounded }) => {
        this.busyUntil = sounded(context, sound);
      },
      // Without a network nothing sounds.
      () => {},
    );
  }
}
