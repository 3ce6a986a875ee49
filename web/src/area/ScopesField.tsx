import { Checkbox } from '@mantine/core';
import '@mantine/core/styles/Checkbox.layer.css';
import { scopeTexts as texts } from '@/texts/tokens.ts';
import classes from './ScopesField.module.css';
import { ACTS, type Act, AREAS, type Scope, scopeOf } from './scopes.ts';

type ScopesFieldProps = {
  value: Scope[];
  onChange: (scopes: Scope[]) => void;
  error?: string | undefined;
  /** What may be chosen; without: all. */
  offered?: (scope: Scope) => boolean;
};

/** What a token may do: everything, or areas one by one, to read and to change. */
export function ScopesField({ value, onChange, error, offered = () => true }: ScopesFieldProps) {
  const set = (scope: Scope, on: boolean) =>
    onChange(on ? [...value, scope] : value.filter((one) => one !== scope));
  const areas = AREAS.filter((area) => ACTS.some((act) => offered(scopeOf(area, act))));
  const box = (name: string, act: Act, scope: Scope) =>
    offered(scope) && (
      <Checkbox
        key={scope}
        name="scopes"
        value={scope}
        label={texts[act]}
        aria-label={texts.label(name, texts[act])}
        checked={value.includes(scope) || value.includes(act)}
        disabled={scope !== act && value.includes(act)}
        onChange={(event) => set(scope, event.currentTarget.checked)}
      />
    );
  return (
    <fieldset className={classes.scopes} aria-describedby={error ? 'scopes-error' : undefined}>
      <legend>{texts.legend}</legend>
      <ul className={classes.areas}>
        <li>
          <strong>{texts.all}</strong>
          {ACTS.map((act) => box(texts.all, act, act))}
        </li>
        {areas.map((area) => (
          <li key={area}>
            <span>{texts.areas[area]}</span>
            {ACTS.map((act) => box(texts.areas[area], act, scopeOf(area, act)))}
          </li>
        ))}
      </ul>
      {error && (
        <p id="scopes-error" className={classes.error}>
          {error}
        </p>
      )}
    </fieldset>
  );
}
