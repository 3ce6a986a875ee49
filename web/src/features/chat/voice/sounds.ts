/**
 * What is heard: each sound's place and length, and one of them playing at a time. It goes on while its row is scrolled out of
 * the list, and stops with the list, or with its message.
 */

export interface Heard {
  playing: boolean;
  /** Seconds. */
  at: number;
  /** Seconds; none while it is not known. */
  duration: number | null;
  failed: boolean;
}

interface Sound {
  heard: Heard;
  element: HTMLAudioElement | null;
  /** Its end is looked for: the only way to the length of what a browser has recorded, for nothing in it says so. */
  measuring: boolean;
  /** Somebody plays it or has moved it; what is only measured is let go then: a browser has few connections to spare. */
  used: boolean;
  /** To be played once it is measured. */
  wanted: boolean;
  /** The list that it was begun in. */
  list: Element | null;
  /** How many players show it. */
  shown: number;
}

/** Past every end, in seconds. */
const FAR = 1e9;
const nothing: Heard = { playing: false, at: 0, duration: null, failed: false };

const sounds = new Map<string, Sound>();
const listeners = new Set<() => void>();
let rate = 1;

export function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const tell = () => {
  for (const listener of listeners) listener();
};

export const rateNow = (): number => rate;

/** Of all that is heard from now on. */
export function setRate(next: number) {
  rate = next;
  for (const { element } of sounds.values()) if (element) element.playbackRate = next;
  tell();
}

export const heardOf = (url: string): Heard => sounds.get(url)?.heard ?? nothing;

function soundOf(url: string): Sound {
  let sound = sounds.get(url);
  if (!sound) {
    const idle = { measuring: false, used: false, wanted: false, list: null, shown: 0 };
    sound = { heard: nothing, element: null, ...idle };
    sounds.set(url, sound);
  }
  return sound;
}

function change(sound: Sound, to: Partial<Heard>) {
  sound.heard = { ...sound.heard, ...to };
  tell();
}

/** Nothing more of it is fetched; its place and length are kept. */
function letGo(sound: Sound) {
  const { element } = sound;
  sound.element = null;
  sound.measuring = false;
  sound.used = false;
  sound.wanted = false;
  element?.pause();
  element?.removeAttribute('src');
  element?.load();
  if (sound.heard.playing) change(sound, { playing: false });
}

function elementOf(url: string): HTMLAudioElement {
  const sound = soundOf(url);
  if (sound.element) return sound.element;
  const element = new Audio();
  sound.element = element;
  element.preload = 'metadata';
  const on = (name: string, run: () => void) =>
    element.addEventListener(name, () => sound.element === element && run());

  const measured = () => {
    const { duration } = element;
    if (!Number.isFinite(duration)) return;
    change(sound, { duration });
    if (!sound.used) return letGo(sound);
    if (sound.heard.at > 0 || sound.measuring) element.currentTime = sound.heard.at;
    sound.measuring = false;
    if (sound.wanted) begin(url, sound, element);
  };
  on('loadedmetadata', () => {
    if (Number.isFinite(element.duration)) return measured();
    sound.measuring = true;
    sound.wanted ||= !element.paused;
    element.pause();
    element.currentTime = FAR;
  });
  on('durationchange', () => sound.measuring && measured());
  on('timeupdate', () => {
    if (sound.measuring) return;
    if (sound.list?.isConnected === false) letGo(sound);
    else change(sound, { at: element.currentTime });
  });
  on('play', () => !sound.measuring && change(sound, { playing: true }));
  on('pause', () => change(sound, { playing: false }));
  on('ended', () => {
    if (sound.measuring) return;
    element.currentTime = 0;
    change(sound, { playing: false, at: 0 });
  });
  on('error', () => {
    letGo(sound);
    change(sound, { failed: true });
  });
  element.src = url;
  element.defaultPlaybackRate = rate;
  element.playbackRate = rate;
  return element;
}

function begin(url: string, sound: Sound, element: HTMLAudioElement) {
  sound.wanted = false;
  for (const [other, { element }] of sounds) if (other !== url) element?.pause();
  element.playbackRate = rate;
  element.play().catch((error) => {
    // Paused before it began.
    if (error.name === 'AbortError' || sound.element !== element) return;
    letGo(sound);
    change(sound, { failed: true });
  });
}

/** Plays it, or stops where it is. `player`: where the button stands. */
export function toggle(url: string, player: Element | null) {
  const sound = soundOf(url);
  if (sound.heard.playing) return sound.element?.pause();
  if (sound.heard.failed) change(sound, { failed: false });
  sound.list = player?.closest('[role="list"], ul') ?? null;
  const element = elementOf(url);
  sound.used = true;
  if (sound.measuring) sound.wanted = true;
  else begin(url, sound, element);
}

export function seek(url: string, at: number) {
  const sound = soundOf(url);
  const element = elementOf(url);
  sound.used = true;
  change(sound, { at });
  // Before it is measured it is put there then.
  if (!sound.measuring && element.readyState > 0) element.currentTime = at;
}

/** A player shows it: how long it is, is looked up. What is returned takes it away. */
export function show(url: string, player: Element | null): () => void {
  const sound = soundOf(url);
  sound.shown += 1;
  if (sound.heard.duration === null && !sound.heard.failed) elementOf(url);
  const row = player?.closest('[data-row-key]');
  return () => {
    sound.shown -= 1;
    // Its row is out of sight, or the message has no sound any more.
    queueMicrotask(() => {
      if (sound.shown > 0) return;
      const out = sound.list?.isConnected === true && row != null && !row.isConnected;
      if (!(sound.heard.playing && out)) letGo(sound);
    });
  };
}
