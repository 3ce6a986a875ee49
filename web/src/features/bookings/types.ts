/** Bookables and bookings as they go over the wire (actors/src/bookings/view.rs, storage/src/bookings/settings.rs). */
import type { EntityType, RelationType } from '@/api/types.ts';

export type BookableKind = 'ROOM' | 'THING' | 'PERSON' | 'TABLE';
export type BookableAbility = 'BOOK' | 'MANAGE';
export type BookingAbility =
  | 'CANCEL'
  | 'MOVE'
  | 'CONFIRM'
  | 'DECLINE'
  | 'CHECK_IN'
  | 'CHECK_OUT'
  | 'NO_SHOW';

/** 'HH:MM', 24:00 at most. */
export type WallClock = string;
/** RFC 3339. */
export type Moment = string;

export type LessonPeriod = { name: string; start: WallClock; end: WallClock };

export type Quota = {
  holder: 'PERSON' | 'ORGANISATION' | 'RELATION';
  scope: 'BOOKABLE' | 'GROUP' | 'ENTITY';
  unit: 'HOURS' | 'RESERVATIONS';
  per: 'DAY' | 'WEEK' | 'MONTH' | 'YEAR';
  limit: number;
  relation?: RelationType;
};

export type PriceDay = { idBookablePriceDay: number; weekday: number; price: number };
export type PriceDayTimeSchedule = {
  idBookablePriceDayTimeSchedule: number;
  weekday: number;
  start: WallClock;
  end: WallClock;
  price: number;
};
export type PriceHour = {
  idBookablePriceHour: number;
  from: string;
  to: string;
  start: WallClock;
  end: WallClock;
  price: number;
};

export type PriceClass = {
  name: string;
  relationTypes: RelationType[];
  entityTypes: EntityType[];
  /** Percent, contained in the prices. */
  vatRate: number;
  /** Öre an hour. */
  base: number;
  days: PriceDay[];
  schedules: PriceDayTimeSchedule[];
  hours: PriceHour[];
};

/** At most one of the three `free…`; none of them: no cancellation is free. */
export type Cancellation = {
  freeHours?: number;
  freeDays?: number;
  freeWorkingDays?: number;
  /** The fee after that, in percent of the price. */
  share: number;
  noShow?: { share: number } | { sum: number };
};

export type Question = {
  id: string;
  text: string;
  kind: 'TEXT' | 'CHOICE';
  options: string[];
  required: boolean;
};

export type BookableSettings = {
  slotMode: 'STEP' | 'PERIODS';
  slotStep: number;
  slotOffset?: number;
  periods: LessonPeriod[];
  minLength: number;
  maxLength: number;
  bufferTime: number;
  minNotice: number;
  maxNotice: number;
  requiresApproval: boolean;
  allowMultiday: boolean;
  maxParticipants: number;
  maxConcurrent: number;
  enableCheckIn: boolean;
  autoReleaseMinutes: number;
  /** Relation types, or PUBLIC. */
  whoMayBook: string[];
  guests: boolean;
  quotas: Quota[];
  priceClasses: PriceClass[];
  cancellation?: Cancellation;
  questions: Question[];
};

export type Bookable = BookableSettings & {
  idBookable: number;
  idEntity: number;
  name: string;
  slug: string;
  kind: BookableKind;
  idSpace: number;
  /** From 1. */
  units: number[];
  description: string;
  place: string;
  /** 0 hidden, 1 available, 2 unavailable. */
  status: number;
  version: number;
  abilities: BookableAbility[];
};

export type BookableDraft = BookableSettings & {
  idEntity: number;
  name: string;
  kind: BookableKind;
  idSpace?: number;
  unitCount: number;
  units: number[];
  description: string;
  place: string;
  status: number;
  version?: number;
};

export type Space = { idSpace: number; name: string; unitCount: number };
export type Bookables = { content: Bookable[]; spaces: Space[]; abilities: BookableAbility[] };

export type OpenPeriod = {
  id: number;
  from?: string;
  to?: string;
  /** 1 is Monday. */
  weekdays: number[];
  start: WallClock;
  end: WallClock;
};
export type Closure = {
  id: number;
  name: string;
  from: string;
  to: string;
  start?: WallClock;
  end?: WallClock;
};
export type Availability = {
  periods: OpenPeriod[];
  closures: Closure[];
  closedOnRedDays: boolean;
};
/** As it is read and, with the version that was read, sent back. */
export type BookableAvailability = Availability & { version: number };

/** Half-open. */
export type TimeSpan = { start: Moment; end: Moment };
export type Slot = {
  start: Moment;
  /** The earliest possible end. */
  end: Moment;
  /** The latest possible end. */
  latest: Moment;
  free: boolean;
  name?: string;
  /** Öre, from `start` to `end`; absent: nothing is charged. */
  price?: number;
};
export type Slots = { idBookable: number; content: Slot[] };

export type ScheduleBooking = TimeSpan & {
  title: string;
  idReservationExclusive?: number;
  flStatus?: number;
};
export type ScheduleRow = {
  idBookable: number;
  name: string;
  status: number;
  open: TimeSpan[];
  taken: ScheduleBooking[];
};
export type Schedule = { content: ScheduleRow[] };

/** A time for which somebody waits. */
export type WaitingForTime = TimeSpan & { idWaiting: number };

export type Hold = { holdId: number; expiresAt: Moment; price: number };

export type PriceLine = {
  rule: 'HOUR' | 'SCHEDULE' | 'DAY' | 'BASE';
  id: number;
  minutes: number;
  pricePerHour: number;
  amount: number;
  vatRate: number;
  vat: number;
};
/** What cancelling costs. */
export type BookingTerms = { freeUntil?: Moment; share: number };
export type QuoteDraft = TimeSpan & { idBookable: number; idEntity?: number };
export type Quote = {
  price: number;
  vat: number;
  priceClass?: string;
  lines: PriceLine[];
  terms: BookingTerms;
};

export type BookingDraft = TimeSpan & {
  holdId?: number;
  idBookable: number;
  idEntity?: number;
  participants?: number;
  answers: Record<string, string>;
  note: string;
  expectedPrice?: number;
};
export type MoveDraft = TimeSpan & { version: number };

export type Booking = TimeSpan & {
  idReservationExclusive: number;
  /** 1 booked, 2 cancelled, 3 pending, 4 declined, 5 checked in, 6 completed, 7 no-show. */
  flStatus: number;
  statusText: string;
  idBookable: number;
  bookableName: string;
  idEntity: number;
  entityName: string;
  entitySlug: string;
  idUser: number;
  userName: string;
  idCustomerEntity?: number;
  participants?: number;
  answers: Record<string, string>;
  note: string;
  price: number;
  vat: number;
  lines: PriceLine[];
  fee: number;
  /** By which it was booked. */
  terms: BookingTerms;
  reason?: string;
  created: Moment;
  version: number;
  abilities: BookingAbility[];
};
export type Bookings = { content: Booking[]; hasMore: boolean; cursor?: string };

/** What is done with a booking, as the address says it. */
export type Act = 'confirm' | 'decline' | 'cancel' | 'checkin' | 'checkout' | 'noshow';
