/** Entries of a sports club's ledger, for tests. */
import type { Entry, EntryPage, LedgerSettings } from './types.ts';

export const entry = (more: Partial<Entry> = {}): Entry => ({
  idBookingLedger: 41,
  uuid: '0192f0c1-0000-7000-8000-000000000041',
  year: 2026,
  number: 17,
  reference: '2026-17',
  idEntity: 3,
  entityName: 'Björkens IF',
  entitySlug: 'bjorkens-if',
  idAuthUserCustomer: 8,
  customerName: 'Bo Alm',
  kind: 'BOOKING',
  text: 'Hel hall, 27 november 13:00–14:00',
  amount: 123_450,
  vat: 24_690,
  lines: [{ text: 'Hel hall, 1 tim', amount: 123_450, vatRate: 25, vat: 24_690 }],
  refunded: 0,
  flStatus: 1,
  status: 1,
  statusText: 'Obetald',
  dueDate: '2026-12-25',
  daCreated: '2026-11-25T09:00:00.000Z',
  abilities: [],
  version: 1,
  ...more,
});

export const payment = {
  swish: {
    payee: '1231181189',
    amount: '1234,50',
    message: '2026-17',
    qr: 'C1231181189;1234,50;2026-17;0',
    link: 'https://app.swish.nu/1/p/sw/?sw=1231181189&amt=1234.50&msg=2026-17',
  },
  bankgiro: '123-4567',
  reference: '2026-17',
};

export const page = (content: Entry[], more: Partial<EntryPage> = {}): EntryPage => ({
  content,
  page: 0,
  size: 10,
  total: content.length,
  balance: { open: 123_450, overdue: 0, paid: 50_000 },
  ...more,
});

export const settings = (more: Partial<LedgerSettings> = {}): LedgerSettings => ({
  version: 2,
  orgNumber: '802000-9992',
  vatNumber: '',
  address: 'Almgatan 4\n222 22 Lund',
  paymentTerms: 30,
  swish: '1231181189',
  bankgiro: '',
  plusgiro: '',
  stopOverdue: false,
  accounts: {
    receivable: 1510,
    bank: 1930,
    revenue25: 3001,
    revenue12: 3002,
    revenue6: 3003,
    revenue0: 3004,
    vat25: 2611,
    vat12: 2621,
    vat6: 2631,
    rounding: 3740,
  },
  ...more,
});
