/** Every address answers with its page; every link of menus and pages leads to one. */
import { readFileSync } from 'node:fs';
import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor } from '@testing-library/react';
import { createMemoryRouter, matchRoutes, type RouteObject } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { allDestinations } from '@/commands/destinations.tsx';
import { groups, infoPaths } from '@/content/paths.ts';
import { createOptions } from '@/features/create/options.ts';
import { contactLinks } from '@/lib/operator.ts';
import { reservedSegments } from '@/lib/reserved.ts';
import { network, signIn, signOut } from '@/test/world.ts';
import { eventKinds } from '@/texts/eventKinds.ts';
import { footerMenus } from '@/texts/footer.ts';
import { linkBar, publicMenus } from '@/texts/menus.ts';
import { addresses } from '../../e2e/harness/addresses.ts';
import { fill, spec } from '../../e2e/spec/spec.ts';
import { routes } from './router.tsx';

async function visit(path: string) {
  const router = createMemoryRouter(routes, { initialEntries: [path] });
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <MantineProvider>
      <QueryClientProvider client={client}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>,
  );
  await screen.findByRole('heading', { level: 1 }, { timeout: 10_000 });
  return router;
}

const headed = (heading: string) =>
  waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent(heading));

/** The paths of the table; a path of the index is ''. */
const leaves = (all: RouteObject[]): string[] =>
  all.flatMap(({ path = '', children }) => (children ? leaves(children) : [path]));

beforeEach(() => void network());
afterEach(signOut);

describe('every route', () => {
  it('is a page of information, or among the addresses that the journeys look at', () => {
    const information = infoPaths.map((path) => path.slice(1));
    const listed = [...information, ...Object.keys(addresses)];
    // Only where the app is built.
    const found = leaves(routes).filter((path) => path !== 'debug');
    expect(listed.sort()).toEqual(found.sort());
  });

  it.each(Object.entries(addresses))('%s is where its address leads', (path, [address]) => {
    const { pathname } = new URL(address, 'http://kalender.test');
    expect(matchRoutes(routes, pathname)?.at(-1)?.route.path ?? '').toBe(path);
  });
});

