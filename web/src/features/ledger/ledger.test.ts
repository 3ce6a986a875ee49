/** Entries, days, drafts and addresses of the ledger; what its texts never say. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ApiError } from '@/api/ApiError.ts';
import { entriesIn, entryQuery, listQuery, mineQuery } from './api.ts';
import {
  blankLine,
  draftOf,
  settingsForm,
  settingsOf,
  sumOf,
  wrongLines,
  wrongSettings,
  wrongSum,
} from './drafts.ts';
import {
  eventWords,
  isOverdue,
  isOwed,
  leftOf,
  payerOf,
  periodOf,
  todayHere,
  toneOf,
  vatByRate,
  wantedIn,
  wrongDays,
  yearsUntil,
} from './entries.ts';
import { entryPath, filePath, listPath, paymentsPath, pdfPath } from './paths.ts';
import { entry, page, settings } from './samples.ts';

const wrong = (found: Record<string, string | undefined>) =>
  Object.entries(found).flatMap(([field, words]) => (words ? [field] : []));

describe('an entry', () => {
  const due = '2026-12-25';

  it.each([
    [{ flStatus: 1, amount: 100, dueDate: due }, '2026-12-25', 'open'],
    [{ flStatus: 1, amount: 100, dueDate: due }, '2026-12-26', 'overdue'],
    // Money that goes back is owed by nobody who is billed.
    [{ flStatus: 1, amount: -100, dueDate: due }, '2026-12-26', 'open'],
    [{ flStatus: 2, amount: 100, dueDate: due }, '2026-12-26', 'off'],
    [{ flStatus: 3, amount: 100, dueDate: due }, '2026-12-26', 'done'],
    [{ flStatus: 4, amount: 100, dueDate: due }, '2026-12-26', 'off'],
  ])('%j stands on %s: %s', (one, today, tone) => {
    expect(toneOf(one, today)).toBe(tone);
    expect(isOverdue(one, today)).toBe(tone === 'overdue');
    expect(isOwed(one)).toBe(one.flStatus === 1 && one.amount > 0);
  });

  it('is due by Swedish days', () => {
    expect(todayHere(Date.parse('2026-12-25T22:59:59.000Z'))).toBe('2026-12-25');
    expect(todayHere(Date.parse('2026-12-25T23:00:00.000Z'))).toBe('2026-12-26');
  });

  it('is paid by the organisation where there is one', () => {
    expect(payerOf(entry())).toBe('Bo Alm');
    expect(payerOf(entry({ customerEntityName: 'Lunds SK' }))).toBe('Lunds SK');
  });

  it('has what is left to refund', () => {
    expect(leftOf({ amount: 10_000, refunded: 2_500 })).toBe(7_500);
  });

  it('sums its VAT by rate, the highest first', () => {
    const line = (vatRate: number, vat: number) => ({ text: 'x', amount: 1_000, vatRate, vat });
    expect(vatByRate([line(6, 57), line(25, 200), line(0, 0), line(25, 1)])).toEqual([
      { rate: 25, vat: 201 },
      { rate: 6, vat: 57 },
    ]);
    expect(vatByRate([line(0, 0)])).toEqual([]);
  });

  it.each([
    [{ kind: 'CREATED' as const, reference: undefined }, false, 'Skapat'],
    [
      { kind: 'PAID' as const, method: 'SWISH' as const, reference: 'A1' },
      false,
      'Betalt med Swish (A1)',
    ],
    [{ kind: 'PAID' as const, method: 'CASH' as const }, true, 'Utbetalt kontant'],
    [{ kind: 'CANCELLED' as const, reason: 'Avbokad' }, false, 'Makulerat: Avbokad'],
    [{ kind: 'REFUNDED' as const, reason: 'Regn' }, false, 'Återbetalning: Regn'],
  ])('says what happened: %j', (event, isRefund, words) => {
    const { reference, ...rest } = { reference: undefined, ...event };
    const whole = { at: '', amount: 0, ...rest, ...(reference && { reference }) };
    expect(eventWords(whole, isRefund)).toBe(words);
  });

  it('that two pages name stands once', () => {
    const [one, other] = [entry(), entry({ idBookingLedger: 40 })];
    expect(entriesIn([page([one]), page([one, other])])).toEqual([one, other]);
    expect(entriesIn(undefined)).toEqual([]);
  });
});

describe('what is asked for', () => {
  it('stands in the address', () => {
    const wanted = (search: string) => wantedIn(new URLSearchParams(search));
    expect(wanted('status=3&from=2026-11-01&to=2026-11-30')).toEqual({
      status: 3,
      from: '2026-11-01',
      to: '2026-11-30',
    });
    expect(wanted('status=5&from=igår&to=2026-02-30')).toEqual({
      status: undefined,
      from: '',
      to: '',
    });
  });

  it.each([
    ['2026-11-30', '2026-11-01', 'Sista dagen ligger före den första.'],
    ['2026-01-01', '2027-02-04', undefined],
    ['2026-01-01', '2027-02-05', 'Välj högst 400 dagar.'],
    ['2026-01-01', '', undefined],
  ])('from %s to %s: %s', (from, to, words) => expect(wrongDays({ from, to })).toBe(words));

  it.each([
    [2026, 0, '2026-01-01', '2026-12-31'],
    [2028, 2, '2028-02-01', '2028-02-29'],
    [2026, 11, '2026-11-01', '2026-11-30'],
    [2026, 12, '2026-12-01', '2026-12-31'],
  ])('of %i, month %i is from %s to %s', (year, month, from, to) =>
    expect(periodOf(year, month)).toEqual({ from, to }),
  );

  it('goes back as long as vouchers are kept: this year and seven', () => {
    expect(yearsUntil('2026-11-25')).toEqual([2026, 2025, 2024, 2023, 2022, 2021, 2020, 2019]);
  });

  it('has addresses', () => {
    expect(listPath('bjorkens-if')).toBe('/bjorkens-if/underlag');
    expect(entryPath(41)).toBe('/underlag/41');
    expect([paymentsPath(), paymentsPath(3)]).toEqual([
      '/settings/payments',
      '/settings/payments?organization=3',
    ]);
    expect(pdfPath(41)).toBe('/api/v1/ledger/41/underlag.pdf');
    expect(filePath('si', 3, { from: '2026-11-01', to: '2026-11-30' })).toBe(
      '/api/v1/ledger.si?entity=3&from=2026-11-01&to=2026-11-30',
    );
  });
});

describe('what others do meanwhile', () => {
  it('is asked for once a minute, but not by whom is refused', () => {
    const wanted = { status: undefined, from: '', to: '' };
    const every = [listQuery(3, wanted), entryQuery('41')].map(
      ({ refetchInterval }) =>
        (error: unknown) =>
          typeof refetchInterval === 'function' && refetchInterval({ state: { error } } as never),
    );
    expect(every.map((of) => of(null))).toEqual([60_000, 60_000]);
    const absent = new ApiError(404, { code: 'NOT_FOUND' } as never);
    expect(every.map((of) => of(absent))).toEqual([false, false]);
    expect(mineQuery.refetchInterval).toBe(60_000);
  });
});

describe('a new entry', () => {
  const line = (text: string, amount: string) => ({ ...blankLine(), text, amount });

  it('is sent in öre, with a day only where one is said', () => {
    const lines = [line(' Hyra ', '1 234,50'), { ...line('Fika', '80'), vatRate: '12' }];
    const rest = { idEntity: 3, customer: '8', text: 'Cyklar', dueDate: '' };
    expect(sumOf(lines)).toBe(131_450);
    expect(draftOf(lines, rest)).toEqual({
      idEntity: 3,
      idAuthUserCustomer: 8,
      text: 'Cyklar',
      lines: [
        { text: 'Hyra', amount: 123_450, vatRate: 25 },
        { text: 'Fika', amount: 8_000, vatRate: 12 },
      ],
    });
    expect(draftOf(lines, { ...rest, dueDate: '2026-12-24' }).dueDate).toBe('2026-12-24');
  });

  it('says what is missing by the names that the server has', () => {
    expect(wrong(wrongLines([line('Hyra', '10'), line(' ', '0'), line('x', 'gratis')]))).toEqual([
      'lines[1].text',
      'lines[1].amount',
      'lines[2].amount',
    ]);
    expect([wrongSum('1 000 000'), wrongSum('1000000,01')]).toEqual([
      undefined,
      'Högst 1000000 kr.',
    ]);
    expect(wrongSum('75,01', 7_500)).toBe('Högst 75 kr.');
  });
});

describe('settings in a form', () => {
  it('that are not changed are sent as they were read', () => {
    const old = settings();
    expect(settingsOf(settingsForm(old), old.version)).toEqual(old);
    expect(wrong(wrongSettings(settingsForm(old)))).toEqual([]);
  });

  it('have 0 to 90 days, and accounts of four digits', () => {
    const form = settingsForm(settings());
    for (const paymentTerms of ['', '91', '1,5', '-1']) {
      expect(wrong(wrongSettings({ ...form, paymentTerms }))).toEqual(['paymentTerms']);
    }
    expect(wrong(wrongSettings({ ...form, paymentTerms: '0' }))).toEqual([]);
    const accounts = { ...form.accounts, bank: '193', vat6: '0631' };
    expect(wrong(wrongSettings({ ...form, accounts }))).toEqual(['accounts.bank', 'accounts.vat6']);
  });
});

it('nothing is called a receipt', () => {
  expect(readFileSync('src/texts/ledger.ts', 'utf8')).not.toMatch(/kvitto/i);
});
