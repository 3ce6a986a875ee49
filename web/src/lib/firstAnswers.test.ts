import { beforeEach, describe, expect, it, vi } from 'vitest';

/** The module as a page that has just been opened has it, with this in it. */
async function opened(data: string | null) {
  document.body.innerHTML = '';
  if (data !== null) {
    const element = document.createElement('script');
    element.type = 'application/json';
    element.id = 'answers';
    element.textContent = data;
    document.body.append(element);
  }
  vi.resetModules();
  return import('./firstAnswers.ts');
}

describe('the first answers', () => {
  beforeEach(() => {
    vi.spyOn(performance, 'now').mockReturnValue(1_000);
  });

  it('are taken once, by their own call, and leave nothing in the page', async () => {
    const { takeFirstAnswer } = await opened('{"/api/a?x=1":{"n":1},"/api/b":[2]}');
    expect(takeFirstAnswer('/api/a')).toBeUndefined();
    expect(takeFirstAnswer('/api/a?x=1')).toEqual({ n: 1 });
    expect(document.getElementById('answers')).toBeNull();
    expect(takeFirstAnswer('/api/a?x=1')).toBeUndefined();
    expect(takeFirstAnswer('/api/b')).toEqual([2]);
  });

  it('are forgotten with a change, with the person, and when they are old', async () => {
    const data = '{"/api/a":1,"/api/b":2}';
    const changed = await opened(data);
    changed.forgetFirstAnswers();
    expect(changed.takeFirstAnswer('/api/a')).toBeUndefined();
    expect(document.getElementById('answers')).toBeNull();

    const left = await opened(data);
    (await import('./storage.ts')).forgetPerson();
    expect(left.takeFirstAnswer('/api/a')).toBeUndefined();

    const old = await opened(data);
    expect(old.takeFirstAnswer('/api/a')).toBe(1);
    vi.mocked(performance.now).mockReturnValue(20_001);
    expect(old.takeFirstAnswer('/api/b')).toBeUndefined();
  });

  it('need not be there, nor be readable', async () => {
    for (const data of [null, '', 'no json', 'null', '[]']) {
      const { takeFirstAnswer } = await opened(data);
      expect(takeFirstAnswer('/api/a')).toBeUndefined();
    }
  });
});
