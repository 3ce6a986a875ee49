import { useId } from 'react';
import { balanceTexts as texts } from '@/texts/vacation.ts';
import { dayWords, yearName } from '../days.ts';
import { allDays, savedSum } from '../said.ts';
import type { Balance as BalanceOf, HolidayYear } from '../types.ts';
import classes from './vacation.module.css';

type BalanceProps = { balance: BalanceOf; kind: HolidayYear };

/** One's days in one line, and what it is made of. */
export function Balance({ balance, kind }: BalanceProps) {
  const heading = useId();
  const { paid, unpaid, saved, taken, applied, left, canSave } = balance;
  const parts = [
    [texts.paid, paid],
    [texts.saved, savedSum(saved)],
    [texts.taken, taken],
    [texts.applied, applied],
    [texts.left, left],
  ] as const;
  return (
    <section className={classes.balance} aria-labelledby={heading}>
      <h2 id={heading} className={classes.small}>
        {texts.title}
      </h2>
      <p className={classes.line} data-over={left < 0}>
        {left < 0 ? texts.over(-left) : texts.line(left, allDays(balance))}
      </p>
      <dl className={classes.parts}>
        {parts.map(([name, days]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{days}</dd>
          </div>
        ))}
      </dl>
      {saved.length > 0 && (
        <ul className={classes.plain}>
          {saved.map(({ year, days, expires }) => (
            <li key={year}>{texts.savedFrom(days, yearName(year, kind), dayWords(expires))}</li>
          ))}
        </ul>
      )}
      {unpaid > 0 && <p className={classes.faint}>{texts.unpaid(unpaid)}</p>}
      {canSave > 0 && <p className={classes.faint}>{texts.canSave(canSave)}</p>}
    </section>
  );
}
