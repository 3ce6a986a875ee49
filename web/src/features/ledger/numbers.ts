/**
 * What is wrong with the numbers of an organisation and its accounts, as they are typed: undefined where nothing is. The server
 * has the last word (actors/src/ledger/rules/settings.rs). Pure.
 */
import { paymentTexts } from '@/texts/ledger.ts';

const texts = paymentTexts.wrong;

const ORG_NUMBER = 10;
/** What Swish takes as a payee: a number of a company or a mobile one with its country. */
const SWISH = { least: 9, most: 15 };
const BANKGIRO = { least: 7, most: 8 };
const PLUSGIRO = { least: 2, most: 8 };
const VAT_NUMBER = /^SE\d{12}$/;

/** The digits of a number that may be written with spaces and hyphens; null: it holds something else. */
function digitsOf(text: string): string | null {
  const kept = text.replace(/[\s\u00a0\u2011–-]/g, '');
  return /^\d*$/.test(kept) ? kept : null;
}

/** Whether the last digit is the check digit of the others (Luhn). */
function isChecked(digits: string): boolean {
  const sum = [...digits].reverse().reduce((total, digit, at) => {
    const value = Number(digit) * (at % 2 === 1 ? 2 : 1);
    return total + Math.floor(value / 10) + (value % 10);
  }, 0);
  return sum % 10 === 0;
}

function wrongChecked(
  text: string,
  { least, most }: { least: number; most: number },
  format: string,
): string | undefined {
  const digits = digitsOf(text);
  if (digits === '') return undefined;
  if (digits === null || digits.length < least || digits.length > most) return format;
  return isChecked(digits) ? undefined : texts.checkDigit;
}

export const wrongOrgNumber = (text: string): string | undefined =>
  wrongChecked(text, { least: ORG_NUMBER, most: ORG_NUMBER }, texts.orgNumber);

export const wrongBankgiro = (text: string): string | undefined =>
  wrongChecked(text, BANKGIRO, texts.bankgiro);

export const wrongPlusgiro = (text: string): string | undefined =>
  wrongChecked(text, PLUSGIRO, texts.plusgiro);

export function wrongVatNumber(text: string): string | undefined {
  const tidy = text.replace(/[\s\u00a0]/g, '').toUpperCase();
  return tidy === '' || VAT_NUMBER.test(tidy) ? undefined : texts.vatNumber;
}

export function wrongSwish(text: string): string | undefined {
  const digits = digitsOf(text.trim().replace(/^\++/, ''));
  if (digits === null) return texts.swish;
  // A mobile number in Sweden, which is kept with its country.
  const whole = digits.replace(/^0(?=[1-9])/, '46');
  if (whole === '') return undefined;
  return whole.length < SWISH.least || whole.length > SWISH.most
    ? texts.swishLength(digits.length)
    : undefined;
}
