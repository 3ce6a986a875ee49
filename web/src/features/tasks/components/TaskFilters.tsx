// The arrows of a select.
import '@mantine/core/styles/Combobox.layer.css';
import { Button, NativeSelect } from '@mantine/core';
import { useSearchParams } from 'react-router';
import { STAY } from '@/lib/stay.ts';
import { taskTexts } from '@/texts/tasks.ts';
import { choicesOf, FILTER_NAMES, type Filters, isFiltered, OWN, STATUSES } from '../filters.ts';
import type { Task } from '../types.ts';
import classes from './tasks.module.css';

const { filters: texts, statuses } = taskTexts;

type TaskFiltersProps = {
  filters: Filters;
  tasks: readonly Task[];
  /** Of one organisation there is nothing to choose. */
  ofOne?: boolean;
};

/** Which tasks are shown; what is chosen stands in the address. */
export function TaskFilters({ filters, tasks, ofOne = false }: TaskFiltersProps) {
  const [, setParams] = useSearchParams();
  const { labels, organisations } = choicesOf(tasks, filters);
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
  const choose = (name: keyof Filters) => ({
    name: FILTER_NAMES[name],
    value: filters[name],
    onChange: ({ currentTarget: { value } }: { currentTarget: { value: string } }) =>
      write([FILTER_NAMES[name]], value === 'OPEN' ? '' : value),
  });
  return (
    <fieldset className={classes.filters} aria-label={texts.label}>
      <NativeSelect
        label={texts.status}
        data={STATUSES.map((value) => ({
          value,
          label:
            value === 'OPEN' ? texts.open : value === 'TODO' ? texts.notBegun : statuses[value],
        }))}
        {...choose('status')}
      />
      {labels.length > 0 && (
        <NativeSelect
          label={texts.etikett}
          data={[{ value: '', label: texts.all }, ...labels]}
          {...choose('label')}
        />
      )}
      {!ofOne && organisations.length > 0 && (
        <NativeSelect
          label={texts.organisation}
          data={[
            { value: '', label: texts.all },
            { value: OWN, label: texts.own },
            ...organisations.map(([value, label]) => ({ value, label })),
          ]}
          {...choose('organisation')}
        />
      )}
      {isFiltered(filters) && (
        <Button variant="subtle" onClick={() => write(Object.values(FILTER_NAMES), '')}>
          {texts.clear}
        </Button>
      )}
    </fieldset>
  );
}
