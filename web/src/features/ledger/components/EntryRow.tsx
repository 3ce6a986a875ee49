import { Link } from 'react-router';
import { dateOf } from '@/lib/dates.ts';
import { kronor } from '@/lib/money.ts';
import { ledgerTexts as texts } from '@/texts/ledger.ts';
import { isOverdue, OPEN, payerOf, todayHere } from '../entries.ts';
import { entryPath } from '../paths.ts';
import type { Entry } from '../types.ts';
import { Acts } from './Acts.tsx';
import classes from './ledger.module.css';
import { Status } from './Status.tsx';

/** A day of the ledger: '12 december 2026'. */
export const dayWords = (day: string): string => dateOf(`${day}T12:00:00Z`);

export const dueWords = (entry: Entry): string => {
  const day = dayWords(entry.dueDate);
  return isOverdue(entry, todayHere()) ? texts.wasDue(day) : texts.due(day);
};

/** An entry in the organisation's list. */
export function EntryRow({ entry }: { entry: Entry }) {
  const { idBookingLedger, reference, text, amount, flStatus } = entry;
  return (
    <div className={classes.entry}>
      <div className={classes.entryHead}>
        <Link className={classes.number} to={entryPath(idBookingLedger)}>
          {reference}
        </Link>
        <Status entry={entry} />
        <span className={classes.amount}>{kronor(amount)}</span>
      </div>
      <p className={classes.strong} dir="auto">
        {payerOf(entry)}
      </p>
      <p className={classes.faint}>
        {text}
        {flStatus === OPEN && ` · ${dueWords(entry)}`}
      </p>
      <Acts entry={entry} />
    </div>
  );
}
