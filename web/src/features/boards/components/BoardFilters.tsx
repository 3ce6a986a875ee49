import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useMemo } from 'react';
import { useSearchParams } from 'react-router';
import hidden from '@/components/spoken.module.css';
import { useFieldInAddress } from '@/hooks/useFieldInAddress.ts';
import { STAY } from '@/lib/stay.ts';
import { boardTexts } from '@/texts/boards.ts';
import {
  choicesOf,
  DUES,
  dueName,
  type Filters,
  isFiltered,
  NAMES,
  NOBODY,
  ROWS,
  type Row,
  rowName,
} from '../filters.ts';
import type { Person } from '../types.ts';
import type { Column } from '../view.ts';
import classes from './board.module.css';

const { filters: texts, rows } = boardTexts;

type BoardFiltersProps = {
  filters: Filters;
  row: Row | null;
  columns: readonly Column[];
  people: readonly Person[];
  hits: number;
};

/** Which cards are shown, and in which rows; what is chosen stands in the address. */
export function BoardFilters({ filters, row, columns, people, hits }: BoardFiltersProps) {
  const [, setParams] = useSearchParams();
  const field = useFieldInAddress(NAMES.text);
  const { assignee, label } = filters;
  const choices = useMemo(
    () => choicesOf(columns, people, { assignee, label }),
    [columns, people, assignee, label],
  );
  const write = (names: readonly string[], value: string) =>
    setParams(
      (held) => {
        const next = new URLSearchParams(held);
        for (const name of names) {
          if (value) next.set(name, value);
          else next.delete(name);
        }
        return next;
      },
      { replace: true, state: STAY, preventScrollReset: true },
    );
  const choose = (name: string, value: string) => ({
    name,
    value,
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) =>
      write([name], currentTarget.value),
  });
  const all = { value: '', label: texts.all };
  return (
    <fieldset className={classes.filters} aria-label={texts.label}>
      <TextInput
        type="search"
        label={texts.text}
        autoComplete="off"
        value={field.value}
        onChange={({ currentTarget }) => field.type(currentTarget.value)}
        onBlur={field.rest}
      />
      <NativeSelect
        label={texts.assignee}
        data={[
          all,
          ...choices.people.map(({ id, displayName }) => ({
            value: String(id),
            label: displayName,
          })),
          { value: String(NOBODY), label: texts.nobody },
        ]}
        {...choose(NAMES.assignee, filters.assignee === null ? '' : String(filters.assignee))}
      />
      <NativeSelect
        label={texts.etikett}
        data={[all, ...choices.labels]}
        {...choose(NAMES.label, filters.label)}
      />
      <NativeSelect
        label={texts.due}
        data={[all, ...DUES.map((due) => ({ value: dueName(due), label: texts.dues[due] }))]}
        {...choose(NAMES.due, filters.due ? dueName(filters.due) : '')}
      />
      <NativeSelect
        label={rows.label}
        data={[
          { value: '', label: rows.off },
          ...ROWS.map((one) => ({ value: rowName(one), label: rows.names[one] })),
        ]}
        {...choose(NAMES.row, row ? rowName(row) : '')}
      />
      {isFiltered(filters) && (
        <Button
          variant="subtle"
          onClick={() => {
            field.show('');
            write([NAMES.text, NAMES.assignee, NAMES.label, NAMES.due], '');
          }}
        >
          {texts.clear}
        </Button>
      )}
      <span className={hidden.spoken} role="status">
        {isFiltered(filters) && texts.hits(hits)}
      </span>
    </fieldset>
  );
}
