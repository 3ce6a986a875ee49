import { Link } from 'react-router';
import { loginPath } from '@/lib/nextPath.ts';
import { calendarTexts as texts } from '@/texts/calendar.ts';
import classes from '../calendar.module.css';
import { CALENDAR } from '../paths.ts';

/** Whoever is not signed in sees the days of the almanac. */
export function SignedOutNote() {
  return (
    <div className={classes.note}>
      <p>
        <Link to={loginPath(CALENDAR)}>{texts.login}</Link> {texts.signIn}
      </p>
      <p className={classes.kinds}>
        {texts.kinds.map(({ label, to }) => (
          <Link key={to} to={to}>
            {label}
          </Link>
        ))}
      </p>
    </div>
  );
}
