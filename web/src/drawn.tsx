/**
 * Pages that are the same for everybody who is not signed in, drawn when the app is built: their
 * texts are on the screen before any script is. The app then takes over what stands there.
 */
import { prerender } from 'react-dom/static';
import { createMemoryRouter, type RouteObject } from 'react-router';
import type { User } from './api/types.ts';
import { App } from './app/App.tsx';
import { createQueryClient } from './app/providers/queryClient.ts';
import { routes, settled } from './app/router.tsx';
import { infoPaths } from './content/paths.ts';
import { meQuery } from './features/accounts/api.ts';
import { drawAs } from './lib/session.ts';
import { drawParts, type Painted } from './painter/parts.tsx';

export const drawnPaths = ['/', '/login', '/signup', ...infoPaths];

/** Somebody of whom nothing is known yet: the words of what is theirs stand where they will. */
const somebody: User = {
  idUser: 0,
  email: '',
  firstName: '',
  lastName: '',
  displayName: '',
  userName: '',
  profileImage: null,
  selectedMunicipalityId: -1,
  verified: true,
  findable: false,
  showMunicipality: false,
  displayFlags: { bookables: true, infopoint: true, phocal: true, bokaIn: true, order: true },
  whoMayMessage: 'SHARED_ORG',
  showReadMarks: true,
  mailMissed: true,
  approveFollowers: false,
  discoverable: true,
  status: null,
  quiet: null,
  erasureAt: null,
  created: '2026-01-01T00:00:00.000Z',
};
/** Pages that are drawn as somebody's. */
const OF_SOMEBODY = ['/settings'];

type Way = {
  /** As who is signed in sees it before anything of theirs is there. */
  own?: boolean | undefined;
  /** The shell alone. */
  bare?: boolean | undefined;
};

/** What a painter of the page fills (painter/parts.tsx), hidden in its frame. */
export async function partsOf(painted: Painted): Promise<string> {
  drawAs(true);
  const parts = await drawParts(painted, somebody);
  drawAs(false);
  return sound(`<div hidden>${parts}</div>`, painted);
}

/** What no policy allows, and parts that were not there when the page was drawn. */
const AMISS = /<script|<template|<!--\$[?!]-->/i;

const nothing: RouteObject[] = [{ path: '*', Component: () => null }];

/** The markup of a path, as the app itself would draw it. */
export async function draw(path: string, { own = false, bare = false }: Way = {}): Promise<string> {
  drawAs(own);
  const table = bare ? routes.map((one) => ({ ...one, children: nothing })) : routes;
  const router = createMemoryRouter(table as RouteObject[], { initialEntries: [path] });
  await settled(router);
  const client = createQueryClient();
  if (own && OF_SOMEBODY.includes(path)) client.setQueryData(meQuery.queryKey, somebody);
  const { prelude } = await prerender(<App client={client} router={router} />, {
    // Everything at its place at once: what comes after the page needs a script of React's own.
    progressiveChunkSize: Number.POSITIVE_INFINITY,
    onError: (error) => {
      throw error;
    },
  });
  router.dispose();
  drawAs(false);
  return sound(await new Response(prelude).text(), path);
}

function sound(markup: string, name: string): string {
  const amiss = AMISS.exec(markup)?.[0];
  if (amiss) throw new Error(`${name} is drawn with ${amiss} in it`);
  return markup;
}