describe('routes [shell 1.2 2.1 2.2 2.3 2.4 2.5 2.6 2.7 2.8 2.9 2.10 2.11 2.12 2.13 2.14 2.15 2.16 2.17 2.18 2.19]', () => {
  const one = (paths: string[], heading: string) =>
    paths.map((path): [string, string] => [fill(path, 'x', 'y'), heading]);

  it.each([
    ...one(spec['2.1'].paths, 'Hej Anna!'),
    ...one(spec['2.2'].paths, spec['2.2'].label),
    ...one(spec['2.3'].paths, 'Meddelanden'),
    ...one(spec['2.5'].paths, 'Kontakter'),
    ...one(spec['2.6'].paths, 'Notiser'),
    ...one(spec['2.7'].paths, 'Inställningar'),
    ...one(spec['2.8'].paths, 'Klyftig'),
    ...spec['2.10'].paths.flatMap((path) => one([path.replace('{..}', 'bo-alm')], 'Bo Alm')),
    ...spec['2.11'].paths.flatMap((path) => one([fill(path, 'bjorkens-if')], 'Björkens IF')),
    ...one(spec['2.12'].paths, 'Familjen'),
    ...one(spec['2.13'].paths, spec['2.13'].label.replace('+ ', '')),
    ...one(spec['2.14'].paths, 'Sök'),
    ...one(spec['2.15'].paths, 'Kalender'),
    ...one(spec['2.16'].paths, 'Skapa händelse'),
    ...one(spec['2.18'].paths, 'Redigera kurs'),
    ...one(spec['2.19'].paths.slice(0, 1), 'Skapa händelse'),
    ...one(spec['2.19'].paths.slice(1), 'Redigera händelse'),
  ])('as specified, signed in, %s is %s', async (path, heading) => {
    signIn();
    await visit(path);
    await headed(heading);
  });

  it.each(spec['2.9'].paths)('as specified, signed out, %s is a page of its own', (path) => {
    expect(routeOf(path)).toBe(path.slice(1));
  });

  it.each([...spec['2.4'].paths, ...spec['2.17'].paths])(
    'as specified, %s is a page of its own',
    (path) => {
      expect([null, '*', ':entitySlug']).not.toContain(routeOf(path));
    },
  );

  it.each([
    ['/', 'Hej Anna!'],
    ['/start', 'Hej Anna!'],
    ['/?section=calendar', 'Hej Anna!'],
    ['/feed', 'Upptäck'],
    ['/messages', 'Meddelanden'],
    ['/kontakter', 'Kontakter'],
    ['/notifications', 'Notiser'],
    ['/settings', 'Inställningar'],
    ['/anna-ek/settings', 'Inställningar'],
    ['/klyftig', 'Klyftig'],
    ['/anna-ek', 'Anna Ek'],
    ['/u/anna-ek', 'Anna Ek'],
    ['/person/anna-ek', 'Anna Ek'],
    ['/person/7', 'Anna Ek'],
    ['/u/bo-alm', 'Bo Alm'],
    ['/person/8', 'Bo Alm'],
    ['/bo-alm', 'Bo Alm'],
    ['/u/ingen', 'Personen finns inte'],
    ['/bjorkens-if', 'Björkens IF'],
    ['/finns-inte', 'Organisationen finns inte'],
    ['/finns/inte', 'Sidan finns inte'],
    ['/profile', 'Sidan finns inte'],
    ['/family', 'Familjen'],
    ['/cre', 'Skapa organisation'],
    ['/search', 'Sök'],
    ['/sok?q=anna', 'Sök'],
    ['/kalender', 'Kalender'],
    ['/calendar', 'Kalender'],
    ['/event/create', 'Skapa händelse'],
    ['/event/create?type=public&organization=3', 'Skapa evenemang'],
    ['/event/create?type=school-activity', 'Skapa skolaktivitet'],
    ['/skapa-evenemang?type=meeting&private=true', 'Skapa möte'],
    ['/create-event?type=reminder', 'Skapa påminnelse'],
    ['/articles/new', 'Ny artikel'],
    ['/articles/finns-inte/edit', 'Artikeln finns inte'],
    ['/artiklar', 'Artiklar'],
    ['/artiklar/finns-inte/alls', 'Artikeln finns inte'],
    ['/blogg', 'Blogg'],
    ['/members/invite', 'Du kan inte bjuda in här'],
    ['/bookings', 'Mina bokningar'],
    ['/settings/resources', 'Resurser'],
    ['/settings/tickets', 'Biljetter'],
    ['/settings/opening-hours', 'Öppettider'],
    ['/settings/locations', 'Platser'],
    ['/kontakter?tab=requests', 'Kontakter'],
    ['/kontakter/lagg-till', 'Lägg till kontakter'],
    ['/kontakter/importera', 'Importera kontakter'],
    ['/kontakter/lagg-till/finns-inte', 'Adressen gäller inte längre'],
    ['/contacts/invite', 'Lägg till kontakter'],
    ['/e/stockholm', 'Stockholms kommun'],
    ['/ortskalendrar/stockholm', 'Stockholms kommun'],
    ['/ortskalendrar/gammelstad', 'Gammelstad'],
    ['/e/ankeborg', 'Sidan finns inte'],
    ['/klyftig/admin/redigera/12', 'Redigera kurs'],
    ['/editevent/new/me', 'Skapa händelse'],
    ['/editevent/1b4e28ba/me', 'Händelsen finns inte'],
    ['/event/1b4e28ba', 'Händelsen finns inte'],
    ['/kalender/bokmarken', 'Bokmärkta händelser'],
  ])('signed in, %s is %s', async (path, heading) => {
    signIn();
    await visit(path);
    await headed(heading);
  });

  it.each([
    ['/', 'Allt ni pratar om, på rätt plats.'],
    ['/start', 'Allt ni pratar om, på rätt plats.'],
    ['/login', 'Logga in'],
    ['/signup', 'Skapa konto'],
    ['/register', 'Skapa konto'],
    ['/verify', 'Bekräftar din e-postadress …'],
    ['/reset', 'Återställ lösenordet'],
    ['/login/logged-out-jwt', 'Du har loggats ut'],
    ['/bjorkens-if', 'Björkens IF'],
    ['/bo-alm', 'Bo Alm'],
    ['/u/bo-alm', 'Bo Alm'],
    ['/klyftig', 'Klyftig'],
    ['/kalender', 'Kalender'],
    ['/search', 'Sök'],
    ['/kontakter/lagg-till/finns-inte', 'Adressen gäller inte längre'],
    // One's own pages ask who it is.
    ['/feed', 'Logga in'],
    ['/messages', 'Logga in'],
    ['/kontakter', 'Logga in'],
    ['/konversation', 'Logga in'],
    ['/notifications', 'Logga in'],
    ['/settings', 'Logga in'],
  ])('signed out, %s is %s', async (path, heading) => {
    await visit(path);
    await headed(heading);
  });

  it('show the state of the shell, but only outside production [shell 2.71]', async () => {
    signIn();
    await visit('/debug');
    await headed('Debug');
    expect(screen.getByRole('region', { name: 'event' })).toHaveTextContent(spec['2.71'].year);
    await waitFor(() =>
      expect(screen.getByRole('region', { name: 'user' })).toHaveTextContent('anna-ek'),
    );
    expect(screen.getByRole('region', { name: 'base' })).toHaveTextContent('activeContext');
  });

  it('and where one is and as whom stands on every page, outside production [shell 2.71 2.72]', async () => {
    signIn();
    await visit('/settings?tab=x');
    const display = await screen.findByText('Debug', { selector: 'summary' });
    expect(display.parentElement).toHaveTextContent('/settings?tab=x');
    await waitFor(() => expect(display.parentElement).toHaveTextContent('anna-ek'));
  });

  it('ask for signing in and remember where to go', async () => {
    const router = await visit('/event/create?type=meeting');
    expect(router.state.location.pathname).toBe('/login');
    expect(router.state.location.search).toBe('?next=%2Fevent%2Fcreate%3Ftype%3Dmeeting');
  });

  it('say what is to be made, for whom and how privately [shell 2.21]', async () => {
    signIn();
    const [type, organisation, isPrivate] = spec['2.21'].parameters;
    await visit(`/event/create?${type}=meeting&${organisation}=3&${isPrivate}=true`);
    expect(Object.keys(eventKinds).sort()).toEqual([...spec['2.21'].types].sort());
    expect(await screen.findByText('För Björkens IF')).toBeInTheDocument();
    expect(screen.getByText(/Vem ser händelsen: (Bara jag|De som sköter)/)).toBeInTheDocument();
  });

  it.each([
    [true, /Vem ser händelsen: (Bara jag|De som sköter)/],
    [false, /Vem ser händelsen: Alla\./],
  ])(
    'what is for everybody is so unless it is to be private (%s) [shell 2.21]',
    async (only, seen) => {
      signIn();
      const [type, organisation, isPrivate] = spec['2.21'].parameters;
      await visit(`/event/create?${type}=public&${organisation}=3&${isPrivate}=${only}`);
      expect(await screen.findByText('För Björkens IF')).toBeInTheDocument();
      expect(screen.getByText(seen)).toBeInTheDocument();
    },
  );

  it.each(infoPaths)('%s has its page of information [shell 1.1]', async (path) => {
    const group = groups.find(({ paths }) => paths.includes(path));
    const page = (await group?.load())?.pages[path];
    await visit(path);
    await headed(page?.title ?? 'no page');
    expect(screen.getByText(page?.lead ?? 'no lead')).toBeInTheDocument();
  });
});

