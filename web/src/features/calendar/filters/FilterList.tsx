import { Button } from '@mantine/core';
import { IconPencil, IconPlus } from '@tabler/icons-react';
import { lazy, Suspense, useId, useState } from 'react';
import { useChosen } from '@/hooks/useChosen.ts';
import { loadPart } from '@/lib/loadPart.ts';
import { filterTexts as texts } from '@/texts/subscribe.ts';
import list from '../components/list.module.css';
import { type EventFilter, useFilters } from './filters.ts';
import { useActivate } from './useActivate.ts';

const FilterDialog = lazy(() => loadPart(() => import('./FilterDialog.tsx')));

/** The choices that one has made, and which of them holds. */
export function FilterList() {
  const { filters, active } = useFilters();
  const [chosen, choose] = useChosen(useActivate());
  const holds = (chosen === undefined ? active : chosen)?.idFilter;
  /** null: a new one. */
  const [changed, setChanged] = useState<EventFilter | null | undefined>();
  const name = useId();
  return (
    <>
      {filters.length > 0 && (
        <fieldset className={list.group}>
          <legend className={list.owner}>{texts.title}</legend>
          <div className={list.row}>
            <label className={list.label}>
              <input type="radio" name={name} checked={!holds} onChange={() => choose(null)} />
              <span className={list.name}>{texts.all}</span>
            </label>
          </div>
          {filters.map((one) => (
            <div key={one.idFilter} className={list.row}>
              <label className={list.label}>
                <input
                  type="radio"
                  name={name}
                  checked={one.idFilter === holds}
                  onChange={() => choose(one)}
                />
                <span className={list.name}>{one.name}</span>
              </label>
              <button
                type="button"
                className={list.change}
                aria-label={texts.change(one.name)}
                onClick={() => setChanged(one)}
              >
                <IconPencil size={16} stroke={1.75} aria-hidden="true" />
              </button>
            </div>
          ))}
        </fieldset>
      )}
      <Button
        variant="subtle"
        leftSection={<IconPlus size={18} stroke={1.75} aria-hidden="true" />}
        onClick={() => setChanged(null)}
      >
        {texts.create}
      </Button>
      <Suspense>
        {changed !== undefined && (
          <FilterDialog filter={changed} onClose={() => setChanged(undefined)} />
        )}
      </Suspense>
    </>
  );
}
