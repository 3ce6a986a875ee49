import { Button } from '@mantine/core';
import { IconBeach } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useRef, useState } from 'react';
import { Link } from 'react-router';
import { isRefused } from '@/api/ApiError.ts';
import type { Membership } from '@/api/types.ts';
import { lazyOnce } from '@/area/Slot.tsx';
import { inSlot } from '@/area/slots.ts';
import { Avatar } from '@/components/Avatar.tsx';
import { EmptyState, LoadingState } from '@/components/states.tsx';
import { ForOrganisation } from '@/features/context/pickers.tsx';
import { useOnline } from '@/hooks/useOnline.ts';
import { capital, shortDate } from '@/lib/dates.ts';
import { plusDays } from '@/lib/days.ts';
import { HOME_ZONE, momentAt } from '@/lib/zone.ts';
import { substituteTexts as texts } from '@/texts/substitutes.ts';
import { vacationTexts } from '@/texts/vacation.ts';
import { settingsQuery } from '../api.ts';
import { Pending } from '../components/Pending.tsx';
import classes from '../components/vacation.module.css';
import { holidayYearOf, spanWords, todayHere } from '../days.ts';
import { vacationPath } from '../paths.ts';
import { toneWords } from '../said.ts';
import type { Settings } from '../types.ts';
import { useYear } from '../useYear.ts';
import { aheadOf, type Gone, goneIn } from './away.ts';

/** /vikariehantering: who of the staff is away today and this week, and asking in a channel who can. */
export default function SubstitutesStart() {
  return (
    <ForOrganisation>
      {(mine, manages) => <StartOf key={mine.idEntity} mine={mine} manages={manages} />}
    </ForOrganisation>
  );
}

type StartProps = { mine: Membership; manages: boolean };

function StartOf({ mine, manages }: StartProps) {
  const settings = useQuery(settingsQuery(mine.idEntity));
  if (isRefused(settings.error)) {
    return <EmptyState {...texts.noAccess} icon={<IconBeach size={28} stroke={1.5} />} />;
  }
  if (!settings.data) return <Pending {...settings} />;
  return <OfStaff mine={mine} manages={manages} settings={settings.data} />;
}

/** What is asked about at first; `n`: which time, so that the same person can be asked about again. */
type About = { name: string; day: string; n: number };

function OfStaff({ mine, manages, settings }: StartProps & { settings: Settings }) {
  const { idEntity, entitySlug } = mine;
  const online = useOnline();
  const [about, setAbout] = useState<About | null>(null);
  const asking = useRef<HTMLElement>(null);
  const today = todayHere();
  const { whole, complete, error, refetch } = useYear({
    idEntity,
    year: holidayYearOf(today, settings.holidayYear),
  });
  const ahead = aheadOf(today);
  const now = whole ? goneIn(whole.people, { from: today, to: today }) : [];
  const away = new Set(now.map(({ user }) => user.id));
  const later = (whole ? goneIn(whole.people, ahead) : []).filter(({ user }) => !away.has(user.id));

  function ask({ user, from }: Gone) {
    setAbout({ name: user.displayName, day: from, n: (about?.n ?? 0) + 1 });
    asking.current?.scrollIntoView({ block: 'start' });
    asking.current?.focus({ preventScroll: true });
  }
  return (
    <>
      <p className={classes.links}>
        <Link to={vacationPath(entitySlug, 'year')}>{texts.plan}</Link>
        {manages && <Link to={vacationPath(entitySlug, 'applications')}>{texts.applications}</Link>}
      </p>
      {!online && (
        <p className={classes.offline} role="status">
          {vacationTexts.offline}
        </p>
      )}
      {!complete && <Pending error={error} refetch={refetch} />}
      {complete && (
        <>
          <List
            id="away-today"
            title={texts.today}
            none={texts.nobodyToday}
            all={now}
            onAsk={ask}
          />
          <List
            id="away-week"
            title={ahead.next ? texts.nextWeek : texts.week}
            none={texts.nobodyWeek}
            all={later}
            onAsk={ask}
          />
          {manages && <p className={classes.faint}>{texts.register}</p>}
        </>
      )}
      <section className={classes.section} aria-labelledby="ask" ref={asking} tabIndex={-1}>
        <h2 id="ask">{texts.askTitle}</h2>
        <Ask idEntity={idEntity} about={about} today={today} />
      </section>
    </>
  );
}

type AskProps = { idEntity: number; about: About | null; today: string };

/** By the area that sends messages; until midnight of the day that is asked about. */
function Ask({ idEntity, about, today }: AskProps) {
  const [found] = inSlot('ask');
  if (!found) return <p className={classes.faint}>{texts.noChat}</p>;
  const InChannel = lazyOnce(found.load);
  const day = about?.day ?? today;
  return (
    <Suspense fallback={<LoadingState />}>
      <InChannel
        key={about?.n ?? 0}
        idEntity={idEntity}
        options={texts.options}
        hint="vikari"
        question={about ? texts.question(about.name, shortDate(day)) : ''}
        closes={momentAt({ date: plusDays(day, 1), time: '00:00' }, HOME_ZONE)}
      />
    </Suspense>
  );
}

type ListProps = {
  id: string;
  title: string;
  none: string;
  all: readonly Gone[];
  onAsk: (gone: Gone) => void;
};

function List({ id, title, none, all, onAsk }: ListProps) {
  return (
    <section className={classes.section} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {all.length === 0 && <p className={classes.faint}>{none}</p>}
      <ul className={classes.list}>
        {all.map((gone) => {
          const { user, from, to, tone } = gone;
          return (
            <li key={user.id}>
              <div className={classes.row}>
                <div>
                  <p className={classes.strong}>
                    <Avatar name={user.displayName} image={user.avatar ?? null} size={28} />{' '}
                    {user.displayName}
                  </p>
                  <p className={classes.faint}>
                    {capital(spanWords({ from, to }))} · {toneWords(tone)}
                  </p>
                </div>
                <Button
                  variant="default"
                  aria-label={texts.askAbout(user.displayName, shortDate(from))}
                  onClick={() => onAsk(gone)}
                >
                  {texts.ask}
                </Button>
              </div>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
