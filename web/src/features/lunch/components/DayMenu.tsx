import { shortDate } from '@/lib/dates.ts';
import { allergenTexts, dietTexts, lunchTexts as texts } from '@/texts/lunch.ts';
import type { Dish, LunchDay } from '../types.ts';
import classes from './lunch.module.css';

type DayMenuProps = { date: string; day: LunchDay | undefined; isToday: boolean };

const capital = (text: string) => text.charAt(0).toLocaleUpperCase('sv') + text.slice(1);

/** What is served on a day. */
export function DayMenu({ date, day, isToday }: DayMenuProps) {
  return (
    <li className={classes.day} aria-current={isToday ? 'date' : undefined}>
      <div className={classes.dayHead}>
        <h3>
          <time dateTime={date}>{capital(shortDate(date))}</time>
        </h3>
        {isToday && <span className={classes.today}>{texts.today}</span>}
      </div>
      {day ? <Served day={day} /> : <p className={classes.faint}>{texts.noDay}</p>}
    </li>
  );
}

/** The dishes of a day and what else is said of it. */
export function Served({ day: { dishes, note } }: { day: Pick<LunchDay, 'dishes' | 'note'> }) {
  return (
    <>
      {dishes.length > 0 && (
        <ul className={classes.dishes}>
          {dishes.map((dish) => (
            <DishLine key={`${dish.name} ${dish.description}`} dish={dish} />
          ))}
        </ul>
      )}
      {note && <p className={classes.note}>{note}</p>}
    </>
  );
}

function DishLine({ dish: { name, description, diet, allergens } }: { dish: Dish }) {
  return (
    <li>
      <p className={classes.dish}>
        <span className={classes.dishName}>{name}</span>
        {description && <span> {description}</span>}
        {diet.map((one) => (
          <span key={one} className={classes.diet}>
            {dietTexts[one]}
          </span>
        ))}
      </p>
      {allergens.length > 0 && (
        <p className={classes.allergens}>
          {texts.contains(
            allergens.map((one) => allergenTexts[one].toLocaleLowerCase('sv')).join(', '),
          )}
        </p>
      )}
    </li>
  );
}
