/**
 * Which modules come in one file. None is named here: it follows from who imports what. What the same pages need belongs
 * together; two such files become one where the requests that are saved are worth more than what would be loaded in vain.
 */
import type { Plugin } from 'vite';
import { type ModuleGraph, moduleGraph, reach } from './moduleGraph.ts';

/** What one more request is worth, in characters of source: about 4 kB of compressed script. */
const REQUEST = 16_000;
/** More files than this there are not; what is left over the builder divides by itself. */
const MOST = 160;

/** What stands around every page: for who is signed in, and (half as often) for who is not. */
const SHELL = '/src/app/shell/';
const SHELLS = [
  { parts: ['SignedInHeader.tsx', 'BottomBar.tsx'], weight: 1 },
  { parts: ['SignedOutHeader.tsx'], weight: 0.5 },
];
/** It counts as often by itself as around this many pages: most visits are short, and most public pages are little more. */
const BARE = 20;

type File = { modules: string[]; size: number };
/** What is loaded at once. */
type Visit = { needs: Set<string>; weight: number };

/** A file for all modules that the same visits need. */
function alike(visits: Visit[], without: Set<string>, graph: ModuleGraph): File[] {
  const by = new Map<string, File>();
  for (const id of new Set(visits.flatMap(({ needs }) => [...needs]))) {
    if (without.has(id)) continue;
    const key = visits.map(({ needs }) => Number(needs.has(id))).join('');
    const file = by.get(key) ?? { modules: [], size: 0 };
    file.modules.push(id);
    file.size += graph.size(id);
    by.set(key, file);
  }
  return [...by.values()];
}

/** The two files by which most is gained are put together, until nothing is gained. */
function filesFor(visits: Visit[], without: Set<string>, graph: ModuleGraph): File[] {
  const files = alike(visits, without, graph);
  const place = new Map(files.flatMap(({ modules }, n) => modules.map((id) => [id, n] as const)));
  const placesOf = (ids: Iterable<string>) =>
    new Set([...ids].flatMap((id) => place.get(id) ?? []));
  /** By file: those that come with it, itself among them. */
  const brings = files.map(({ modules }) => placesOf(reach(modules, graph)));
  const loads = visits.map(({ needs, weight }) => ({ loaded: placesOf(needs), weight }));
  const live = new Set(files.keys());
  const sizeOf = (file: number) => files[file]?.size ?? 0;

  /** What a visit loads in vain where a file comes in one with another that it needs. */
  function vain(file: number, loaded: Set<number>): number {
    let lost = sizeOf(file);
    for (const other of brings[file] ?? []) {
      if (other !== file && !loaded.has(other)) lost += sizeOf(other) + REQUEST;
    }
    return lost;
  }

  for (;;) {
    const costs = loads.map(({ loaded, weight }) =>
      files.map((_, file) =>
        live.has(file) && !loaded.has(file) ? weight * vain(file, loaded) : 0,
      ),
    );
    const visitsOf = files.map((_, file) =>
      [...loads.keys()].filter((n) => loads[n]?.loaded.has(file)),
    );
    const saved = (one: number, other: number) => {
      let sum = 0;
      for (const n of visitsOf[one] ?? []) {
        const visit = loads[n];
        sum += visit?.loaded.has(other) ? REQUEST * visit.weight : -(costs[n]?.[other] ?? 0);
      }
      // Of those that need both it is counted already; their costs are nothing.
      for (const n of visitsOf[other] ?? []) sum -= costs[n]?.[one] ?? 0;
      return sum;
    };
    let best = { gain: 0, one: -1, other: -1 };
    for (const one of live) {
      for (const other of live) {
        const gain = other > one ? saved(one, other) : 0;
        if (gain > best.gain) best = { gain, one, other };
      }
    }
    if (best.gain === 0) return [...live].flatMap((file) => files[file] ?? []);
    join(best.one, best.other);
  }

  function join(one: number, other: number) {
    const [into, from] = [files[one], files[other]];
    if (!into || !from) return;
    into.modules.push(...from.modules);
    into.size += from.size;
    live.delete(other);
    const both = new Set([...(brings[one] ?? []), ...(brings[other] ?? [])]);
    for (const set of [...brings, ...loads.map(({ loaded }) => loaded)]) {
      if (!set.has(one) && !set.has(other)) continue;
      for (const file of both) set.add(file);
      set.add(one);
      set.delete(other);
    }
  }
}

/** How many visits need a file. */
const often = (visits: Visit[], { modules }: File) =>
  visits.filter(({ needs }) => modules.some((id) => needs.has(id))).length;

/** What a file imports is needed as often or more: the builder takes it before, or it would come with what imports it. */
const oftenFirst = (visits: Visit[]) => (one: File, other: File) =>
  often(visits, other) - often(visits, one);

function divided(graph: ModuleGraph, entries: string[]): File[] {
  const first = reach(entries, graph);
  const named = [...new Set([...first].flatMap((id) => [...graph.later(id)]))];
  const pages = named.filter((id) => !first.has(id) && !id.includes(SHELL)).sort();
  const shells = SHELLS.map(({ parts, weight }) => ({
    weight,
    needs: reach(
      named.filter((id) => parts.some((part) => id.endsWith(SHELL + part))),
      graph,
    ),
  }));
  const visits = pages.flatMap((page) => {
    const needs = reach([page], graph);
    return shells.map((shell) => ({ ...shell, needs: new Set([...needs, ...shell.needs]) }));
  });
  for (const { needs, weight } of shells) visits.push({ needs, weight: weight * BARE });
  const ofPages = filesFor(visits, first, graph);
  // Then what comes only when somebody asks for it: dialogs, parts of pages.
  const placed = new Set([...first, ...ofPages.flatMap(({ modules }) => modules)]);
  const asked = [...new Set(graph.ids.flatMap((id) => [...graph.later(id)]))];
  const parts = asked
    .filter((id) => !placed.has(id))
    .map((id) => ({ needs: reach([id], graph), weight: 1 }));
  const ofParts = filesFor(parts, placed, graph).filter((file) => often(parts, file) > 1);
  return [...ofPages.sort(oftenFirst(visits)), ...ofParts.sort(oftenFirst(parts))];
}

/** The plugin sees the whole graph before the builder asks the groups. */
export function chunks() {
  const fileOf = new Map<string, number>();
  let isForBrowsers = true;
  const plugin: Plugin = {
    name: 'chunks',
    apply: 'build',
    configResolved({ build }) {
      isForBrowsers = !build.ssr;
    },
    buildEnd(error) {
      if (error || !isForBrowsers) return;
      const graph = moduleGraph(this);
      const entries = graph.ids.filter((id) => this.getModuleInfo(id)?.isEntry);
      for (const [n, { modules }] of divided(graph, entries).entries()) {
        for (const id of modules) fileOf.set(id, n);
      }
    },
  };
  const groups = Array.from({ length: MOST }, (_, n) => ({
    name: `shared${n}`,
    test: (id: string) => fileOf.get(id) === n,
    // What only one page needs stays with it.
    minShareCount: 2,
  }));
  return { plugin, groups };
}
