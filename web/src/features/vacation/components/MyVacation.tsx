import { Button } from '@mantine/core';
import { IconBeach, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { Link } from 'react-router';
import { isRefused } from '@/api/ApiError.ts';
import { EmptyState } from '@/components/states.tsx';
import { loadPart } from '@/lib/loadPart.ts';
import { balanceTexts, mineTexts as texts } from '@/texts/vacation.ts';
import { mineQuery } from '../api.ts';
import { yearName } from '../days.ts';
import { vacationPath } from '../paths.ts';
import { byState } from '../said.ts';
import type { Mine, PartProps, Reservation } from '../types.ts';
import { useShownYear } from '../useShownYear.ts';
import { Absences } from './Absences.tsx';
import { Balance } from './Balance.tsx';
import { Pending } from './Pending.tsx';
import { ReservationCard } from './ReservationCard.tsx';
import classes from './vacation.module.css';
import { Warnings } from './Warnings.tsx';
import { YearNav } from './YearNav.tsx';

const ApplyDialog = lazy(() => loadPart(() => import('./ApplyDialog.tsx')));
const AbsenceDialog = lazy(() => loadPart(() => import('./AbsenceDialog.tsx')));

const icon = <IconBeach size={28} stroke={1.5} />;
type Open = 'apply' | 'absence' | Reservation;

/** One's own days, periods and absences in a holiday year. */
export function MyVacation({ entity, settings, manages }: PartProps) {
  const { idEntity, entitySlug } = entity;
  const kind = settings.holidayYear;
  const year = useShownYear(kind);
  const mine = useQuery(mineQuery(idEntity, year));
  const [open, setOpen] = useState<Open | null>(null);
  const close = () => setOpen(null);
  if (isRefused(mine.error)) return <NotEmployed slug={entitySlug} manages={manages} />;
  if (!mine.data) return <Pending {...mine} />;
  const { balance, warnings } = mine.data;
  return (
    <div className={classes.stack}>
      <YearNav year={year} pathOf={(to) => vacationPath(entitySlug, 'mine', { year: to })}>
        {balanceTexts.year(yearName(year, kind))}
      </YearNav>
      <div className={classes.stack} aria-busy={mine.isPlaceholderData}>
        <Balance balance={balance} kind={kind} />
        <Warnings warnings={warnings} groups={settings.groups} />
        <div className={classes.acts}>
          <Button
            leftSection={<IconPlus size={18} stroke={1.75} aria-hidden="true" />}
            onClick={() => setOpen('apply')}
          >
            {texts.apply}
          </Button>
          <Button variant="default" onClick={() => setOpen('absence')}>
            {texts.absence}
          </Button>
        </div>
        <Periods mine={mine.data} settings={settings} onEdit={setOpen} />
        <Absences absences={mine.data.absences} />
      </div>
      <Suspense>
        {open === 'absence' && <AbsenceDialog idEntity={idEntity} onClose={close} />}
        {open && open !== 'absence' && (
          <ApplyDialog
            idEntity={idEntity}
            groups={settings.groups}
            onClose={close}
            {...(open !== 'apply' && { old: open })}
          />
        )}
      </Suspense>
    </div>
  );
}

type PeriodsProps = {
  mine: Mine;
  settings: PartProps['settings'];
  onEdit: (reservation: Reservation) => void;
};

function Periods({ mine: { reservations }, settings, onEdit }: PeriodsProps) {
  const parts = byState(reservations);
  if (parts.length === 0) return <EmptyState {...texts.none} icon={icon} />;
  return parts.map(({ state, some }) => (
    <section key={state} className={classes.section} aria-labelledby={`of-${state}`}>
      <h2 id={`of-${state}`}>{texts.sections[state]}</h2>
      <ul className={classes.list} aria-labelledby={`of-${state}`}>
        {some.map((one) => (
          <li key={one.idVacationPlanReservation}>
            <ReservationCard reservation={one} groups={settings.groups} onEdit={onEdit} />
          </li>
        ))}
      </ul>
    </section>
  ));
}

/** Who manages the staff need not be of it. */
function NotEmployed({ slug, manages }: { slug: string; manages: boolean }) {
  return (
    <EmptyState {...balanceTexts.notEmployee} icon={icon}>
      {manages && (
        <Button component={Link} to={vacationPath(slug, 'employees')}>
          {balanceTexts.toEmployees}
        </Button>
      )}
    </EmptyState>
  );
}
