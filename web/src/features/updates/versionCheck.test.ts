import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ms, spec } from '../../../e2e/spec/spec.ts';
import { buildOf, differs, fetchPage, timings, watchVersion } from './versionCheck.ts';

const page = (version: string, script: string) =>
  `<!doctype html><html ${spec['7.5'].attribute}="${version}" lang="sv"><head><script>1</script><script type="module" crossorigin src="${script}"></script></head></html>`;
const own = buildOf(page('a', '/assets/index-1.js'));

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('the build of a page [shell 7.5]', () => {
  it('is its data-version and the hash of its main script', () => {
    const marked = `<html ${spec['7.5'].attribute}="c">`;
    expect(buildOf(marked)).toEqual({ version: 'c', script: null });
    expect(own).toEqual({ version: 'a', script: '/assets/index-1.js' });
    expect(buildOf('<html><p>a proxy')).toEqual({ version: null, script: null });
  });

  it.each([
    [page('a', '/assets/index-1.js'), false],
    [page('b', '/assets/index-1.js'), true],
    [page('a', '/assets/index-2.js'), true],
    [page('', '/assets/index-1.js'), false],
    ['<h1>502 Bad Gateway</h1>', false],
  ])('differs: %#', (html, newer) => expect(differs(own, buildOf(html))).toBe(newer));

  it('is asked for past every cache', async () => {
    const fetch = vi.spyOn(globalThis, 'fetch').mockResolvedValue(new Response('<html>'));
    await fetchPage();
    expect(fetch).toHaveBeenCalledWith(
      spec['7.5'].page,
      expect.objectContaining({
        cache: 'no-store',
        headers: expect.objectContaining({ 'cache-control': 'no-cache' }),
      }),
    );
  });
});

describe('the check [shell 9.1 4.19]', () => {
  const said = spec['9.1'];
  it.each(
    [
      ['kalender.example', said.first, said.every, said.dismissed],
      ['localhost', said.firstLocal, said.everyLocal, said.dismissedLocal],
    ].map(([host = '', ...times]) => [host, ...times.map(ms)] as [string, number, number, number]),
  )(
    'on %s comes after %i ms, every %i ms, and %i ms after a dismissal',
    async (host, first, every, later) => {
      const served = { html: page('a', '/assets/index-1.js') };
      const fetch = vi.fn(async () => served.html);
      const found = vi.fn();
      const watch = watchVersion({ own, times: timings(host), fetch, found });

      await vi.advanceTimersByTimeAsync(first - 1);
      expect(fetch).not.toHaveBeenCalled();
      await vi.advanceTimersByTimeAsync(1);
      expect(fetch).toHaveBeenCalledTimes(1);
      await vi.advanceTimersByTimeAsync(every - 1);
      expect(fetch).toHaveBeenCalledTimes(1);
      served.html = page('b', '/assets/index-2.js');
      await vi.advanceTimersByTimeAsync(1);
      expect(found).toHaveBeenCalledTimes(1);

      // Nothing more is asked while the person is.
      await vi.advanceTimersByTimeAsync(10 * later);
      expect(fetch).toHaveBeenCalledTimes(2);
      watch.dismissed();
      await vi.advanceTimersByTimeAsync(later - 1);
      expect(found).toHaveBeenCalledTimes(1);
      await vi.advanceTimersByTimeAsync(1);
      expect(found).toHaveBeenCalledTimes(2);
      watch.stop();
    },
  );

  it('that fails is logged, and comes again [shell 8.14]', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
    const fetch = vi.fn(async () => page('b', 'x')).mockRejectedValueOnce(new TypeError('offline'));
    const found = vi.fn();
    watchVersion({ own, times: timings('localhost'), fetch, found });
    await vi.advanceTimersByTimeAsync(ms(said.firstLocal));
    expect(warn).toHaveBeenCalledTimes(1);
    expect(found).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(ms(said.everyLocal));
    expect(found).toHaveBeenCalledTimes(1);
  });
});
