import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { Dialog } from '@/components/Dialog.tsx';
import { daysWords, mineTexts, yearTexts as texts, vacationTexts } from '@/texts/vacation.ts';
import { reservationQuery } from '../api.ts';
import { spanWords } from '../days.ts';
import { groupName, type Shown, shownOf, toneWords } from '../said.ts';
import type { Group, Period, YearPerson } from '../types.ts';
import { RemoveAbsence } from './Absences.tsx';
import { Decide } from './Decide.tsx';
import classes from './vacation.module.css';
import yearly from './year.module.css';

type PersonDialogProps = {
  person: YearPerson;
  groups: readonly Group[];
  manages: boolean;
  onClose: () => void;
};

/** All of a year of one person, as much as one may know; managers answer here as well. */
export function PersonDialog({ person, groups, manages, onClose }: PersonDialogProps) {
  const { user, periods } = person;
  const shown = shownOf(periods).sort((a, b) => a.period.from.localeCompare(b.period.from));
  return (
    <Dialog title={user.displayName} onClose={onClose}>
      <div className={classes.stack}>
        <p className={classes.links}>
          <Link to={`/u/${user.slug}`} data-person={user.id}>
            @{user.username}
          </Link>
          {person.groups.length > 0 && (
            <span className={classes.faint}>
              {person.groups.map((group) => groupName(groups, group)).join(', ')}
            </span>
          )}
        </p>
        {shown.length === 0 && <p className={classes.faint}>{texts.nothing}</p>}
        <ul className={classes.list}>
          {shown.map((one) => (
            <li key={`${one.period.kind} ${one.period.from}`} className={classes.card}>
              <Line {...one} />
              {manages && typeof one.period.id === 'number' && (
                <Acts id={one.period.id} shown={one} groups={groups} />
              )}
            </li>
          ))}
        </ul>
      </div>
    </Dialog>
  );
}

function Line({ period, tone }: Shown) {
  return (
    <p className={yearly.part}>
      <span className={yearly.sample} data-tone={tone} aria-hidden="true" />
      <span>
        {texts.spoken(toneWords(tone), spanWords(period))}
        {typeof period.days === 'number' && (
          <span className={classes.faint}> {daysWords(period.days)}</span>
        )}
      </span>
    </p>
  );
}

type ActsProps = { id: number; shown: Shown; groups: readonly Group[] };

function Acts({ id, shown, groups }: ActsProps) {
  return shown.period.kind === 'ABSENCE' ? (
    <Absent id={id} period={shown.period} />
  ) : (
    <Reserved id={id} groups={groups} />
  );
}

function Absent({ id, period }: { id: number; period: Period }) {
  const [removing, setRemoving] = useState(false);
  const what = `${vacationTexts.away}, ${spanWords(period)}`;
  return (
    <div className={classes.acts}>
      <Button
        variant="default"
        aria-label={mineTexts.removeAbsenceOf(what)}
        onClick={() => setRemoving(true)}
      >
        {mineTexts.removeAbsence}
      </Button>
      {removing && <RemoveAbsence id={id} what={what} onClose={() => setRemoving(false)} />}
    </div>
  );
}

/** The whole period is asked for when somebody looks at it who may do something about it. */
function Reserved({ id, groups }: { id: number; groups: readonly Group[] }) {
  const { data } = useQuery(reservationQuery(id));
  return data ? <Decide reservation={data} groups={groups} /> : null;
}
