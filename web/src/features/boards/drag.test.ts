/** A tap is never a drag; a finger that moves at once scrolls, one that rests drags. */
import { waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type DragPorts, listenToDrags } from './drag.ts';

const PAGE = `
  <input>
  <section id="board">
    <section data-list="1"><div data-cards>
      <div data-card="1"><a href="#">Handla</a><button>Mer</button></div>
      <div data-card="2"><a href="#">Packa</a></div>
    </div></section>
    <section data-list="2"><div data-cards><div data-card="3"><a href="#">Måla</a></div></div></section>
    <section data-list="1" data-lane="7"><div data-cards><div data-card="5"></div></div></section>
    <section data-list="2" data-lane="8"><div data-cards><div data-card="4"></div></div></section>
  </section>`;

const find = (selector: string): HTMLElement => {
  const found = document.querySelector<HTMLElement>(selector);
  if (!found) throw new Error(`no ${selector}`);
  return found;
};

let below: HTMLElement;
let stop: () => void;
const heard = {
  may: vi.fn(() => true),
  hold: vi.fn(),
  drop: vi.fn(),
  rested: vi.fn(),
} satisfies DragPorts;

beforeEach(() => {
  document.body.innerHTML = PAGE;
  // jsdom lays nothing out: every card's middle is at 0.
  document.elementFromPoint = () => below;
  for (const port of Object.values(heard)) port.mockClear();
  below = find('[data-card="3"]');
  stop = listenToDrags(find('#board'), heard);
});
afterEach(() => {
  stop();
  vi.useRealTimers();
  document.body.innerHTML = '';
});

type Pointer = 'mouse' | 'touch';
const fire = (target: EventTarget, type: string, at: [number, number], pointerType: Pointer) =>
  target.dispatchEvent(
    new PointerEvent(type, {
      bubbles: true,
      button: 0,
      isPrimary: true,
      pointerId: 1,
      pointerType,
      clientX: at[0],
      clientY: at[1],
    }),
  );
const press = (selector: string, by: Pointer = 'mouse') =>
  fire(find(selector), 'pointerdown', [10, 10], by);
const move = (x: number, y: number, by: Pointer = 'mouse') =>
  fire(window, 'pointermove', [x, y], by);
const release = (x: number, y: number, by: Pointer = 'mouse') =>
  fire(window, 'pointerup', [x, y], by);
const TITLE = '[data-card="1"] a';

describe('a mouse', () => {
  it('that clicks drags nothing, nor one that shakes', () => {
    press(TITLE);
    move(12, 12);
    release(12, 12);
    expect(heard.hold).not.toHaveBeenCalled();
    expect(heard.drop).not.toHaveBeenCalled();
  });

  it('drags a card beside another, and nothing moves meanwhile', () => {
    press(TITLE);
    move(100, 40);
    expect(heard.hold).toHaveBeenLastCalledWith(true);
    release(100, 40);
    expect(heard.drop).toHaveBeenCalledWith({
      idTask: 1,
      idList: 2,
      near: { over: 3, side: 'after' },
    });
    expect(heard.hold).toHaveBeenLastCalledWith(false);
    expect(document.querySelector('[data-lifted], [aria-hidden]')).toBeNull();
  });

  it('drags also where a field had the focus', () => {
    const input = find('input');
    input.focus();
    press(TITLE);
    input.blur();
    move(100, 40);
    release(100, 40);
    expect(heard.drop).toHaveBeenCalledOnce();
  });

  it('into another row of the board says from which to which', () => {
    below = find('[data-card="4"]');
    press('[data-card="5"]');
    move(100, 40);
    release(100, 40);
    expect(heard.drop).toHaveBeenCalledWith({
      idTask: 5,
      idList: 2,
      near: { over: 4, side: 'after' },
      from: '7',
      lane: '8',
    });
  });

  it('lets go by Escape', () => {
    press(TITLE);
    move(100, 40);
    window.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
    release(100, 40);
    expect(heard.drop).not.toHaveBeenCalled();
    expect(heard.hold).toHaveBeenLastCalledWith(false);
  });

  it('on a button of a card uses that', () => {
    press('[data-card="1"] button');
    move(100, 40);
    release(100, 40);
    expect(heard.hold).not.toHaveBeenCalled();
  });
});

describe('a finger', () => {
  it('that moves at once scrolls', () => {
    press(TITLE, 'touch');
    move(10, 60, 'touch');
    move(10, 160, 'touch');
    release(10, 160, 'touch');
    expect(heard.hold).not.toHaveBeenCalled();
    expect(heard.drop).not.toHaveBeenCalled();
  });

  it('that has rested drags, and scrolls no more', async () => {
    press(TITLE, 'touch');
    await waitFor(() => expect(heard.hold).toHaveBeenCalledWith(true));
    const scrolls = new Event('touchmove', { bubbles: true, cancelable: true });
    find(TITLE).dispatchEvent(scrolls);
    expect(scrolls.defaultPrevented).toBe(true);
    move(100, 80, 'touch');
    release(100, 80, 'touch');
    expect(heard.drop).toHaveBeenCalledOnce();
    expect(heard.rested).not.toHaveBeenCalled();
  });

  it('that rests and goes nowhere asks for the menu', async () => {
    press(TITLE, 'touch');
    await waitFor(() => expect(heard.hold).toHaveBeenCalledWith(true));
    release(10, 10, 'touch');
    expect(heard.rested).toHaveBeenCalledWith(1, find('[data-card="1"]'));
    expect(heard.drop).not.toHaveBeenCalled();
  });
});
