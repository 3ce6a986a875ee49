import { Button, NativeSelect } from '@mantine/core';
import { IconPrinter, IconUsers } from '@tabler/icons-react';
import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { EmptyState } from '@/components/states.tsx';
import { shortDate } from '@/lib/dates.ts';
import { STAY } from '@/lib/stay.ts';
import { yearTexts as texts } from '@/texts/vacation.ts';
import { holidayYearOf, monthsOf, spanWords, todayHere, yearName } from '../days.ts';
import { groupKey } from '../forms.ts';
import { vacationPath } from '../paths.ts';
import { groupName } from '../said.ts';
import type { Below, Group, PartProps, YearPerson } from '../types.ts';
import { useShownYear } from '../useShownYear.ts';
import { useYear } from '../useYear.ts';
import { Pending } from './Pending.tsx';
import { PersonDialog } from './PersonDialog.tsx';
import classes from './vacation.module.css';
import { YearGrid } from './YearGrid.tsx';
import { YearNav } from './YearNav.tsx';
import { YearWeeks } from './YearWeeks.tsx';
import yearly from './year.module.css';

/** So many runs are open at once. */
const FEW = 6;

/** The staff's holiday year: on a desk all of it at once, on a phone the weeks of a month. */
export default function YearOf({ entity, settings, manages }: PartProps) {
  const { idEntity, entitySlug } = entity;
  const kind = settings.holidayYear;
  const [params] = useSearchParams();
  const year = useShownYear(kind);
  const wanted = params.get('group') ?? '';
  // A group that is no more is nobody's.
  const chosen = settings.groups.find(({ id }) => groupKey(id) === wanted);
  const group = chosen ? wanted : '';
  const { whole, complete, error, refetch } = useYear({ idEntity, year, group });
  const [open, setOpen] = useState<number | null>(null);
  const today = todayHere();
  if (!whole) return <Pending error={error} refetch={refetch} />;
  const months = monthsOf(whole);
  const asked = params.get('month') ?? '';
  const isNow = holidayYearOf(today, kind) === year;
  const month = months.includes(asked) ? asked : isNow ? today.slice(0, 7) : (months[0] ?? '');
  const pathOf = (of: number, at?: string) =>
    vacationPath(entitySlug, 'year', { year: of, month: at, group });
  const shown = { year: whole, groups: settings.groups, today };
  const person = whole.people.find(({ user }) => user.id === open);
  return (
    <div className={classes.stack} data-vacation-year>
      <div className={yearly.head}>
        <YearNav year={year} pathOf={(of) => pathOf(of)}>
          {texts.title(yearName(year, kind))}
        </YearNav>
        <div className={yearly.tools}>
          {settings.groups.length > 0 && (
            <GroupFilter
              groups={settings.groups}
              group={group}
              pathOf={(to) => vacationPath(entitySlug, 'year', { year, month, group: to })}
            />
          )}
          {/* On paper is everybody, or nobody knows that somebody is missing. */}
          {whole.people.length > 0 && (
            <Button
              variant="default"
              disabled={!complete}
              leftSection={<IconPrinter size={18} stroke={1.75} aria-hidden="true" />}
              onClick={() => window.print()}
            >
              {texts.print}
            </Button>
          )}
        </div>
      </div>
      {chosen && <p className={yearly.onPaper}>{chosen.name}</p>}
      {isNow && (
        <p className={`${classes.faint} ${yearly.onScreen}`}>{texts.todayIs(shortDate(today))}</p>
      )}
      {error !== null && <Pending error={error} refetch={refetch} />}
      {whole.people.length === 0 ? (
        <EmptyState
          {...(group ? texts.emptyGroup : texts.empty)}
          icon={<IconUsers size={28} stroke={1.5} />}
        />
      ) : (
        <>
          <Runs below={whole.below} groups={settings.groups} />
          <div className={yearly.desk}>
            <YearGrid {...shown} onOpen={setOpen} />
          </div>
          <div className={yearly.phone}>
            <YearWeeks
              {...shown}
              month={month}
              complete={complete}
              pathOf={(at) => pathOf(holidayYearOf(`${at}-01`, kind), at)}
              onOpen={setOpen}
            />
          </div>
          {!complete && error === null && (
            <p className={classes.faint} role="status">
              {texts.stillLoading}
            </p>
          )}
          <RedDays closed={whole.closed} />
        </>
      )}
      {person && (
        <PersonDialog
          person={person}
          groups={settings.groups}
          manages={manages}
          onClose={() => setOpen(null)}
        />
      )}
    </div>
  );
}

type GroupFilterProps = {
  groups: readonly Group[];
  group: string;
  pathOf: (group: string) => string;
};

function GroupFilter({ groups, group, pathOf }: GroupFilterProps) {
  const navigate = useNavigate();
  const known = groups.map(({ id, name }) => ({ value: groupKey(id), label: name }));
  return (
    <NativeSelect
      label={texts.group}
      data={[{ value: '', label: texts.all }, ...known]}
      value={group}
      onChange={({ currentTarget }) =>
        void navigate(pathOf(currentTarget.value), {
          state: STAY,
          preventScrollReset: true,
          replace: true,
        })
      }
    />
  );
}

/** When groups are too few, in words. */
function Runs({ below, groups }: { below: readonly Below[]; groups: readonly Group[] }) {
  if (groups.length === 0) return null;
  if (below.length === 0) {
    return <p className={`${classes.faint} ${yearly.onScreen}`}>{texts.belowNone}</p>;
  }
  return (
    <details className={yearly.runs} open={below.length <= FEW}>
      <summary>{texts.belowTitle(below.length)}</summary>
      <ul className={classes.plain}>
        {below.map((one) => (
          <li key={`${one.group} ${one.from}`}>
            {texts.belowLine(
              groupName(groups, one.group),
              spanWords(one, true),
              one.present,
              one.minimum,
            )}
          </li>
        ))}
      </ul>
    </details>
  );
}

function RedDays({ closed }: { closed: readonly { date: string; name: string }[] }) {
  if (closed.length === 0) return null;
  return (
    <details className={`${classes.folded} ${yearly.onScreen}`}>
      <summary>{texts.redDays}</summary>
      <ul className={classes.plain}>
        {closed.map(({ date, name }) => (
          <li key={`${date} ${name}`}>
            {spanWords({ from: date, to: date })}: {name}
          </li>
        ))}
      </ul>
    </details>
  );
}

/** By their id. */
export type OnOpen = (idUser: YearPerson['user']['id']) => void;
