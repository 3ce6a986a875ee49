/**
 * Bookables and bookings, by the names of the API document (schema.gen.ts). The server always sends
 * what whoever sends it may leave out: lists, the VAT, ids.
 */
import type { components } from '@/api/schema.gen.ts';

type Schemas = components['schemas'];

export type BookableKind = Schemas['BookableKind'];
export type BookingAbility = Schemas['BookingAbility'];
export type Cancellation = Schemas['Cancellation'];
export type PriceClass = Required<Schemas['PriceClass']>;
export type Quota = Schemas['Quota'];
export type Question = Required<Schemas['EnrollmentQuestion']>;
type Whole<T> = Omit<T, 'priceClasses' | 'questions'> & {
  priceClasses: PriceClass[];
  questions: Question[];
};
export type BookableSettings = Whole<Schemas['BookableSettings']>;
export type Bookable = Whole<Schemas['Bookable']>;
export type BookablePicture = Schemas['BookablePicture'];
export type BookableDraft = Schemas['BookableDraft'];
export type Space = Schemas['Space'];
export type Bookables = Omit<Schemas['Bookables'], 'content'> & { content: Bookable[] };
type WithId<T> = T & { id: number };
export type BookableAvailability = Omit<Schemas['BookableAvailability'], 'periods' | 'closures'> & {
  periods: WithId<Schemas['OpenPeriod']>[];
  closures: WithId<Schemas['Closure']>[];
};

export type TimeSpan = Schemas['TimeSpan'];
export type Slot = Schemas['Slot'];
export type Slots = Schemas['Slots'];
export type ScheduleBooking = Schemas['ScheduleBooking'];
export type ScheduleRow = Schemas['ScheduleRow'];
export type Schedule = Schemas['Schedule'];
export type WaitingForTime = Schemas['WaitingForTime'];
export type QueuedTime = Schemas['QueuedTime'];
export type QueuedTimes = Schemas['QueuedTimes'];

export type Hold = Schemas['Hold'];
export type BookingTerms = Schemas['BookingTerms'];
export type QuoteDraft = Schemas['QuoteDraft'];
export type Quote = Schemas['Quote'];
/** Of a hold too with the time. */
export type BookingDraft = Schemas['BookingDraft'] & TimeSpan;
export type MoveDraft = Schemas['MoveDraft'];
export type Booking = Schemas['Booking'];
/** As a message shares it. */
export type SharedBooking = Schemas['SharedBooking'];
export type BookableGroup = Schemas['BookableGroup'];
export type BookableGroups = Schemas['BookableGroups'];
export type BookableGroupDraft = Schemas['BookableGroupDraft'];
/** One booking, or a series of them. */
export type Booked = Schemas['Booked'];
export type SeriesScope = Schemas['SeriesScope'];
export type SkippedBooking = Schemas['SkippedBooking'];
export type Reason = Schemas['ReasonDraft'];
export type Bookings = Schemas['Bookings'];

/** What is done with a booking, as the address says it. */
export type Act = 'confirm' | 'decline' | 'cancel' | 'checkin' | 'checkout' | 'noshow';
