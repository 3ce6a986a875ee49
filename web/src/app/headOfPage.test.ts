/** What stands in the head of a page that the server drew holds for that page. */
import { createMemoryRouter } from 'react-router';
import { afterEach, describe, expect, it } from 'vitest';
import { forgetHeadOfPage } from './headOfPage.ts';

const DRAWN =
  '<link rel="canonical" href="/inlagg/a"><meta property="og:title" content="A"><meta name="robots" content="noindex">' +
  '<link rel="alternate" type="application/atom+xml" href="/atom"><meta name="description" content="Vi."><link rel="icon" href="/i">';

afterEach(() => {
  document.head.innerHTML = '';
});

describe('the head of a page', () => {
  it('stands for as long as the page does, and is gone with it', async () => {
    document.head.innerHTML = DRAWN;
    const router = createMemoryRouter([{ path: '*' }], { initialEntries: ['/inlagg/a'] });
    forgetHeadOfPage(router);
    await router.navigate('/inlagg/a?visa=1');
    expect(document.head.innerHTML).toBe(DRAWN);
    await router.navigate('/feed');
    const left = [...document.head.children].map(
      (one) => one.getAttribute('name') ?? one.getAttribute('rel'),
    );
    expect(left).toEqual(['description', 'icon']);
  });
});
