import { IconX } from '@tabler/icons-react';
import classes from './ChosenPeople.module.css';
import type { Choice } from './useChoices.ts';

/** Those chosen so far with one more, who stands last. */
export const withChoice = (people: readonly Choice[], one: Choice): Choice[] => [
  ...people.filter(({ value }) => value !== one.value),
  one,
];

type Props = {
  people: readonly Choice[];
  label: string;
  remove: (name: string) => string;
  onChange: (people: Choice[]) => void;
};

/** Whom one has chosen, each to be taken away again. */
export function ChosenPeople({ people, label: title, remove, onChange }: Props) {
  if (people.length === 0) return null;
  return (
    <ul className={classes.chosen} aria-label={title}>
      {people.map(({ value, label }) => (
        <li key={value}>
          <span dir="auto">{label}</span>
          <button
            type="button"
            aria-label={remove(label)}
            onClick={() => onChange(people.filter((one) => one.value !== value))}
          >
            <IconX size={16} stroke={1.75} aria-hidden="true" />
          </button>
        </li>
      ))}
    </ul>
  );
}
