/** The calendar behind DateField: 15 kB, and what positions it, that come when a date is asked for. */
import '@mantine/core/styles/Popover.layer.css';
import '@mantine/dates/styles.layer.css';
import { DateInput } from '@mantine/dates';
import 'dayjs/locale/sv';
import { fieldTexts as texts } from '@/texts/area.ts';
import type { DateFieldProps } from './DateField.tsx';
import classes from './DateInputs.module.css';
import { isDate } from './moments.ts';

const labels = {
  previousMonth: texts.previousMonth,
  nextMonth: texts.nextMonth,
  previousYear: texts.previousYear,
  nextYear: texts.nextYear,
  previousDecade: texts.previousDecade,
  nextDecade: texts.nextDecade,
};

export default function DateInputs({ name, defaultValue, ...props }: DateFieldProps) {
  return (
    <DateInput
      size="md"
      locale="sv"
      firstDayOfWeek={1}
      withWeekNumbers
      withCellSpacing={false}
      valueFormat="YYYY-MM-DD"
      placeholder={texts.dateHint}
      dateParser={(text) => (isDate(text) ? text : null)}
      // What is not a date stays, so that it can be told and mended.
      fixOnBlur={false}
      ariaLabels={labels}
      classNames={{
        day: classes.day ?? '',
        weekday: classes.weekday ?? '',
        weekNumber: classes.weekNumber ?? '',
      }}
      // Inside a dialog, which lies above everything else of the page.
      popoverProps={{ withinPortal: false }}
      // The field itself has the name: it is what the form sends and what a wrong date leads to.
      attributes={{ input: { name } }}
      defaultValue={defaultValue || null}
      {...props}
    />
  );
}
