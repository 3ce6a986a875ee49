/** What is set in the form, in sentences: '250 kr i timmen, 300 kr vardagar 17–21'. Pure. */
import { capital } from '@/lib/dates.ts';
import { resourceFormTexts } from '@/texts/bookingsManage.ts';
import { limitTexts, termTexts, priceRuleTexts as texts } from '@/texts/bookingsRules.ts';
import { clockIn, numberIn, tidy } from './fields.ts';
import type { ResourceForm } from './form.ts';
import { ANYBODY, type QuotaForm } from './limits.ts';
import { oreOf, shortKronor } from './money.ts';
import { type ClassForm, WORKING_DAYS } from './prices.ts';
import type { TermsForm } from './terms.ts';

const WEEK = 7;
/** So many days in a row are said by the first and the last. */
const ROW = 3;

const listed = (all: readonly string[]): string =>
  all.length < 2
    ? (all[0] ?? '')
    : `${all.slice(0, -1).join(', ')} ${texts.and} ${all[all.length - 1]}`;

/** 'vardagar', 'lördagar och söndagar', 'mån–ons och fre'. */
export function weekdayWords(weekdays: readonly number[]): string {
  const days = [...new Set(weekdays)].sort((a, b) => a - b);
  if (days.length === WEEK) return texts.everyDay;
  if (days.join() === WORKING_DAYS.join()) return texts.workingDays;
  if (days.length < ROW) return listed(days.map((day) => texts.plural[day - 1] ?? ''));
  const rows: number[][] = [];
  for (const day of days) {
    const row = rows.at(-1);
    if (row?.at(-1) === day - 1) row.push(day);
    else rows.push([day]);
  }
  const short = (day: number | undefined) => texts.short[(day ?? 1) - 1] ?? '';
  return listed(
    rows.flatMap((row) =>
      row.length < ROW ? row.map(short) : [`${short(row[0])}–${short(row.at(-1))}`],
    ),
  );
}

/** '17–21', '17:30–21'; nothing of a whole day. */
export function clockWords(start: string, end: string): string {
  const [from, to] = [clockIn(start), clockIn(end)];
  if (!from || !to || (from === '00:00' && to === '24:00')) return '';
  const short = (clock: string) => clock.replace(/^0(?=\d)/, '').replace(/:00$/, '');
  return `${short(from)}–${short(to)}`;
}

const sumOf = (text: string): string => {
  const ore = oreOf(text);
  return ore === null ? texts.missing : shortKronor(ore);
};

const ruleWords = (price: string, ...when: string[]) =>
  texts.rule(sumOf(price), when.filter(Boolean).join(' '));

const rulesOf = ({ days, schedules, hours }: ClassForm): string[] => [
  ...days.map(({ price, weekdays }) => ruleWords(price, weekdayWords(weekdays))),
  ...schedules.map(({ price, weekdays, start, end }) =>
    ruleWords(price, weekdayWords(weekdays), clockWords(start, end)),
  ),
  ...hours.map(({ price, from, to, start, end }) =>
    ruleWords(price, from === to ? from : `${from}–${to}`, clockWords(start, end)),
  ),
];

/** '300 kr vardagar 17–21'. */
export const rulesSaid = (one: ClassForm): string => rulesOf(one).join(', ') || texts.noRules;

const classWords = (one: ClassForm): string =>
  [
    oreOf(one.perHour) === null ? texts.missing : texts.perHour(sumOf(one.perHour)),
    ...rulesOf(one),
  ].join(', ');

export function pricesSaid(classes: readonly ClassForm[]): string {
  if (classes.length === 0) return resourceFormTexts.free;
  return classes
    .map((one) => {
      const name = tidy(one.name);
      return classes.length > 1 && name ? texts.ofClass(name, classWords(one)) : classWords(one);
    })
    .join('. ');
}

/** 'högst 4 timmar i veckan för varje person'. */
function quotaSaid({ limit, unit, per, holder, relation, scope }: QuotaForm): string {
  const { said } = limitTexts;
  const most = said.most(said.amount[unit](numberIn(limit) ?? 0), said.per[per]);
  const who =
    holder === 'RELATION' && relation !== ANYBODY
      ? [said.together(relation)]
      : [said.holder[holder], relation === ANYBODY ? '' : said.relation(relation)];
  return [most, ...who, said.scope[scope]].filter(Boolean).join(' ');
}

type Limits = Pick<ResourceForm, 'quotas' | 'maxConcurrent' | 'maxParticipants'>;

export function limitsSaid({ quotas, maxConcurrent, maxParticipants }: Limits): string {
  const [concurrent, participants] = [numberIn(maxConcurrent) ?? 1, numberIn(maxParticipants) ?? 0];
  const all = [
    ...quotas.map(quotaSaid),
    concurrent > 1 ? limitTexts.concurrentSaid(concurrent) : '',
    participants > 0 ? limitTexts.participantsSaid(participants) : '',
  ].filter(Boolean);
  return all.length === 0 ? limitTexts.none : `${capital(all.join(', '))}.`;
}

function cancelSaid({ free, freeCount, share }: TermsForm): string {
  const { said } = termTexts;
  if (free === 'always') return said.always;
  if (free === 'never') return said.never(share);
  return said.free(said[free](numberIn(freeCount) ?? 0), share);
}

export function termsSaid(terms: TermsForm): string {
  const { said } = termTexts;
  const noShow = {
    all: said.all,
    share: said.share(terms.noShowShare),
    sum: sumOf(terms.noShowSum),
  }[terms.noShow];
  return `${cancelSaid(terms)} ${said.noShow(noShow)}`;
}
