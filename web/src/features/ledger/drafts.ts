/** A new entry and an organisation's settings in forms, and back again. Pure. */
import type { FieldChecks } from '@/hooks/useSubmit.ts';
import { fieldOf, oreOf } from '@/lib/money.ts';
import { paymentTexts, entryFormTexts as texts } from '@/texts/ledger.ts';
import {
  wrongBankgiro,
  wrongOrgNumber,
  wrongPlusgiro,
  wrongSwish,
  wrongVatNumber,
} from './numbers.ts';
import type { Accounts, EntryDraft, LedgerSettings } from './types.ts';

/** Of a line, in öre. */
const MOST = 100_000_000;
export const MOST_LINES = 20;
const MOST_TERMS = 90;

export type LineForm = { key: string; text: string; amount: string; vatRate: string };

let made = 0;
export function blankLine(): LineForm {
  made += 1;
  return { key: `l${made}`, text: '', amount: '', vatRate: '25' };
}

/** What the lines add up to, as far as they are sums. */
export const sumOf = (lines: readonly LineForm[]): number =>
  lines.reduce((sum, { amount }) => sum + (oreOf(amount) ?? 0), 0);

export function wrongSum(text: string, most = MOST): string | undefined {
  const ore = oreOf(text);
  if (ore === null || ore === 0) return texts.wrongSum;
  return ore > most ? texts.mostSum(fieldOf(most)) : undefined;
}

export const wrongLines = (lines: readonly LineForm[]): FieldChecks =>
  Object.assign(
    {},
    ...lines.map(({ text, amount }, n) => ({
      [`lines[${n}].text`]: text.trim() ? undefined : texts.missing,
      [`lines[${n}].amount`]: wrongSum(amount),
    })),
  );

type Rest = { idEntity: number; customer: string; text: string; dueDate: string };

export const draftOf = (lines: readonly LineForm[], rest: Rest): EntryDraft => ({
  idEntity: rest.idEntity,
  idAuthUserCustomer: Number(rest.customer),
  text: rest.text,
  lines: lines.map(({ text, amount, vatRate }) => ({
    text: text.trim(),
    amount: oreOf(amount) ?? 0,
    vatRate: Number(vatRate),
  })),
  ...(rest.dueDate && { dueDate: rest.dueDate }),
});

/** Accounts of BAS have four digits. */
const ACCOUNT = /^[1-9]\d{3}$/;
const TERMS = /^\d{1,2}$/;

export type SettingsForm = Omit<LedgerSettings, 'paymentTerms' | 'accounts' | 'version'> & {
  paymentTerms: string;
  accounts: Record<keyof Accounts, string>;
};

const ofAccounts = <From, To>(accounts: Record<keyof Accounts, From>, each: (one: From) => To) =>
  Object.fromEntries(
    Object.entries(accounts).map(([name, account]) => [name, each(account)]),
  ) as Record<keyof Accounts, To>;

export const settingsForm = ({ version: _, ...settings }: LedgerSettings): SettingsForm => ({
  ...settings,
  paymentTerms: String(settings.paymentTerms),
  accounts: ofAccounts(settings.accounts, String),
});

export const settingsOf = (form: SettingsForm, version: number): LedgerSettings => ({
  ...form,
  version,
  orgNumber: form.orgNumber.trim(),
  vatNumber: form.vatNumber.trim(),
  address: form.address.trim(),
  swish: form.swish.trim(),
  bankgiro: form.bankgiro.trim(),
  plusgiro: form.plusgiro.trim(),
  paymentTerms: Number(form.paymentTerms),
  accounts: ofAccounts(form.accounts, Number),
});

/** What is wrong with each field, in the order in which they stand. */
export function wrongSettings({ paymentTerms, accounts, ...form }: SettingsForm): FieldChecks {
  const isTerms = TERMS.test(paymentTerms.trim()) && Number(paymentTerms) <= MOST_TERMS;
  const wrong = Object.entries(accounts).map(([name, account]) => [
    `accounts.${name}`,
    ACCOUNT.test(account.trim()) ? undefined : paymentTexts.wrongAccount,
  ]);
  return {
    orgNumber: wrongOrgNumber(form.orgNumber),
    vatNumber: wrongVatNumber(form.vatNumber),
    swish: wrongSwish(form.swish),
    bankgiro: wrongBankgiro(form.bankgiro),
    plusgiro: wrongPlusgiro(form.plusgiro),
    paymentTerms: isTerms ? undefined : paymentTexts.wrongTerms(MOST_TERMS),
    ...Object.fromEntries(wrong),
  };
}
