import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { isBusy, PAUSE_MS, whenFree } from './writing.ts';

function field(text: string): HTMLTextAreaElement {
  const area = document.createElement('textarea');
  area.value = text;
  document.body.append(area);
  area.focus();
  return area;
}

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  document.body.replaceChildren();
});

describe('somebody is in the middle of something', () => {
  it('with text in the field that has the focus, however long they think', () => {
    field('Hej alla');
    expect(isBusy(Date.now() + 3_600_000)).toBe(true);
  });

  it('not in an empty field, nor with text where the focus is not', () => {
    const area = field('');
    expect(isBusy()).toBe(false);
    area.value = 'Hej';
    area.blur();
    expect(isBusy()).toBe(false);
  });

  it('with a dialog open', () => {
    const dialog = document.createElement('dialog');
    dialog.setAttribute('open', '');
    document.body.append(dialog);
    expect(isBusy()).toBe(true);
  });
});

describe('what was not asked for', () => {
  it('comes at once to who does nothing', () => {
    const run = vi.fn();
    whenFree(run);
    expect(run).toHaveBeenCalledOnce();
  });

  it('waits until the text is sent and a pause is over, and comes once', () => {
    const area = field('Hej alla');
    const run = vi.fn();
    whenFree(run);
    vi.advanceTimersByTime(60_000);
    expect(run).not.toHaveBeenCalled();
    area.value = '';
    area.dispatchEvent(new Event('input', { bubbles: true }));
    vi.advanceTimersByTime(PAUSE_MS - 600);
    expect(run).not.toHaveBeenCalled();
    vi.advanceTimersByTime(60_000);
    expect(run).toHaveBeenCalledOnce();
  });

  it('does not come once it is called off', () => {
    const area = field('Hej');
    const run = vi.fn();
    whenFree(run)();
    area.value = '';
    vi.advanceTimersByTime(60_000);
    expect(run).not.toHaveBeenCalled();
  });
});
