/** Municipalities as one chooses among them. */
import type { Municipality } from '@/api/types.ts';
import { once } from './once.ts';

// Comparing by locale makes one each time: 290 names took longer than all the rest of a page.
const inOrder = once(() => new Intl.Collator('sv'));

/** By county, in Swedish order; `none`: what stands for no choice. */
export function municipalityChoices(
  municipalities: readonly Municipality[],
  none: { value: string; label: string },
) {
  const counties = new Map<string, Municipality[]>();
  const { compare } = inOrder();
  for (const one of [...municipalities].sort((a, b) => compare(a.name, b.name))) {
    counties.set(one.countyName, [...(counties.get(one.countyName) ?? []), one]);
  }
  const groups = [...counties]
    .sort(([a], [b]) => compare(a, b))
    .map(([group, own]) => ({
      group,
      items: own.map((one) => ({ value: String(one.idMunicipality), label: one.name })),
    }));
  return [none, ...groups];
}
