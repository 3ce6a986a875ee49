/** What cancelling and not coming cost, in a form and back again. Pure. */
import { resourceFormTexts } from '@/texts/bookingsManage.ts';
import { termTexts } from '@/texts/bookingsRules.ts';
import { bounded, numberIn, type Wrong } from './fields.ts';
import { fieldOf, oreOf } from './money.ts';
import type { Cancellation } from './types.ts';

const WHOLE = 100;
const MOST_SUM = 10_000_000;
const MOST_FREE = { hours: 8_784, days: 366, workingDays: 250 };

export type FreeMode = 'always' | 'hours' | 'days' | 'workingDays' | 'never';
/** What whoever does not come pays: the price, a share of it, or a sum. */
export type NoShowMode = 'all' | 'share' | 'sum';

export type TermsForm = {
  free: FreeMode;
  freeCount: string;
  share: string;
  noShow: NoShowMode;
  noShowShare: string;
  noShowSum: string;
};

function freeOf(terms: Cancellation | undefined): Pick<TermsForm, 'free' | 'freeCount'> {
  if (!terms || terms.share === 0) return { free: 'always', freeCount: '24' };
  const { freeHours, freeDays, freeWorkingDays } = terms;
  if (freeHours !== undefined) return { free: 'hours', freeCount: String(freeHours) };
  if (freeDays !== undefined) return { free: 'days', freeCount: String(freeDays) };
  if (freeWorkingDays !== undefined) {
    return { free: 'workingDays', freeCount: String(freeWorkingDays) };
  }
  return { free: 'never', freeCount: '24' };
}

function noShowOf({ noShow }: Cancellation): Partial<TermsForm> {
  if (!noShow) return {};
  return 'share' in noShow
    ? { noShow: 'share', noShowShare: String(noShow.share) }
    : { noShow: 'sum', noShowSum: fieldOf(noShow.sum) };
}

export const termsForm = (terms: Cancellation | undefined): TermsForm => ({
  ...freeOf(terms),
  share: String(terms && terms.share > 0 ? terms.share : WHOLE),
  noShow: 'all',
  noShowShare: '50',
  noShowSum: '',
  ...(terms && noShowOf(terms)),
});

const isCounted = (free: FreeMode): free is keyof typeof MOST_FREE => free in MOST_FREE;

export function wrongTerms({ free, freeCount, share, ...form }: TermsForm): Wrong {
  const sum = oreOf(form.noShowSum);
  const isSum = sum !== null && sum <= MOST_SUM;
  return {
    freeCount: isCounted(free) ? bounded(freeCount, 0, MOST_FREE[free]) : undefined,
    'cancellation.share': free === 'always' ? undefined : bounded(share, 0, WHOLE),
    'cancellation.noShow.share':
      form.noShow === 'share' ? bounded(form.noShowShare, 0, WHOLE) : undefined,
    'cancellation.noShow.sum':
      form.noShow !== 'sum' || isSum
        ? undefined
        : sum === null
          ? resourceFormTexts.wrongPrice
          : termTexts.mostSum,
  };
}

function noShowIn({ noShow, noShowShare, noShowSum }: TermsForm): Pick<Cancellation, 'noShow'> {
  if (noShow === 'all') return {};
  if (noShow === 'sum') return { noShow: { sum: oreOf(noShowSum) ?? 0 } };
  return { noShow: { share: numberIn(noShowShare) ?? WHOLE } };
}

const FIELDS = ['free', 'freeCount', 'share', 'noShow', 'noShowShare', 'noShowSum'] as const;

/** Terms as they are sent; undefined: cancelling is free, and who does not come pays all. Where nothing is changed, as they were. */
export function termsOf(form: TermsForm, old: Cancellation | undefined): Cancellation | undefined {
  const before = termsForm(old);
  if (FIELDS.every((field) => form[field] === before[field])) return old;
  const noShow = noShowIn(form);
  if (form.free === 'always') {
    return noShow.noShow ? { freeHours: 0, share: 0, ...noShow } : undefined;
  }
  const count = numberIn(form.freeCount) ?? 0;
  const free = {
    hours: { freeHours: count },
    days: { freeDays: count },
    workingDays: { freeWorkingDays: count },
    never: {},
  }[form.free];
  return { ...free, share: numberIn(form.share) ?? WHOLE, ...noShow };
}
