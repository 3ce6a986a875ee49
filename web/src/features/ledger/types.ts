/** A ledger's entries and settings as the server sends them. */
type Id = number;
/** RFC 3339. */
type Moment = string;
/** yyyy-mm-dd. */
type Day = string;

export type EntryKind = 'BOOKING' | 'FEE' | 'REFUND' | 'MANUAL';
export type EventKind = 'CREATED' | 'PAID' | 'CANCELLED' | 'REFUNDED';
export type PaymentMethod = 'SWISH' | 'CARD' | 'BANKGIRO' | 'CASH' | 'OTHER';
export type EntryAbility = 'PAY' | 'CANCEL' | 'REFUND';

/** All sums are öre, VAT included. */
export type EntryLine = { text: string; amount: number; vatRate: number; vat: number };

export type SwishPayment = {
  payee: string;
  amount: string;
  message: string;
  /** What a code says. */
  qr: string;
  /** Opens the app. */
  link: string;
};
export type Payment = {
  swish?: SwishPayment;
  bankgiro?: string;
  plusgiro?: string;
  reference: string;
};

export type EntryEvent = {
  kind: EventKind;
  at: Moment;
  byName?: string;
  amount: number;
  method?: PaymentMethod;
  reference?: string;
  reason?: string;
};

export type Entry = {
  idBookingLedger: Id;
  uuid: string;
  year: number;
  number: number;
  /** Year and number: '2026-17'. */
  reference: string;
  idEntity: Id;
  entityName: string;
  entitySlug: string;
  idAuthUserCustomer: Id;
  customerName: string;
  idCustomerEntity?: Id;
  customerEntityName?: string;
  kind: EntryKind;
  text: string;
  idReservationExclusive?: Id;
  idRefundOf?: Id;
  amount: number;
  vat: number;
  lines: EntryLine[];
  refunded: number;
  /** 1 open, 2 cancelled, 3 paid, 4 refunded. */
  flStatus: number;
  status: number;
  statusText: string;
  dueDate: Day;
  paymentMethod?: PaymentMethod;
  paymentReference?: string;
  cancelReason?: string;
  daCreated: Moment;
  daPaid?: Moment;
  daCancelled?: Moment;
  abilities: EntryAbility[];
  version: number;
  payment?: Payment;
  /** Where one entry is asked for. */
  events?: EntryEvent[];
};

export type Balance = { open: number; overdue: number; paid: number };
export type EntryPage = {
  content: Entry[];
  page: number;
  size: number;
  total: number;
  /** Of an organisation. */
  balance?: Balance;
};

export type EntryDraft = {
  idEntity: Id;
  idAuthUserCustomer: Id;
  idCustomerEntity?: Id;
  text: string;
  lines: { text: string; amount: number; vatRate: number }[];
  dueDate?: Day;
};
export type PaidDraft = { method: PaymentMethod; reference?: string };
export type RefundDraft = { amount: number; reason?: string };

export type Accounts = {
  receivable: number;
  bank: number;
  revenue25: number;
  revenue12: number;
  revenue6: number;
  revenue0: number;
  vat25: number;
  vat12: number;
  vat6: number;
  rounding: number;
};
export type LedgerSettings = {
  version: number;
  orgNumber: string;
  vatNumber: string;
  address: string;
  paymentTerms: number;
  swish: string;
  bankgiro: string;
  plusgiro: string;
  stopOverdue: boolean;
  accounts: Accounts;
};
