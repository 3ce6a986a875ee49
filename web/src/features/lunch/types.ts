import type { components } from '@/api/schema.gen.ts';

type Schemas = components['schemas'];

export type Diet = Schemas['Diet'];
export type Allergen = Schemas['Allergen'];
export type Dish = Required<Schemas['Dish']>;
export type LunchDay = Required<Omit<Schemas['LunchDay'], 'dishes'>> & { dishes: Dish[] };
export type LunchSchool = Required<Schemas['LunchSchool']>;
export type LunchMenu = {
  school: LunchSchool;
  days: LunchDay[];
  abilities: Schemas['LunchAbility'][];
};
export type LunchSchools = { content: LunchSchool[]; next: string | null; hasMore: boolean };
export type ImportedDays = { days: LunchDay[]; replaced: string[]; isSaved: boolean };

/** A day as it is sent; without dishes and note nothing is said of it any more. */
export type DayDraft = { date: string; dishes: Dish[]; note: string | null; version: number };
