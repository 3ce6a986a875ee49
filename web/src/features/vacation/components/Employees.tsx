import { Button } from '@mantine/core';
import { IconPlus, IconUsers } from '@tabler/icons-react';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { ConfirmCall } from '@/area/ConfirmCall.tsx';
import { PagedList } from '@/area/PagedList.tsx';
import { EmptyState } from '@/components/states.tsx';
import { loadPart } from '@/lib/loadPart.ts';
import { employeeTexts as texts } from '@/texts/vacationManage.ts';
import { employeesQuery, vacationAnew, vacationCalls } from '../api.ts';
import { dayWords, holidayYearOf, todayHere } from '../days.ts';
import { savedSum } from '../said.ts';
import type { Employee, PartProps } from '../types.ts';
import { EmployeeDialog } from './EmployeeDialog.tsx';
import { Export } from './Export.tsx';
import classes from './vacation.module.css';

const ApplyDialog = lazy(() => loadPart(() => import('./ApplyDialog.tsx')));
const AbsenceDialog = lazy(() => loadPart(() => import('./AbsenceDialog.tsx')));

const keyOf = ({ user }: Employee) => user.id;

type Act = 'edit' | 'plan' | 'absence' | 'remove';
type Open = { act: 'add' } | { act: Act; one: Employee };

/** Who is employed, on which terms, with how many days; for who manages them. */
export default function Employees({ entity, settings }: PartProps) {
  const { idEntity } = entity;
  const client = useQueryClient();
  const query = useInfiniteQuery(employeesQuery(idEntity));
  const [open, setOpen] = useState<Open | null>(null);
  const close = () => setOpen(null);
  const all = query.data?.pages.flatMap(({ content }) => content) ?? [];
  const once = [...new Map(all.map((one) => [keyOf(one), one])).values()];
  const one = open && 'one' in open ? open.one : undefined;
  const whose = { idEntity, onClose: close, ...(one && { person: one.user }) };
  return (
    <div className={classes.stack}>
      <div className={classes.acts}>
        <Button
          leftSection={<IconPlus size={18} stroke={1.75} aria-hidden="true" />}
          onClick={() => setOpen({ act: 'add' })}
        >
          {texts.add}
        </Button>
      </div>
      <section aria-label={texts.title}>
        <PagedList
          query={query}
          items={once}
          keyOf={keyOf}
          row={(employee) => (
            <Row employee={employee} onAct={(act) => setOpen({ act, one: employee })} />
          )}
          label={texts.title}
          className={classes.list}
          empty={<EmptyState {...texts.none} icon={<IconUsers size={28} stroke={1.5} />} />}
        />
      </section>
      {once.length > 0 && <Export idEntity={idEntity} kind={settings.holidayYear} />}
      {(open?.act === 'add' || open?.act === 'edit') && (
        <EmployeeDialog
          idEntity={idEntity}
          kind={settings.holidayYear}
          year={holidayYearOf(todayHere(), settings.holidayYear)}
          onClose={close}
          {...(one && { old: one })}
        />
      )}
      <Suspense>
        {open?.act === 'plan' && <ApplyDialog groups={settings.groups} {...whose} />}
        {open?.act === 'absence' && <AbsenceDialog {...whose} />}
      </Suspense>
      {open?.act === 'remove' && one && (
        <ConfirmCall
          title={texts.removeTitle(one.user.displayName)}
          text={texts.removeText}
          action={texts.remove}
          danger
          call={() => vacationCalls.dismiss(idEntity, one.user.id)}
          said={texts.removed(one.user.displayName)}
          onDone={() => void vacationAnew(client)}
          onClose={close}
        />
      )}
    </div>
  );
}

type RowProps = { employee: Employee; onAct: (act: Act) => void };

const ACTS = [
  ['edit', texts.edit, texts.editOf],
  ['plan', texts.plan, texts.planOf],
  ['absence', texts.absence, texts.absenceOf],
  ['remove', texts.remove, texts.removeOf],
] as const;

function Row({ employee, onAct }: RowProps) {
  const { user, employedFrom, employedUntil, share, daysPerYear, saved } = employee;
  const since = employedUntil
    ? texts.span(dayWords(employedFrom), dayWords(employedUntil))
    : texts.since(dayWords(employedFrom));
  const sum = savedSum(saved);
  const about = [
    since,
    texts.percent(share),
    texts.perYear(daysPerYear),
    ...(sum > 0 ? [texts.savedSum(sum)] : []),
  ];
  return (
    <article className={classes.card} aria-label={user.displayName}>
      <h2 className={classes.strong} dir="auto">
        {user.displayName}
      </h2>
      <p className={classes.faint}>{about.join(' · ')}</p>
      <div className={classes.acts}>
        {ACTS.map(([act, label, labelOf]) => (
          <Button
            key={act}
            variant="default"
            aria-label={labelOf(user.displayName)}
            onClick={() => onAct(act)}
          >
            {label}
          </Button>
        ))}
      </div>
    </article>
  );
}
