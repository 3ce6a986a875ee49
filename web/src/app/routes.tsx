/** Every address of the app: those of areas stand with them (areas.ts), all others here. */
import { type LoaderFunctionArgs, type RouteObject, redirect } from 'react-router';
import type { DayType } from '@/api/types.ts';
import type { Area } from '@/area/area.ts';
import { infoPaths, loadInfo } from '@/content/paths.ts';
import { loadPart } from '@/lib/loadPart.ts';
import { loginPath, safeNextPath } from '@/lib/nextPath.ts';
import { isReserved } from '@/lib/reserved.ts';
import { isSignedIn } from '@/lib/session.ts';
import { NotFoundPage } from './routes/NotFoundPage.tsx';

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

/** One's own page: only when signed in. */
const own = { loader: signedInOnly };
const signedOut = { loader: signedOutOnly };

/** The days of the almanac, each with a page below its kind's. */
const dayPages: [path: string, type: DayType][] = [
  ['helgdagar', 'holiday'],
  ['aftnar', 'eves'],
  ['temadagar', 'themeday'],
  ['flaggdagar', 'flagdays'],
  ['fn-dagar', 'unday'],
  ['namnsdagar', 'nameday'],
];

/** With today's card, which stands in its middle. */
const home = async () => {
  const [view, { fetchToday }] = await Promise.all([
    import('@/features/start/components/Home.tsx'),
    import('@/features/calendar/index.ts'),
  ]);
  // Without it the page stands all the same.
  await fetchToday().catch(() => {});
  return view;
};
const landing = () => import('@/features/start/components/Landing.tsx');

/** What stands at / is two parts; only the one that is shown is loaded. */
async function startLoader() {
  const signedIn = isSignedIn();
  const { default: View } = await loadPart<{ default: React.ComponentType }>(
    signedIn ? home : landing,
  );
  return { signedIn, View };
}
export type StartPart = Awaited<ReturnType<typeof startLoader>>;

const start = {
  loader: startLoader,
  ...page('StartPage', () => import('./routes/StartPage.tsx')),
};
const place = page('PlacePage', () => import('./routes/PlacePage.tsx'));
const day = page('DayPage', () => import('./routes/DayPage.tsx'));
const info = page('InfoRoute', () => import('./routes/InfoRoute.tsx'));

/** The pages of areas that declare them themselves. */
export const pagesOf = (areas: readonly Area[]): RouteObject[] =>
  areas.flatMap(({ pages }) =>
    pages.map(({ path, access, load }) => ({
      path,
      ...(access === 'own' && own),
      lazy: async () => {
        const { default: Component, first } = await loadPart(load);
        return { Component, handle: { first } };
      },
    })),
  );

export const pages: RouteObject[] = [
  { index: true, ...start },
  { path: 'start', ...start },

  { path: 'login', ...signedOut, ...page('LoginPage', () => import('./routes/LoginPage.tsx')) },
  {
    path: 'login/logged-out-jwt',
    ...page('LoggedOutPage', () => import('./routes/LoggedOutPage.tsx')),
  },
  { path: 'signup', ...signedOut, ...page('SignupPage', () => import('./routes/SignupPage.tsx')) },
  { path: 'register', loader: () => redirect('/signup') },
  { path: 'verify', ...page('VerifyPage', () => import('./routes/VerifyPage.tsx')) },
  { path: 'reset', ...page('ResetPage', () => import('./routes/ResetPage.tsx')) },

  { path: 'settings', ...own, ...page('SettingsPage', () => import('./routes/SettingsPage.tsx')) },
  {
    path: 'cre',
    ...own,
    ...page('CreateEntityPage', () => import('./routes/CreateEntityPage.tsx')),
  },

  { path: 'e/:place', ...place },
  { path: 'ortskalendrar/:place', ...place },
  ...dayPages.map(
    ([path, type]): RouteObject => ({ path: `${path}/:day`, handle: { day: type }, ...day }),
  ),

  ...infoPaths.map(
    (path): RouteObject => ({
      path: path.slice(1),
      loader: () => loadPart(() => loadInfo(path)),
      ...info,
    }),
  ),

  ...(import.meta.env.PROD
    ? []
    : [{ path: 'debug', ...own, ...page('DebugPage', () => import('./routes/DebugPage.tsx')) }]),
  { path: ':userName/settings', loader: () => redirect('/settings#picture') },
  {
    path: ':entitySlug',
    loader: entityAddress,
    ...page('SlugPage', () => import('./routes/SlugPage.tsx')),
  },
  { path: '*', Component: NotFoundPage },
];
