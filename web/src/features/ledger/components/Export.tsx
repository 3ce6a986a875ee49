import { Button, NativeSelect } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { exportTexts as texts } from '@/texts/ledger.ts';
import { periodOf, todayHere, yearsUntil } from '../entries.ts';
import { filePath } from '../paths.ts';
import classes from './ledger.module.css';

const MONTHS = [texts.wholeYear, ...texts.months].map((label, n) => ({ value: String(n), label }));

/** A month or a year as files. */
export function Export({ idEntity }: { idEntity: number }) {
  const heading = useId();
  const years = yearsUntil(todayHere());
  const [year, setYear] = useState(years[0] ?? 0);
  const [month, setMonth] = useState(Number(todayHere().slice(5, 7)));
  const period = periodOf(year, month);
  return (
    <section className={classes.filter} aria-labelledby={heading}>
      <h2 id={heading} className={classes.small}>
        {texts.title}
      </h2>
      <p className={classes.faint}>{texts.hint}</p>
      <div className={classes.pair}>
        <NativeSelect
          label={texts.year}
          data={years.map(String)}
          value={String(year)}
          onChange={({ currentTarget }) => setYear(Number(currentTarget.value))}
        />
        <NativeSelect
          label={texts.month}
          data={MONTHS}
          value={String(month)}
          onChange={({ currentTarget }) => setMonth(Number(currentTarget.value))}
        />
      </div>
      <div className={classes.acts}>
        {(['csv', 'si'] as const).map((kind) => (
          <Button
            key={kind}
            component="a"
            href={filePath(kind, idEntity, period)}
            download
            variant="default"
            leftSection={<IconDownload size={18} stroke={1.75} aria-hidden="true" />}
          >
            {kind === 'csv' ? texts.csv : texts.sie}
          </Button>
        ))}
      </div>
    </section>
  );
}
