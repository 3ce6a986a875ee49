import { describe, expect, it } from 'vitest';
import { paymentTexts } from '@/texts/ledger.ts';
import {
  wrongBankgiro,
  wrongOrgNumber,
  wrongPlusgiro,
  wrongSwish,
  wrongVatNumber,
} from './numbers.ts';

const { wrong } = paymentTexts;

describe('a number as it is typed', () => {
  it.each([
    [wrongOrgNumber, ['', '556016-0680', '5560160680', ' 556016 0680 ']],
    [wrongVatNumber, ['', 'SE556016068001', 'se 556016 0680 01']],
    [wrongSwish, ['', '123 456 78 90', '+46 70 123 45 67', '0701234567', '1234567890']],
    [wrongBankgiro, ['', '5050-1055', '50501055', '991-2346']],
    [wrongPlusgiro, ['', '4-2', '42', '28 65 43-4']],
  ] as const)('is right for %o', (check, texts) => {
    expect(texts.filter((text) => check(text) !== undefined)).toEqual([]);
  });

  it.each([
    [wrongOrgNumber, '556016-068', wrong.orgNumber],
    [wrongOrgNumber, '556016-0681', wrong.checkDigit],
    [wrongOrgNumber, 'Klubben', wrong.orgNumber],
    [wrongVatNumber, '556016068001', wrong.vatNumber],
    [wrongVatNumber, 'SE5560160680', wrong.vatNumber],
    [wrongSwish, 'Klubben', wrong.swish],
    [wrongSwish, '123 456', wrong.swishLength(6)],
    [wrongSwish, '1234567890123456', wrong.swishLength(16)],
    [wrongBankgiro, '5050-105', wrong.checkDigit],
    [wrongBankgiro, '5050-1056', wrong.checkDigit],
    [wrongBankgiro, '50501', wrong.bankgiro],
    [wrongPlusgiro, '4', wrong.plusgiro],
    [wrongPlusgiro, '4-3', wrong.checkDigit],
  ] as const)('is wrong for %o: %s', (check, text, expected) => {
    expect(check(text)).toBe(expected);
  });
});
