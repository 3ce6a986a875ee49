import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  ANY,
  giveKeys,
  HOLD_MS,
  holdKeys,
  laterKeys,
  moveKeys,
  releaseKeys,
  TypeAhead,
  takeKeys,
} from './typeAhead.ts';

describe('the keys typed ahead', () => {
  it("are their place's alone, lines first", () => {
    const keys = new TypeAhead();
    keys.text('7', 'hej');
    keys.enter('7');
    keys.text('7', 'du');
    expect(keys.line('8')).toBeUndefined();
    expect(keys.rest('8')).toBe('');
    expect(keys.line('7')).toBe('hej');
    expect(keys.line('7')).toBeUndefined();
    expect(keys.rest('7')).toBe('du');
  });

  it('are dropped for one place and not for others', () => {
    const keys = new TypeAhead();
    keys.text('7', 'ångrat');
    keys.text('8', 'menat');
    keys.drop('7');
    expect(keys.rest('7')).toBe('');
    expect(keys.rest('8')).toBe('menat');
  });

  it('go on to what was chosen in between', () => {
    const keys = new TypeAhead();
    keys.text('switcher', 'sju');
    keys.enter('switcher');
    keys.text('switcher', 'hej');
    expect(keys.line('switcher')).toBe('sju');
    keys.move('switcher', '7');
    expect(keys.rest('7')).toBe('hej');
    expect(keys.rest('switcher')).toBe('');
  });
});

describe('the field that holds them', () => {
  const composer = () => {
    const area = document.createElement('textarea');
    area.dataset.composer = 'channel';
    document.body.append(area);
    return area;
  };
  const type = (text: string) => {
    const at = document.activeElement as HTMLTextAreaElement;
    at.value += text;
    at.dispatchEvent(new InputEvent('input', { bubbles: true }));
  };
  const press = (key: string) =>
    document.activeElement?.dispatchEvent(
      new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }),
    );

  beforeEach(() => {
    vi.useFakeTimers();
    vi.stubGlobal('matchMedia', () => ({ matches: true }));
    document.execCommand = () => false;
  });
  afterEach(() => {
    releaseKeys();
    vi.useRealTimers();
    vi.unstubAllGlobals();
    document.body.replaceChildren();
  });

  it('takes them from the old composer, also when a dialog gives that the focus back', async () => {
    const old = composer();
    old.focus();
    holdKeys('7');
    type('hej ');
    old.focus();
    expect(document.activeElement).not.toBe(old);
    type('där');
    const next = composer();
    await giveKeys('7', next);
    expect(old.value).toBe('');
    expect(next.value).toBe('hej där');
    expect(document.activeElement).toBe(next);
  });

  it('gives Enter in its place, and what comes meanwhile after it', async () => {
    holdKeys('7');
    type('ett');
    press('Enter');
    type('två');
    const next = composer();
    const sent: string[] = [];
    next.addEventListener('keydown', ({ key }) => {
      if (key !== 'Enter') return;
      sent.push(next.value);
      next.value = '';
    });
    const given = giveKeys('7', next);
    type(' och tre');
    await vi.runAllTimersAsync();
    await given;
    expect(sent).toEqual(['ett']);
    expect(next.value).toBe('två och tre');
  });

  it('gives nothing to a place that is no longer the one', async () => {
    holdKeys('7');
    type('till sju');
    holdKeys('8');
    type('till åtta');
    const [seven, eight] = [composer(), composer()];
    await giveKeys('7', seven);
    expect(seven.value).toBe('');
    await giveKeys('8', eight);
    expect(eight.value).toBe('till åtta');
    // Opened at last.
    await giveKeys('7', seven);
    expect(seven.value).toBe('till sju');
  });

  it('lets go of the keyboard when the place does not come', () => {
    holdKeys('7');
    expect(document.activeElement).not.toBe(document.body);
    vi.advanceTimersByTime(HOLD_MS);
    expect(document.activeElement).toBe(document.body);
  });

  it('drops what it holds at Escape', async () => {
    holdKeys('7');
    type('ångrat');
    press('Escape');
    type('menat');
    const next = composer();
    await giveKeys('7', next);
    expect(next.value).toBe('menat');
  });

  it('gives the switcher its words, and what follows Enter to the choice', async () => {
    holdKeys('switcher');
    type('sju');
    press('Enter');
    type('hej');
    expect(takeKeys('switcher')).toEqual({ text: 'sju', chosen: true });
    laterKeys('switcher', ' hej');
    moveKeys('switcher', '7');
    holdKeys('7');
    type(' igen');
    const next = composer();
    await giveKeys('7', next);
    expect(next.value).toBe('hej hej igen');
  });

  it('gives them to whatever stands next where only the server knows it', async () => {
    holdKeys(ANY);
    type('hej');
    const next = composer();
    await giveKeys('9', next);
    expect(next.value).toBe('hej');
  });

  it('gives the focus back where nobody may write', async () => {
    const link = document.createElement('button');
    document.body.append(link);
    link.focus();
    holdKeys('7');
    await giveKeys('7', null);
    expect(document.activeElement).toBe(link);
  });

  it('never writes into another field that has the focus', async () => {
    const next = composer();
    const other = document.createElement('textarea');
    document.body.append(other);
    next.focus = () => {};
    const typed = vi.fn(() => true);
    document.execCommand = typed;
    holdKeys('7');
    type('hej');
    other.focus();
    await giveKeys('7', next);
    expect(typed).not.toHaveBeenCalled();
    expect(next.value).toBe('hej');
    expect(other.value).toBe('');
  });
});
