import { vacationTexts as texts } from '@/texts/vacation.ts';
import type { State } from '../types.ts';
import classes from './vacation.module.css';

/** How a period stands. */
export function Status({ state }: { state: State }) {
  return (
    <span className={classes.status} data-state={state}>
      {texts.states[state]}
    </span>
  );
}
