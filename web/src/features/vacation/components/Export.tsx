import { Button, NativeSelect } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { employeeTexts as texts } from '@/texts/vacationManage.ts';
import { holidayYearOf, todayHere, yearName } from '../days.ts';
import { exportPath } from '../paths.ts';
import type { HolidayYear } from '../types.ts';
import classes from './vacation.module.css';

/** The one that is to come, this one, and as many as days are saved for. */
const YEARS = 7;

/** A holiday year as a file. */
export function Export({ idEntity, kind }: { idEntity: number; kind: HolidayYear }) {
  const heading = useId();
  const now = holidayYearOf(todayHere(), kind);
  const [year, setYear] = useState(now);
  const years = Array.from({ length: YEARS }, (_, n) => now + 1 - n);
  return (
    <section className={classes.framed} aria-labelledby={heading}>
      <h2 id={heading} className={classes.small}>
        {texts.file}
      </h2>
      <p className={classes.faint}>{texts.fileHint}</p>
      <div className={classes.pair}>
        <NativeSelect
          label={texts.year}
          data={years.map((value) => ({ value: String(value), label: yearName(value, kind) }))}
          value={String(year)}
          onChange={({ currentTarget }) => setYear(Number(currentTarget.value))}
        />
        <div>
          <Button
            component="a"
            href={exportPath(idEntity, year)}
            download
            variant="default"
            leftSection={<IconDownload size={18} stroke={1.75} aria-hidden="true" />}
          >
            {texts.csv}
          </Button>
        </div>
      </div>
    </section>
  );
}
