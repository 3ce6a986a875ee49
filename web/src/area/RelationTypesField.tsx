import { useId } from 'react';
import { relationLabels } from '@/texts/entities.ts';
import classes from './RelationTypesField.module.css';

type RelationTypesFieldProps = {
  label: string;
  hint?: string | undefined;
  /** Those that are chosen at first. */
  chosen?: readonly string[];
  /** With those who run the organisation; without them where they need not be named. */
  all?: boolean;
  error?: string | undefined;
  name?: string;
};

/** Who runs an organisation sees what is in it anyway. */
const ANYWAY = ['OWNER', 'ADMINISTRATOR'];

/** Some of an organisation's people, by what they are to it; in a form, by its name. */
export function RelationTypesField(props: RelationTypesFieldProps) {
  const { label, hint, chosen = [], all = false, error, name = 'relationTypes' } = props;
  const id = useId();
  const said = error ?? hint;
  return (
    <fieldset className={classes.field} aria-describedby={said ? id : undefined}>
      <legend>{label}</legend>
      {said && (
        <p id={id} className={error ? classes.error : classes.hint}>
          {said}
        </p>
      )}
      <div className={classes.all}>
        {Object.entries(relationLabels)
          .filter(([value]) => all || !ANYWAY.includes(value))
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
