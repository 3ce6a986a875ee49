import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { Link } from 'react-router';
import { STAY } from '@/lib/stay.ts';
import { yearTexts as texts } from '@/texts/vacation.ts';
import classes from './vacation.module.css';

const icon = { size: 20, stroke: 1.75, 'aria-hidden': true } as const;

type StepsProps = {
  label: string;
  previous: { name: string; to: string };
  next: { name: string; to: string };
  children: string;
};

/** From one to the next, with what is shown between. */
export function Steps({ label, previous, next, children }: StepsProps) {
  const stay = { state: STAY, preventScrollReset: true };
  return (
    <nav className={classes.steps} aria-label={label}>
      <Link className={classes.step} aria-label={previous.name} to={previous.to} {...stay}>
        <IconChevronLeft {...icon} />
      </Link>
      <Link className={classes.step} aria-label={next.name} to={next.to} {...stay}>
        <IconChevronRight {...icon} />
      </Link>
      <p className={classes.period} aria-live="polite">
        {children}
      </p>
    </nav>
  );
}

type YearNavProps = { year: number; pathOf: (year: number) => string; children: string };

export function YearNav({ year, pathOf, children }: YearNavProps) {
  return (
    <Steps
      label={texts.nav}
      previous={{ name: texts.previous, to: pathOf(year - 1) }}
      next={{ name: texts.next, to: pathOf(year + 1) }}
    >
      {children}
    </Steps>
  );
}
