import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { applyTexts as texts } from '@/texts/vacation.ts';
import { checkQuery } from '../api.ts';
import { wrongSpan } from '../days.ts';
import type { Checked, Group, Span } from '../types.ts';
import classes from './vacation.module.css';
import { Warnings } from './Warnings.tsx';

type OutlookProps = {
  idEntity: number;
  span: Span;
  groups: readonly Group[];
  /** The period that is changed. */
  instead: number | undefined;
};

/** What a period comes to, as soon as both its days stand there. */
export function Outlook({ idEntity, span, groups, instead }: OutlookProps) {
  const isWhole = Object.keys(wrongSpan(span)).length === 0;
  const { data, error, isPlaceholderData } = useQuery({
    ...checkQuery(idEntity, span, instead),
    enabled: isWhole,
    placeholderData: keepPreviousData,
  });
  const known = isWhole && data && !error;
  return (
    <div className={classes.outlook} role="status" aria-busy={isPlaceholderData}>
      {!isWhole && <p className={classes.faint}>{texts.choose}</p>}
      {isWhole && error && <p>{texts.uncounted}</p>}
      {isWhole && !error && !data && <p className={classes.faint}>{texts.counting}</p>}
      {known && <Counted checked={data} groups={groups} />}
    </div>
  );
}

type CountedProps = { checked: Checked; groups: readonly Group[] };

function Counted({ checked: { days, warnings, balance }, groups }: CountedProps) {
  const left = balance.left - days;
  return (
    <>
      <p>
        <strong>{texts.counted(days)}</strong>{' '}
        {left < 0 ? texts.overAfter(-left) : texts.leftAfter(left)}
      </p>
      {warnings.length === 0 ? (
        <p className={classes.faint}>{texts.nobodyWarned}</p>
      ) : (
        <Warnings warnings={warnings} groups={groups} />
      )}
    </>
  );
}
