import type { components } from '@/api/schema.gen.ts';
import { scopeTexts as texts } from '@/texts/tokens.ts';

export type Scope = components['schemas']['Scope'];
export type Act = 'read' | 'write';
export type Area = keyof typeof texts.areas;

export const ACTS: Act[] = ['read', 'write'];
export const AREAS = Object.keys(texts.areas) as Area[];

export const scopeOf = (area: Area, act: Act): Scope => `${area}:${act}`;

/** What is sent: where everything may be read, or changed, no area is named besides. */
export function chosen(scopes: readonly Scope[]): Scope[] {
  const isGeneral = (scope: Scope) => scope === 'read' || scope === 'write';
  const covers = (scope: Scope) => (scope.endsWith('read') ? 'read' : 'write');
  return scopes.filter((scope) => isGeneral(scope) || !scopes.includes(covers(scope)));
}

/** What a token may do, in words: 'Chatt och meddelanden (läsa, ändra)'. */
export function inWords(scopes: readonly Scope[]): string {
  const acts = (has: (act: Act) => boolean) =>
    ACTS.filter(has)
      .map((act) => texts[act].toLowerCase())
      .join(', ');
  const parts = [
    [texts.all, acts((act) => scopes.includes(act))],
    ...AREAS.map((area) => [texts.areas[area], acts((act) => scopes.includes(scopeOf(area, act)))]),
  ];
  return parts.flatMap(([name, done]) => (done ? [`${name} (${done})`] : [])).join(' · ');
}
