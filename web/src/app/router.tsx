import { createBrowserRouter, type RouteObject } from 'react-router';
import type { Area } from '@/area/area.ts';
import { reserve } from '@/lib/reserved.ts';
import { areas } from './areas.ts';
import { pages, pagesOf } from './routes.tsx';
import { HeaderFrame } from './shell/HeaderFrame.tsx';
import { RouteError } from './shell/RouteError.tsx';
import { Shell } from './shell/Shell.tsx';

/** The pages inside the shell; a page that breaks leaves the shell standing. */
export function routesWith(all: readonly Area[]): RouteObject[] {
  reserve(all.flatMap((area) => area.pages.map(({ path }) => path)));
  return [
    {
      element: <Shell commands={all.flatMap(({ commands = [] }) => commands)} />,
      HydrateFallback: HeaderFrame,
      ErrorBoundary: RouteError,
      children: [{ ErrorBoundary: RouteError, children: [...pagesOf(all), ...pages] }],
    },
  ];
}

export const routes = routesWith(areas);

export function createRouter(table: RouteObject[] = routes) {
  return createBrowserRouter(table);
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
