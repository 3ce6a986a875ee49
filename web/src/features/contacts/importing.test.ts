import { describe, expect, it } from 'vitest';
import { checkPeopleFile, kindOf } from './importing.ts';

describe('a file of people', () => {
  it.each([
    ['Kontakter.vcf', 'text/vcard'],
    ['alla.VCARD', 'text/vcard'],
    ['contacts.2026.csv', 'text/csv'],
    ['bild.png', null],
    ['vcf', null],
  ])('%s is %s', (name, kind) => expect(kindOf(name)).toBe(kind));

  it('has at most 1 MiB', () => {
    expect(checkPeopleFile({ name: 'a.vcf', size: 1_048_576 })).toBeNull();
    expect(checkPeopleFile({ name: 'a.vcf', size: 1_048_577 })).toBe('tooLarge');
    expect(checkPeopleFile({ name: 'a.txt', size: 1 })).toBe('wrongType');
  });
});
