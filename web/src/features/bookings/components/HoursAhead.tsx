import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { Card } from '@/components/Card.tsx';
import { daysAhead as almanacAhead } from '@/features/almanac/api.ts';
import { capital, shortDate } from '@/lib/dates.ts';
import { hoursAheadTexts as texts } from '@/texts/bookingsManage.ts';
import { breaksQuery, hoursQuery } from '../api.ts';
import { coming, daysAhead, type NamedDays, openWords } from '../hoursAhead.ts';
import { todayHere } from '../times.ts';
import classes from './manage.module.css';

const DAYS = 14;
const FEW = 6;

type HoursAheadProps = { idEntity: number; school: boolean };

/** What the hours as they are saved come to: two weeks, the red days to come, the breaks of the school year. */
export function HoursAhead({ idEntity, school }: HoursAheadProps) {
  const today = todayHere();
  const { data: hours } = useQuery(hoursQuery({ kind: 'entities', id: idEntity }));
  const { data: almanac = [] } = useQuery(almanacAhead('holiday'));
  const { data: found } = useQuery({ ...breaksQuery(idEntity, today), enabled: school });
  if (!hours) return null;
  const redDays: NamedDays[] = almanac.map(({ name, date }) => ({ name, from: date, to: date }));
  const breaks = found ?? [];
  const known = { redDays, breaks };
  return (
    <>
      <Card title={texts.title} text={texts.lead} id="framover">
        <ul className={classes.rows} aria-label={texts.title}>
          {daysAhead(hours, known, today, DAYS).map(({ date, open, why }) => (
            <li key={date} className={classes.fact}>
              <span>{capital(shortDate(date))}</span>
              <span className={open.length === 0 ? classes.faint : undefined}>
                {[openWords(open), ...why].join(' · ')}
              </span>
            </li>
          ))}
        </ul>
      </Card>
      {redDays.length > 0 && (
        <Named
          id="roda-dagar"
          title={texts.redDays}
          days={coming(redDays, today, FEW)}
          closed={hours.closedOnRedDays}
        />
      )}
      {school && (
        <Named
          id="lasaret"
          title={texts.schoolYear}
          days={coming(breaks, today, FEW)}
          closed={hours.closedOnSchoolBreaks}
        >
          {found?.length === 0 && <p className={classes.faint}>{texts.noYear}</p>}
          <p className={classes.ways}>
            <Link to={`/skolkalender?organization=${idEntity}`}>{texts.toYear}</Link>
          </p>
        </Named>
      )}
    </>
  );
}

type NamedProps = {
  id: string;
  title: string;
  days: readonly NamedDays[];
  /** Whether it is closed on them. */
  closed: boolean;
  children?: React.ReactNode;
};

function Named({ id, title, days, closed, children }: NamedProps) {
  return (
    <Card
      title={title}
      {...(days.length > 0 && { text: closed ? texts.closedThen : texts.openThen })}
      id={id}
    >
      {days.length > 0 && (
        <ul className={classes.rows} aria-label={title}>
          {days.map(({ name, from, to }) => (
            <li key={`${from} ${name}`} className={classes.fact}>
              <span>{name}</span>
              <span className={classes.faint}>
                {from === to ? shortDate(from) : texts.span(shortDate(from), shortDate(to))}
              </span>
            </li>
          ))}
        </ul>
      )}
      {children}
    </Card>
  );
}