/** The route a path of ours takes, or what the server answers. */
function routeOf(to: string): string | null {
  if (/^(https:\/\/|mailto:|tel:|\/api$)/.test(to)) return to;
  const { pathname } = new URL(to, 'http://localhost');
  return matchRoutes(routes, pathname)?.at(-1)?.route.path ?? (pathname === '/' ? 'index' : null);
}

describe('links', () => {
  it('of menus, footer, areas, pages and the create dialog lead to a page of their own', async () => {
    const contents = await Promise.all(groups.map(({ load }) => load()));
    const pages = contents.flatMap(({ pages }) => Object.values(pages));
    const created: string[] = [];
    const tools = { navigate: (path: string) => created.push(path), later: () => {} };
    const maker = { type: 'organization', id: 3, name: 'Björkens IF', image: null } as const;
    for (const { action } of createOptions) action(maker, tools);
    const all = [
      ...publicMenus.flatMap(({ links }) => links.map(({ to }) => to)),
      ...footerMenus.flatMap(({ links }) => links.map(({ to }) => to)),
      ...linkBar.map(({ to }) => to),
      ...allDestinations.map(({ to }) => to),
      ...pages.flatMap(({ next, sections = [] }) =>
        [...next, ...sections.flatMap(({ links = [] }) => links)].map(({ to }) => to),
      ),
      ...created,
    ];
    const dead = all.filter((to) => [null, '*', ':entitySlug'].includes(routeOf(to)));
    expect(dead).toEqual([]);
    expect(all.length).toBeGreaterThan(150);
  });

  it('of the six menus are the ones specified [shell 2.23 2.24 2.25 2.26 2.27 2.28 2.29]', () => {
    const menus = [
      spec['2.24'].paths,
      spec['2.25'].paths,
      spec['2.26'].paths,
      spec['2.27'].paths,
      spec['2.28'].paths,
      spec['2.29'].paths,
    ];
    const shown = publicMenus.map(({ links }) => links.map(({ to }) => to));
    // Where the code is published is the operator's, and no address of ours.
    const ours = shown.map((links, n) => links.filter((to) => menus[n]?.includes(to)));
    expect(ours.map((links) => [...new Set(links)])).toEqual(menus);
    const others = shown.flatMap((links, n) => links.filter((to) => !menus[n]?.includes(to)));
    expect(others).toEqual([contactLinks.source]);
    expect(publicMenus).toHaveLength(
      ['One', 'Two', 'Three', 'Four', 'Five', 'Six'].indexOf(
        spec['2.23'].menus.split(' ')[0] ?? '',
      ) + 1,
    );
  });

  it('of the footer and of the extra bar are the ones specified [shell 2.30 2.31 2.32 2.33 2.34 2.35]', () => {
    const columns = [
      spec['2.31'].paths,
      spec['2.32'].paths,
      spec['2.33'].paths,
      spec['2.34'].paths,
      spec['2.35'].paths,
    ];
    const shown = footerMenus.map(({ links }) => links.map(({ to }) => to));
    expect(shown.map((links, n) => links.filter((to) => columns[n]?.includes(to)))).toEqual(
      columns,
    );
    const { paths, create, pro } = spec['2.30'];
    expect(linkBar.map(({ to }) => to)).toEqual(paths);
    expect(linkBar.slice(-2).map(({ label }) => label)).toEqual([create, pro]);
  });

  it('list every page of the content folder once', async () => {
    for (const { load, paths } of groups) {
      expect(Object.keys((await load()).pages).sort()).toEqual([...paths].sort());
    }
    expect(new Set(infoPaths).size).toBe(infoPaths.length);
  });
});

describe('first segments', () => {
  const names = readFileSync('../actors/src/accounts/names.rs', 'utf8');
  const server = [
    ...(/RESERVED: [^=]*= &\[([^\]]*)\]/s.exec(names)?.[1] ?? '').matchAll(/"([^"]+)"/g),
  ];

  it('of every route are nobody’s name, here and on the server [shell 2.20]', () => {
    const segments = routes
      .flatMap(({ children }) => children ?? [])
      .flatMap(({ children }) => children ?? [])
      .map(({ path }) => path?.split('/')[0] ?? '')
      .filter((first) => /^[a-z0-9-]+$/.test(first) && first !== 'debug');
    const known = server.map(([, name]) => name);
    expect(segments.length).toBeGreaterThan(60);
    expect(segments.filter((first) => !reservedSegments().includes(first))).toEqual([]);
    expect(reservedSegments().filter((first) => !known.includes(first))).toEqual([]);
    for (const list of [reservedSegments(), known]) {
      expect(spec['2.20'].reserved.filter((first) => !list.includes(first))).toEqual([]);
    }
  });
});
