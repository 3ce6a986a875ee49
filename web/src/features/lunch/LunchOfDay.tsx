import { useQueries, useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { myEntitiesQuery } from '@/features/accounts/api.ts';
import { mondayOf } from '@/lib/days.ts';
import { isSchool } from '@/lib/schools.ts';
import { useSignedIn } from '@/lib/session.ts';
import { lunchTexts as texts } from '@/texts/lunch.ts';
import { weekQuery } from './api.ts';
import classes from './components/lunch.module.css';
import { lunchPath } from './paths.ts';
import { dayWords } from './week.ts';

/** Schools of one person of which the lunch is shown. */
const MOST = 3;

/** In the calendar: what my schools serve on a day, quietly; nothing where nothing is known. */
export default function LunchOfDay({ day }: { day: string }) {
  const signedIn = useSignedIn();
  const { data: organisations = [] } = useQuery({ ...myEntitiesQuery, enabled: signedIn });
  const schools = organisations.filter(isSchool).slice(0, MOST);
  const weeks = useQueries({
    queries: schools.map(({ idEntity }) => weekQuery(idEntity, mondayOf(day), signedIn)),
  });
  const served = weeks.flatMap(({ data }) => {
    const found = data?.days.find(({ date }) => date === day);
    return data && found ? [{ ...data.school, words: dayWords(found) }] : [];
  });
  if (served.length === 0) return null;
  return (
    <div className={classes.ofDay}>
      {served.map(({ idEntity, entityName, words }) => (
        <p key={idEntity}>
          <Link to={lunchPath(idEntity, day)}>
            {schools.length > 1 ? texts.lunchIn(entityName) : texts.lunch}
          </Link>
          : {words}
        </p>
      ))}
    </div>
  );
}
