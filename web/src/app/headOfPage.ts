import type { DataRouter } from 'react-router';

/** What the server says of the page that it drew: whoever shares the next one would share this address. */
const OF_ONE_PAGE =
  'link[rel="canonical"], link[rel="alternate"], meta[property^="og:"], meta[name="robots"]';

/** Takes out of the head what holds for the first page alone, once another is shown. */
export function forgetHeadOfPage(router: Pick<DataRouter, 'state' | 'subscribe'>): void {
  const first = router.state.location.pathname;
  const stop = router.subscribe(({ location }) => {
    if (location.pathname === first) return;
    stop();
    for (const one of document.head.querySelectorAll(OF_ONE_PAGE)) one.remove();
  });
}
