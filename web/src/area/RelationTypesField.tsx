import { useId } from 'react';
import { relationLabels } from '@/texts/entities.ts';
import classes from './RelationTypesField.module.css';

type RelationTypesFieldProps = {
  label: string;
  hint: string;
  /** Those that are chosen at first. */
  chosen: readonly string[];
  error?: string | undefined;
  name?: string;
};

/** Who runs an organisation sees what is in it anyway. */
const ANYWAY = ['OWNER', 'ADMINISTRATOR'];

/** Some of an organisation's people, by what they are to it; in a form, by `relationsOf`. */
export function RelationTypesField(props: RelationTypesFieldProps) {
  const { label, hint, chosen, error, name = 'relationTypes' } = props;
  const id = useId();
  return (
    <fieldset className={classes.field} aria-describedby={id}>
      <legend>{label}</legend>
      <p id={id} className={error ? classes.error : classes.hint}>
        {error ?? hint}
      </p>
      <div className={classes.all}>
        {Object.entries(relationLabels)
          .filter(([value]) => !ANYWAY.includes(value))
          .map(([value, text]) => (
            <label key={value} className={classes.one}>
              <input
                type="checkbox"
                name={name}
                value={value}
                defaultChecked={chosen.includes(value)}
              />
              {text}
            </label>
          ))}
      </div>
    </fieldset>
  );
}
