import { Button, NativeSelect, TextInput } from '@mantine/core';
import type { Entity } from '@/api/types.ts';
import { relationLabel } from '@/texts/entities.ts';
import { codeTexts, manyTexts as texts } from '@/texts/invitations.ts';
import { rolesOf } from '../roles.ts';
import { badOf, goodOf, type Row, without, withRow } from '../rows.ts';
import type { RelationType } from '../types.ts';
import classes from './invitations.module.css';

/** Rows that are shown at once: the others follow as these are mended. */
const SHOWN = 50;

type RowsProps = { entity: Entity; rows: readonly Row[]; onChange: (rows: Row[]) => void };

/** A list that was looked at: first what is to be mended, in place, then whom it reaches. */
export function Rows({ entity, rows, onChange }: RowsProps) {
  const [good, bad] = [goodOf(rows), badOf(rows)];
  return (
    <>
      <p role="status">{texts.checked(good.length, bad.length)}</p>
      {bad.length > 0 && (
        <section aria-labelledby="att-ratta">
          <h3 id="att-ratta">{texts.bad}</h3>
          <p className={classes.faint}>{texts.badText}</p>
          <ul className={classes.rows}>
            {bad.slice(0, SHOWN).map((row) => (
              <Mend key={row.row} entity={entity} rows={rows} row={row} onChange={onChange} />
            ))}
          </ul>
          {bad.length > SHOWN && <p className={classes.faint}>{texts.more(bad.length - SHOWN)}</p>}
        </section>
      )}
      {good.length > 0 && (
        <section aria-labelledby="far-inbjudan">
          <h3 id="far-inbjudan">{texts.goodTitle}</h3>
          <ul className={classes.rows}>
            {good.slice(0, SHOWN).map((row) => (
              <li key={row.row} className={classes.row}>
                <p className={classes.about}>
                  <span>{row.email}</span>
                  <span className={classes.faint}>
                    {[row.firstName, row.lastName].filter(Boolean).join(' ')}
                  </span>
                </p>
                <span className={classes.faint}>
                  {row.relationType && relationLabel(row.relationType)}
                </span>
              </li>
            ))}
          </ul>
          {good.length > SHOWN && (
            <p className={classes.faint}>{texts.more(good.length - SHOWN)}</p>
          )}
        </section>
      )}
    </>
  );
}

function Mend({ entity, rows, row, onChange }: RowsProps & { row: Row }) {
  const number = row.row;
  const roles = rolesOf(entity);
  // A role that one may not give is shown until another is chosen.
  const isKnown = roles.some(({ value }) => value === row.relationType);
  return (
    <li className={classes.mend}>
      <p className={classes.wrong}>
        {texts.row(number)}: {codeTexts[row.code] ?? row.code}
      </p>
      <TextInput
        type="email"
        aria-label={texts.email(number)}
        autoCapitalize="none"
        spellCheck={false}
        value={row.email}
        onChange={(event) => onChange(withRow(rows, number, { email: event.currentTarget.value }))}
      />
      <NativeSelect
        aria-label={texts.rowRole(number)}
        data={isKnown ? roles : [{ value: '', label: '–' }, ...roles]}
        value={isKnown ? (row.relationType ?? '') : ''}
        onChange={(event) =>
          onChange(
            withRow(rows, number, { relationType: event.currentTarget.value as RelationType }),
          )
        }
      />
      <Button
        variant="default"
        aria-label={texts.dropRow(number)}
        onClick={() => onChange(without(rows, number))}
      >
        {texts.drop}
      </Button>
    </li>
  );
}
