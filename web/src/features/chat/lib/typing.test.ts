import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { TypingRoom, typingText } from './typing.ts';
import { TypingSender } from './typingSender.ts';

const sign = (userId: number, isTyping = true) => ({
  channelId: 9,
  userId,
  userName: `Person ${userId}`,
  isTyping,
  timestamp: 0,
});

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('TypingRoom', () => {
  it('ends a sign after six seconds, and each new sign begins them again', () => {
    const room = new TypingRoom();
    expect(room.sign(sign(2))).toBe(true);
    vi.advanceTimersByTime(5000);
    expect(room.sign(sign(2))).toBe(false);
    vi.advanceTimersByTime(5000);
    expect(room.snapshot()).toHaveLength(1);
    vi.advanceTimersByTime(1000);
    expect(room.snapshot()).toEqual([]);
  });

  it('ends with a stop and with the message itself', () => {
    const room = new TypingRoom();
    room.sign(sign(2));
    room.sign(sign(3));
    room.sign(sign(2, false));
    room.wrote(9, 3);
    expect(room.snapshot()).toEqual([]);
    vi.advanceTimersByTime(10_000);
    expect(room.snapshot()).toEqual([]);
  });

  it('keeps its snapshot while nothing changes, so that nothing renders', () => {
    const room = new TypingRoom();
    room.sign(sign(2));
    const before = room.snapshot();
    room.sign(sign(2));
    expect(room.snapshot()).toBe(before);
  });
});

describe('typingText', () => {
  it.each([
    [[], ''],
    [['Anna Berg'], 'Anna skriver …'],
    [['Anna', 'Bo Ek'], 'Anna och Bo skriver …'],
    [['Anna', 'Bo', 'Cia'], 'Flera skriver …'],
  ])('%j', (names, expected) => {
    expect(typingText(names)).toBe(expected);
  });
});

describe('TypingSender', () => {
  it('tells at once, every three seconds while keys come, and when they stop', () => {
    const said: boolean[] = [];
    const sender = new TypingSender((on) => said.push(on) > 0);
    for (let key = 0; key < 7; key += 1) {
      sender.typed();
      vi.advanceTimersByTime(1000);
    }
    expect(said).toEqual([true, true, true]);
    vi.advanceTimersByTime(5000);
    expect(said).toEqual([true, true, true, false]);
    sender.stop();
    expect(said).toHaveLength(4);
  });

  it('tells with the first key after there is a connection again', () => {
    const said: boolean[] = [];
    let connected = false;
    const sender = new TypingSender((on) => connected && said.push(on) > 0);
    sender.typed();
    connected = true;
    vi.advanceTimersByTime(200);
    sender.typed();
    expect(said).toEqual([true]);
  });
});
