/** A ledger's entries and settings, by the names of the API document (schema.gen.ts). All sums are öre, VAT included. */
import type { components } from '@/api/schema.gen.ts';

type Schemas = components['schemas'];

export type Entry = Schemas['LedgerEntry'];
export type EntryKind = Entry['kind'];
export type EntryLine = Schemas['LedgerLine'];
export type EntryEvent = Schemas['LedgerEvent'];
export type EventKind = EntryEvent['kind'];
export type EntryAbility = Schemas['LedgerAbility'];
export type PaymentMethod = Schemas['PaymentMethod'];
export type Payment = Schemas['LedgerPayment'];
export type SwishPayment = Schemas['SwishPayment'];
export type Balance = Schemas['LedgerBalance'];
export type Sender = Schemas['LedgerSender'];
export type EntryPage = Schemas['LedgerPage'];
export type LedgerSettings = Schemas['LedgerSettings'];
export type Accounts = LedgerSettings['accounts'];

export type EntryDraft = Schemas['LedgerEntryDraft'];
export type PaidDraft = Schemas['LedgerPaidDraft'];
export type RefundDraft = Schemas['LedgerRefundDraft'];
