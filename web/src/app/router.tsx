import {
  createBrowserRouter,
  type LoaderFunctionArgs,
  type RouteObject,
  redirect,
} from 'react-router';
import { loadPart } from '@/lib/loadPart.ts';
import { loginPath, safeNextPath } from '@/lib/nextPath.ts';
import { isReserved } from '@/lib/reserved.ts';
import { isSignedIn } from '@/lib/session.ts';
import { NotFoundPage } from './routes/NotFoundPage.tsx';
import { HeaderFrame } from './shell/HeaderFrame.tsx';
import { RouteError } from './shell/RouteError.tsx';
import { Shell } from './shell/Shell.tsx';

/** For pages of one's own: signed out, the way leads over signing in and back here. */
function signedInOnly({ request }: LoaderFunctionArgs) {
  if (isSignedIn()) return null;
  const { pathname, search } = new URL(request.url);
  return redirect(loginPath(pathname + search));
}

/** For pages that make no sense once signed in. */
function signedOutOnly({ request }: LoaderFunctionArgs) {
  if (!isSignedIn()) return null;
  return redirect(safeNextPath(new URL(request.url).searchParams.get('next')));
}

function entityAddress({ params }: LoaderFunctionArgs) {
  if (isReserved(params.entitySlug ?? '')) throw new Response(null, { status: 404 });
  return null;
}

/** Route-level code splitting: a page's code comes with the first visit to it. */
function page<Name extends string>(
  name: Name,
  load: () => Promise<Record<Name, React.ComponentType>>,
): Pick<RouteObject, 'lazy'> {
  return { lazy: async () => ({ Component: (await loadPart(load))[name] }) };
}

const pages: RouteObject[] = [
  { index: true, ...page('StartPage', () => import('./routes/StartPage.tsx')) },
  { path: 'start', loader: () => redirect('/') },
  {
    path: 'login',
    loader: signedOutOnly,
    ...page('LoginPage', () => import('./routes/LoginPage.tsx')),
  },
  {
    path: 'login/logged-out-jwt',
    ...page('LoggedOutPage', () => import('./routes/LoggedOutPage.tsx')),
  },
  {
    path: 'signup',
    loader: signedOutOnly,
    ...page('SignupPage', () => import('./routes/SignupPage.tsx')),
  },
  { path: 'register', loader: () => redirect('/signup') },
  { path: 'verify', ...page('VerifyPage', () => import('./routes/VerifyPage.tsx')) },
  { path: 'reset', ...page('ResetPage', () => import('./routes/ResetPage.tsx')) },
  {
    path: 'cre',
    loader: signedInOnly,
    ...page('CreateEntityPage', () => import('./routes/CreateEntityPage.tsx')),
  },
  {
    path: 'settings',
    loader: signedInOnly,
    ...page('SettingsPage', () => import('./routes/SettingsPage.tsx')),
  },
  {
    path: 'notifications',
    loader: signedInOnly,
    ...page('NotificationsRoute', () => import('./routes/NotificationsRoute.tsx')),
  },
  {
    // The chat routes its own panes (thread, sidebar) below this.
    path: 'konversation/*',
    loader: signedInOnly,
    ...page('ChatRoute', () => import('./routes/ChatRoute.tsx')),
  },
  {
    path: 'notifications',
    loader: signedInOnly,
    ...page('NotificationsRoute', () => import('./routes/NotificationsRoute.tsx')),
  },
  {
    path: ':entitySlug',
    loader: entityAddress,
    ...page('EntityPage', () => import('./routes/EntityPage.tsx')),
  },
  { path: '*', Component: NotFoundPage },
];

export function createRouter() {
  return createBrowserRouter([
    {
      element: <Shell />,
      HydrateFallback: HeaderFrame,
      ErrorBoundary: RouteError,
      children: [{ ErrorBoundary: RouteError, children: pages }],
    },
  ]);
}
