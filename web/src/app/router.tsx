import { createBrowserRouter, type RouteObject, redirect } from 'react-router';
import { loadPart } from '@/lib/loadPart.ts';
import { loginPath } from '@/lib/nextPath.ts';
import { isSignedIn } from '@/lib/session.ts';
import { Shell } from './shell/Shell.tsx';

/** For pages of one's own: signed out, the way leads over signing in and back here. */
function requireSignedIn({ request }: { request: Request }) {
  if (isSignedIn()) return null;
  const { pathname, search } = new URL(request.url);
  return redirect(loginPath(pathname + search));
}

export const routes: RouteObject[] = [
  {
    element: <Shell />,
    children: [
      {
        index: true,
        lazy: async () => {
          const { StartPage } = await loadPart(() => import('./routes/StartPage.tsx'));
          return { Component: StartPage };
        },
      },
      {
        // The chat routes its own panes (thread, sidebar) below this.
        path: 'konversation/*',
        loader: requireSignedIn,
        lazy: async () => {
          const { ChatPage } = await loadPart(() => import('@/features/chat/ChatPage.tsx'));
          return { Component: ChatPage };
        },
      },
    ],
  },
];

export function createRouter() {
  return createBrowserRouter(routes);
}
