import { IconFlag } from '@tabler/icons-react';
import { SmartLink } from '@/components/SmartLink.tsx';
import { calendarTexts as texts } from '@/texts/calendar.ts';
import type { DayFacts } from '../facts.ts';
import classes from './day.module.css';

/** Holidays, flag days and names, each with its own page. */
export function FactLine({ facts }: { facts: DayFacts }) {
  const { names, flag, namedays, red } = facts;
  if (names.length === 0 && !flag && namedays.length === 0) return null;
  return (
    <p className={classes.facts}>
      {names.map(({ name, slug, type }) => (
        <SmartLink key={slug} to={`/${slug}`} data-red={(red && type === 'holiday') || undefined}>
          {name}
        </SmartLink>
      ))}
      {flag && (
        <SmartLink to={`/${flag.slug}`}>
          <IconFlag size={14} stroke={2} aria-hidden="true" /> {texts.flagday}
        </SmartLink>
      )}
      {namedays.length > 0 && (
        <span>
          {texts.nameday}: {namedays.join(', ')}
        </span>
      )}
    </p>
  );
}
