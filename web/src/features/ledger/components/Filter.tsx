import { Button, NativeSelect } from '@mantine/core';
import { useId, useState } from 'react';
import { useSearchParams } from 'react-router';
import { DateField } from '@/area/DateField.tsx';
import { ledgerTexts } from '@/texts/ledger.ts';
import { type Wanted, wrongDays } from '../entries.ts';
import classes from './ledger.module.css';

const texts = ledgerTexts.filter;
const STATUSES = [
  { value: '', label: texts.all },
  ...Object.entries(texts.statuses).map(([value, label]) => ({ value, label })),
];

/** Which entries are wanted: it stands in the address. */
export function Filter({ wanted }: { wanted: Wanted }) {
  const [, setParams] = useSearchParams();
  const heading = useId();
  // What clears the fields draws them anew: they keep what is typed themselves.
  const [round, setRound] = useState(0);
  const { status, from, to } = wanted;
  const set = (name: keyof Wanted, value: string | null) =>
    setParams(
      (params) => {
        if (value) params.set(name, value);
        else params.delete(name);
        return params;
      },
      { replace: true, preventScrollReset: true },
    );
  return (
    <section className={classes.filter} aria-labelledby={heading}>
      <h2 id={heading} className={classes.small}>
        {texts.title}
      </h2>
      <div className={classes.pair}>
        <NativeSelect
          label={texts.status}
          data={STATUSES}
          value={String(status ?? '')}
          onChange={({ currentTarget }) => set('status', currentTarget.value)}
        />
        <DateField
          key={`from ${round}`}
          name="from"
          label={texts.from}
          defaultValue={from}
          onChange={(day) => set('from', day)}
        />
        <DateField
          key={`to ${round}`}
          name="to"
          label={texts.to}
          defaultValue={to}
          error={wrongDays({ from, to })}
          onChange={(day) => set('to', day)}
        />
      </div>
      {(status || from || to) && (
        <div>
          <Button
            variant="subtle"
            onClick={() => {
              setParams({}, { replace: true, preventScrollReset: true });
              setRound(round + 1);
            }}
          >
            {texts.clear}
          </Button>
        </div>
      )}
    </section>
  );
}
