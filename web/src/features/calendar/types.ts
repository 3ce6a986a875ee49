import type { components } from '@/api/schema.gen.ts';

type Schemas = components['schemas'];

export type Calendar = Required<Schemas['Calendar']>;
export type CalendarAbility = Schemas['CalendarAbility'];
export type CalendarEvent = Required<Schemas['CalendarEvent']>;
export type ListedEvent = Required<Schemas['ListedEvent']>;
export type EventDraft = Schemas['EventDraft'];
export type EventStatus = Schemas['EventStatus'];
export type Visibility = Schemas['Visibility'];
export type Place = Schemas['Place'];
export type Link = Schemas['Link'];
export type DayFact = Schemas['Day'];
/** How much of a series is meant. */
export type Scope = 'this' | 'future' | 'all';
