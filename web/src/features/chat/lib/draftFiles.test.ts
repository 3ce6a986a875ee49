import { describe, expect, it, vi } from 'vitest';
import type { Attachment } from '@/api/types.ts';
import { DraftFiles, type Upload } from './draftFiles.ts';
import { KEPT_MS, keepFiles } from './keptFiles.ts';
import type { KeyValue } from './outbox.ts';

class Memory implements KeyValue {
  readonly held = new Map<string, string>();
  getItem = (key: string) => this.held.get(key) ?? null;
  setItem = (key: string, value: string) => void this.held.set(key, value);
  removeItem = (key: string) => void this.held.delete(key);
}

const created = '2026-03-01T12:00:00Z';
const soon = Date.parse(created) + 60_000;
const stored = (id: number) => ({ id, name: `${id}.png`, created }) as Attachment;
const chosen = (key: string, attachment: Attachment | null = null): Upload => ({
  key,
  name: `${key}.png`,
  file: new File(['x'], `${key}.png`),
  progress: 0,
  attachment,
  reason: null,
});

const open = (storage: KeyValue, userId = 1, now = soon) => {
  const files = new DraftFiles();
  keepFiles(files, storage, `chat.files.${userId}`, now);
  return files;
};

describe('the files of a draft', () => {
  it('are kept for each draft apart, and go on being brought while another is open', () => {
    const files = open(new Memory());
    const heard = vi.fn();
    files.subscribe(heard);
    files.update('7', () => [chosen('a')]);
    files.update('8', () => [chosen('b')]);
    files.change('7', 'a', { attachment: stored(51), progress: 1 });
    expect(files.get('7')).toMatchObject([{ key: 'a', attachment: { id: 51 } }]);
    expect(files.get('8')).toMatchObject([{ key: 'b', attachment: null }]);
    expect(heard).toHaveBeenCalledTimes(3);
  });

  it('are still there after a reload as far as the server has them', () => {
    const storage = new Memory();
    const files = open(storage);
    files.update('7/5', () => [chosen('a', stored(51)), chosen('b')]);
    const reloaded = open(storage);
    expect(reloaded.get('7/5')).toMatchObject([
      { name: '51.png', file: null, attachment: { id: 51 } },
    ]);
    expect(open(storage, 2).get('7/5')).toEqual([]);
  });

  it('are not offered once the server has let go of them', () => {
    const storage = new Memory();
    open(storage).update('7', () => [chosen('a', stored(51))]);
    expect(open(storage, 1, Date.parse(created) + KEPT_MS).get('7')).toEqual([]);
  });

  it('leave nothing behind when they are sent, and survive nonsense', () => {
    const storage = new Memory();
    const files = open(storage);
    files.update('7', () => [chosen('a', stored(51))]);
    files.update('7', () => []);
    expect(storage.held.size).toBe(0);
    for (const nonsense of ['{', '{}', '[3]', '[["7",[null]]]']) {
      storage.setItem('chat.files.1', nonsense);
      expect(open(storage).get('7')).toEqual([]);
    }
  });
});
