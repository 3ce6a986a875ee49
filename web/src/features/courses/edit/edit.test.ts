/** Saving by itself, and the signs of the toolbar. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '@/api/ApiError.ts';
import { AGAIN_MS, PAUSE_MS } from '@/lib/autosave.ts';
import { withPicture } from '@/lib/textPictures.ts';
import { lesson } from '../samples.ts';
import type { Lesson } from '../types.ts';
import { lessonAutosave, type Settings, type Written } from './autosave.ts';
import { undescribed, use } from './toolbar.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

type Call = { written: Written; version: number; more: Settings };

/** A lesson that is written, and a server that answers as told. */
function writing(answer: (call: Call) => Promise<Lesson>) {
  const first = lesson(1, { title: 'Ett', body: 'Hej' });
  const calls: Call[] = [];
  const states: string[] = [];
  const saves = lessonAutosave(first, {
    send: (written, version, more) => {
      const call = { written, version, more };
      calls.push(call);
      return answer(call);
    },
    took: () => {},
    tell: (state) => void states.push(state),
  });
  const text = (body: string): Written => ({ title: 'Ett', body, media: '' });
  return { saves, calls, states, write: (body: string) => saves.write(text(body)), text };
}

const answered = ({ written, version }: Call) =>
  Promise.resolve(lesson(1, { ...written, version: version + 1 }));

describe('saving by itself', () => {
  it('sends once somebody pauses, and says so', async () => {
    const { calls, states, write } = writing(answered);
    write('Hej d');
    write('Hej då');
    await vi.advanceTimersByTimeAsync(PAUSE_MS);
    expect(calls.map(({ written, version }) => [written.body, version])).toEqual([['Hej då', 1]]);
    expect(states).toEqual(['waiting', 'waiting', 'saving', 'saved']);
    write('Hej då!');
    await vi.advanceTimersByTimeAsync(PAUSE_MS);
    expect(calls.at(-1)?.version).toBe(2);
  });

  it('has one call under way at a time, and sends what came meanwhile', async () => {
    const waiting: (() => void)[] = [];
    const { calls, write, states } = writing(
      (call) => new Promise((resolve) => waiting.push(() => void answered(call).then(resolve))),
    );
    write('a');
    await vi.advanceTimersByTimeAsync(PAUSE_MS);
    write('ab');
    await vi.advanceTimersByTimeAsync(PAUSE_MS);
    expect(calls).toHaveLength(1);
    waiting[0]?.();
    await vi.advanceTimersByTimeAsync(PAUSE_MS);
    waiting[1]?.();
    await vi.advanceTimersByTimeAsync(PAUSE_MS);
    expect(calls.map(({ written, version }) => [written.body, version])).toEqual([
      ['a', 1],
      ['ab', 2],
    ]);
    expect(states.at(-1)).toBe('saved');
  });

  it('tries again after a lost answer, and keeps the text', async () => {
    let isDown = true;
    const { calls, states, write, saves } = writing((call) =>
      isDown ? Promise.reject(new ApiError(0, {})) : answered(call),
    );
    write('x');
    await vi.advanceTimersByTimeAsync(PAUSE_MS);
    expect([states.at(-1), saves.isDirty]).toEqual(['failed', true]);
    isDown = false;
    await vi.advanceTimersByTimeAsync(AGAIN_MS);
    expect([states.at(-1), saves.isDirty, calls.length]).toEqual(['saved', false, 2]);
  });

  it('never sends an old copy over a colleague’s text', async () => {
    const current = lesson(1, { title: 'Ett', body: 'Kollegans', version: 7 });
    let isStale = true;
    const { saves, calls, states, write, text } = writing((call) =>
      isStale
        ? Promise.reject(new ApiError(409, { code: 'STALE', current } as object))
        : answered(call),
    );
    write('Min');
    await vi.advanceTimersByTimeAsync(PAUSE_MS);
    write('Min text');
    await vi.advanceTimersByTimeAsync(AGAIN_MS * 3);
    expect([states.at(-1), calls.length]).toEqual(['stale', 1]);
    isStale = false;
    expect(saves.settle(current, true)).toEqual(text('Min text'));
    await vi.advanceTimersByTimeAsync(PAUSE_MS);
    expect(calls.at(-1)).toMatchObject({ version: 7, written: { body: 'Min text' } });
    expect(saves.settle(lesson(1, { title: 'Ett', body: 'Deras', version: 9 }), false)).toEqual(
      text('Deras'),
    );
    await vi.advanceTimersByTimeAsync(AGAIN_MS);
    expect(calls).toHaveLength(2);
  });

  it('publishes what is written, saved or not', async () => {
    const { saves, calls, write } = writing(answered);
    expect(await saves.flush({ publish: true })).toBe(true);
    write('Nytt');
    expect(await saves.flush({ publish: true })).toBe(true);
    expect(calls.map(({ written, more }) => [written.body, more])).toEqual([
      ['Hej', { publish: true }],
      ['Nytt', { publish: true }],
    ]);
    expect(await saves.flush()).toBe(true);
    expect(calls).toHaveLength(2);
  });

  it('sends the rest when the editor is left, and nothing without a heading', async () => {
    const { saves, calls, states, write } = writing(answered);
    write('Sist');
    saves.end();
    await vi.advanceTimersByTimeAsync(0);
    expect(calls.at(-1)?.written.body).toBe('Sist');
    saves.write({ title: ' ', body: 'Mer', media: '' });
    await vi.advanceTimersByTimeAsync(PAUSE_MS);
    expect([calls.length, states.at(-1)]).toEqual([1, 'wrong']);
  });
});

describe('the toolbar', () => {
  it.each([
    ['bold', 'en [text] här', 'en *[text]* här'],
    ['italic', 'a []', 'a _[text]_'],
    ['heading', 'ett\ntv[]å', 'ett\n[# två]'],
    ['list', '[ett\ntvå]', '[- ett\n- två]'],
    ['numbers', '[ett\ntvå]', '[1. ett\n2. två]'],
    ['quote', '[]', '[> text]'],
    ['link', 'se [sidan]', 'se [[sidan]](https://)'],
  ] as const)('%s: %s', (tool, before, after) => {
    // The outermost brackets are what is chosen.
    const [from, to] = [before.indexOf('['), before.lastIndexOf(']') - 1];
    const text = before.replace('[', '').replace(/\](?!.*\])/s, '');
    const marked = use(tool, { text, from, to });
    if (tool === 'link') {
      expect(marked.text).toBe('se [sidan](https://)');
      expect(marked.text.slice(marked.from, marked.to)).toBe('sidan');
      return;
    }
    const shown = `${marked.text.slice(0, marked.from)}[${marked.text.slice(marked.from, marked.to)}]${marked.text.slice(marked.to)}`;
    expect(shown).toBe(after);
  });

  it('puts a table on lines of its own', () => {
    const { text } = use('table', { text: 'Före\nEfter', from: 4, to: 4 });
    expect(text).toBe('Före\n\n| Kolumn 1 | Kolumn 2 |\n|---|---|\n| text | text |\nEfter');
  });
});

it('a picture stands on a line of its own, ready for what it shows to be written', () => {
  const { text, from, to } = withPicture({ text: 'Före efter', from: 5, to: 5 }, 77);
  expect(text).toBe('Före \n\n![](bild:77)\n\nefter');
  expect([from, to]).toEqual([text.indexOf(']'), text.indexOf(']')]);
  expect(undescribed(text)).toBe(1);
  expect(undescribed(text.replace('![]', '![Karta]'))).toBe(0);
});
