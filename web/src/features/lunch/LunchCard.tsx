import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { Card } from '@/components/Card.tsx';
import { mondayOf } from '@/lib/days.ts';
import { useSignedIn } from '@/lib/session.ts';
import { lunchTexts as texts } from '@/texts/lunch.ts';
import { weekQuery } from './api.ts';
import { Served } from './components/DayMenu.tsx';
import classes from './components/lunch.module.css';
import { lunchPath } from './paths.ts';
import { todayInSweden } from './week.ts';

/** On a school's page: what it serves today, and the way to its menu; nothing where it has none this week and one may write none. */
export default function LunchCard({ id }: { id: number }) {
  const signedIn = useSignedIn();
  const today = todayInSweden();
  const { data: week } = useQuery(weekQuery(id, mondayOf(today), signedIn));
  const day = week?.days.find(({ date }) => date === today);
  const writes = week?.abilities.includes('WRITE') ?? false;
  if (!week || !(writes || week.days.length > 0)) return null;
  return (
    <Card title={texts.todays} id="lunch">
      <div className={classes.plain}>
        {day ? <Served day={day} /> : <p className={classes.faint}>{texts.noDay}</p>}
        <Link to={lunchPath(id)}>{texts.title}</Link>
      </div>
    </Card>
  );
}
