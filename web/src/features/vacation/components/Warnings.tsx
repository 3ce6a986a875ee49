import { IconAlertTriangle } from '@tabler/icons-react';
import { warningTexts as texts } from '@/texts/vacation.ts';
import { warningWords } from '../said.ts';
import type { Group, Warning } from '../types.ts';
import classes from './vacation.module.css';

type WarningsProps = { warnings: readonly Warning[]; groups: readonly Group[] };

/** What to think of, in words; nothing where there is nothing. */
export function Warnings({ warnings, groups }: WarningsProps) {
  const words = [...new Set(warnings.map((one) => warningWords(one, groups)))];
  if (words.length === 0) return null;
  return (
    <ul className={classes.warnings} aria-label={texts.title}>
      {words.map((text) => (
        <li key={text}>
          <IconAlertTriangle size={18} stroke={1.75} aria-hidden="true" />
          <span>{text}</span>
        </li>
      ))}
    </ul>
  );
}
