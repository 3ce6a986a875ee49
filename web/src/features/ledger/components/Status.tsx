import { todayHere, toneOf } from '../entries.ts';
import type { Entry } from '../types.ts';
import classes from './ledger.module.css';

/** How an entry stands, in the server's word. */
export function Status({ entry }: { entry: Entry }) {
  return (
    <span className={classes.status} data-tone={toneOf(entry, todayHere())}>
      {entry.statusText}
    </span>
  );
}
