import { createBrowserRouter, type RouteObject } from 'react-router';
import { pages } from './routes.tsx';
import { HeaderFrame } from './shell/HeaderFrame.tsx';
import { RouteError } from './shell/RouteError.tsx';
import { Shell } from './shell/Shell.tsx';

/** The pages inside the shell; a page that breaks leaves the shell standing. */
export const routes: RouteObject[] = [
  {
    element: <Shell />,
    HydrateFallback: HeaderFrame,
    ErrorBoundary: RouteError,
    children: [{ ErrorBoundary: RouteError, children: pages }],
  },
];

export function createRouter() {
  return createBrowserRouter(routes);
}

type Router = ReturnType<typeof createRouter>;

/** When the first page's code and data are there, or why not. */
export function settled(router: Router): Promise<void> {
  return new Promise((resolve) => {
    if (router.state.initialized) return resolve();
    const stop = router.subscribe(({ initialized }) => {
      if (!initialized) return;
      stop();
      resolve();
    });
  });
}
