import type { QueryClient } from '@tanstack/react-query';
import { startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { App } from './app/App.tsx';
import { fetchFirst, isRendered } from './app/firstQuery.ts';
import { forgetHeadOfPage } from './app/headOfPage.ts';
import { createQueryClient } from './app/providers/queryClient.ts';
import { createRouter, settled } from './app/router.tsx';
import { fetchShell } from './app/shell/Shell.tsx';
import { followReplacedLinks } from './lib/pressedLink.ts';
import { isSignedIn } from './lib/session.ts';
import { putListBelow } from './lib/underlay.ts';

/** The page was drawn when the app was built, for who is not signed in: its texts are there already. */
const isDrawn = (root: HTMLElement) => root.dataset.drawn !== undefined && !isSignedIn();

/** A hidden page draws no frames: no longer than this (ms). */
const FRAME_AT_LAST = 100;

/** After what stands in the page already has been painted. */
const painted = () =>
  new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve));
    setTimeout(resolve, FRAME_AT_LAST);
  });

/** Should its code not come, the page asks by itself. */
const firstOwn = (client: QueryClient) =>
  import('./features/accounts/api.ts')
    .then(({ takeOwnFirstAnswers }) => takeOwnFirstAnswers(client))
    .catch(() => {});

/** A task of its own for each step, and the first drawing in slices: the page answers in between. */
async function start(root: HTMLElement) {
  await painted();
  putListBelow();
  const router = createRouter();
  followReplacedLinks(root, (path) => void router.navigate(path));
  forgetHeadOfPage(router);
  // What stands in the page (a frame, or the mark) stays until the page is there as a whole.
  const client = createQueryClient();
  await Promise.all([settled(router), fetchShell(isSignedIn()), isSignedIn() && firstOwn(client)]);
  if (isRendered(root)) await fetchFirst(router, client);
  const app = <App client={client} router={router} />;
  startTransition(() => {
    if (isDrawn(root)) hydrateRoot(root, app);
    else createRoot(root).render(app);
  });
}

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
void start(root);
