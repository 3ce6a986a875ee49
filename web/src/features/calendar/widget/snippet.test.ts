import { expect, it } from 'vitest';
import { snippet, USUAL, widgetAddress } from './snippet.ts';

const HOME = 'https://kalender.example';

it('says only what is not as usual', () => {
  expect(widgetAddress(HOME, 'a-b', USUAL)).toBe('https://kalender.example/widgets/kalender/a-b');
  expect(widgetAddress(HOME, 'a-b', { ...USUAL, limit: 5, theme: 'dark' })).toBe(
    'https://kalender.example/widgets/kalender/a-b?limit=5&theme=dark',
  );
});

it('lets no name end the frame’s title', () => {
  const calendar = { calendarUUID: 'a', name: 'Skolans "öppna" <dagar> & kvällar' };
  const code = snippet(HOME, calendar, { ...USUAL, limit: 5, theme: 'light', height: 600 });
  expect(code).toBe(
    '<iframe src="https://kalender.example/widgets/kalender/a?limit=5&amp;theme=light" title="Skolans &quot;öppna&quot; &lt;dagar&gt; &amp; kvällar" width="100%" height="600" style="border:0" loading="lazy"></iframe>',
  );
  const parsed = new DOMParser().parseFromString(code, 'text/html');
  const frame = parsed.querySelector('iframe');
  expect([parsed.body.children.length, frame?.title]).toEqual([1, calendar.name]);
  expect(frame?.src).toBe('https://kalender.example/widgets/kalender/a?limit=5&theme=light');
});
