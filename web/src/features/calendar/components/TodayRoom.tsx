import { calendarTexts as texts } from '@/texts/calendar.ts';
import classes from './today.module.css';

const NOTHING_YET = '\u00a0';

/** The lines that most days have, while they are not known: what stands below stays where it is when they come. */
export function DayRoom() {
  return (
    <>
      <p className={classes.facts}>{NOTHING_YET}</p>
      <p>{NOTHING_YET}</p>
    </>
  );
}

/** The card's place while it is not there: in the frame that is drawn when the app is built, too, which knows no date. */
export function TodayRoom() {
  return (
    <section className={classes.card} aria-label={texts.soon} aria-busy>
      <div className={classes.days}>
        {[texts.today, texts.tomorrow].map((name) => (
          <section key={name} className={classes.day}>
            <h2 className={classes.head}>
              {name}
              <span className={classes.date}>{NOTHING_YET}</span>
            </h2>
            <DayRoom />
          </section>
        ))}
      </div>
      <p className={classes.all}>{texts.openCalendar}</p>
    </section>
  );
}
