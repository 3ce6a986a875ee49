/**
 * What is typed between asking for another place and its field standing there. From the moment of asking the old
 * composer takes nothing: an unseen field (`holdKeys`) has the focus, takes keys, dead keys and pasted text as any other,
 * and gives them to the field that was asked for (`giveKeys`). Enter is kept in its place, Escape drops what is held.
 */
import { insertText } from './editText.ts';

/** Whatever composer stands next: which one it is, only the server knows. */
export const ANY = '*';
/** After this the place is not coming any more (ms): what was typed waits until it is opened. */
export const HOLD_MS = 10_000;

interface Held {
  /** Each ended by Enter. */
  lines: string[];
  rest: string;
}

/** The state of it. Pure. */
export class TypeAhead {
  /** Where the keys are meant for; null: nothing is awaited. */
  aim: string | null = null;
  private readonly held = new Map<string, Held>();

  /** The text since the last Enter. */
  text(place: string, rest: string) {
    this.of(place).rest = rest;
  }

  enter(place: string) {
    const held = this.of(place);
    held.lines.push(held.rest);
    held.rest = '';
  }

  drop(place: string) {
    this.held.delete(place);
  }

  /** Takes the next line that Enter has ended. */
  line(place: string): string | undefined {
    return this.held.get(place)?.lines.shift();
  }

  /** What follows the last Enter. */
  rest(place: string): string {
    return this.held.get(place)?.rest ?? '';
  }

  /** What was begun for another place goes with this one: the switcher's keys after its Enter are its choice's. */
  move(from: string, to: string) {
    const held = this.held.get(from);
    this.held.delete(from);
    if (held) this.held.set(to, held);
  }

  private of(place: string): Held {
    let held = this.held.get(place);
    if (!held) {
      held = { lines: [], rest: '' };
      this.held.set(place, held);
    }
    return held;
  }
}

const keys = new TypeAhead();
let catcher: HTMLTextAreaElement | null = null;
/** Who had the focus when the first place was asked for. */
let from: Element | null = null;
let timer: ReturnType<typeof setTimeout> | undefined;
let giving = false;

const catchKeys = () => {
  if (!giving) catcher?.focus({ preventScroll: true });
};

const onFocus = ({ target }: FocusEvent) => {
  // A dialog that closes gives the focus back to the composer that was left.
  if (target instanceof Element && target.matches('[data-composer]')) catchKeys();
};

function field(): HTMLTextAreaElement {
  const area = document.createElement('textarea');
  area.tabIndex = -1;
  area.setAttribute('aria-hidden', 'true');
  area.style.cssText =
    'position:fixed;top:0;left:0;width:1px;height:1px;opacity:0;border:0;padding:0';
  const aimed = (act: (place: string) => void) => keys.aim !== null && act(keys.aim);
  area.oninput = () => aimed((place) => keys.text(place, area.value));
  area.onkeydown = (event) => {
    if (event.isComposing || event.ctrlKey || event.metaKey) return;
    if (event.key === 'Enter' && !event.shiftKey) aimed((place) => keys.enter(place));
    else if (event.key === 'Escape') aimed((place) => keys.drop(place));
    // It leads nowhere from here.
    else if (event.key !== 'Tab') return;
    event.preventDefault();
    if (event.key !== 'Tab') area.value = '';
  };
  return area;
}

/** Keys are meant for this place from now on. Where there is no keyboard nothing takes the focus, and nothing is held. */
export function holdKeys(place: string): void {
  if (!window.matchMedia('(pointer: fine)').matches) return;
  keys.aim = place;
  if (!catcher) {
    from = document.activeElement;
    catcher = field();
    document.body.append(catcher);
    document.addEventListener('focusin', onFocus);
  }
  // What was typed for an earlier place stays with that place.
  catcher.value = keys.rest(place);
  catchKeys();
  clearTimeout(timer);
  timer = setTimeout(returnKeys, HOLD_MS);
}

/** Nothing is awaited any more. */
export function releaseKeys(): void {
  clearTimeout(timer);
  keys.aim = null;
  document.removeEventListener('focusin', onFocus);
  catcher?.remove();
  catcher = null;
}

/** Back to where the keys were before another place was asked for. */
export function returnKeys(): void {
  releaseKeys();
  if (from instanceof HTMLElement && from.isConnected) from.focus({ preventScroll: true });
  from = null;
}

const settled = () => new Promise((done) => setTimeout(done));

/** The place stands: its field has the focus and what was typed for it. Keys that come meanwhile go in after. */
export async function giveKeys(place: string, to: HTMLTextAreaElement | null): Promise<void> {
  if (keys.aim === ANY) {
    keys.move(ANY, place);
    keys.aim = place;
  }
  // Another place has been asked for since.
  if (keys.aim !== null && keys.aim !== place) return;
  // Nobody may write there: what had the focus has it again.
  if (!to) return keys.aim === null ? undefined : returnKeys();
  const put = (text: string) => {
    giving = true;
    if (text) insertText(to, to.value.length, to.value.length, text);
    giving = false;
  };
  for (let line = keys.line(place); line !== undefined; line = keys.line(place)) {
    put(line);
    catchKeys();
    await settled();
    to.dispatchEvent(
      new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }),
    );
    await settled();
    if (keys.aim !== place) return;
  }
  releaseKeys();
  to.focus();
  put(keys.rest(place));
  keys.drop(place);
}

/** As `giveKeys` for a field that is chosen from: its text, and whether Enter followed. What came after is still held. */
export function takeKeys(place: string): { text: string; chosen: boolean } {
  releaseKeys();
  const line = keys.line(place);
  const text = line ?? keys.rest(place);
  if (line === undefined) keys.drop(place);
  return { text, chosen: line !== undefined };
}

/** More that is meant for later, after what is held; `\n`: Enter. */
export function laterKeys(place: string, text: string): void {
  if (text === '\n') keys.enter(place);
  else keys.text(place, keys.rest(place) + text);
}

/** What is still held for one place is meant for another. */
export const moveKeys = (held: string, to: string): void => keys.move(held, to);

/** A link to a place is followed in this tab. */
export function holdKeysFor(
  event: Pick<MouseEvent, 'button' | 'metaKey' | 'ctrlKey' | 'shiftKey' | 'altKey'>,
  place: string,
): void {
  const { button, metaKey, ctrlKey, shiftKey, altKey } = event;
  if (button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey) holdKeys(place);
}
