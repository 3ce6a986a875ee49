import { TextInput } from '@mantine/core';
import { DateField, TimeField } from '@/area/DateField.tsx';
import { hoursTexts, resourceFormTexts } from '@/texts/bookingsManage.ts';
import { priceRuleTexts as texts } from '@/texts/bookingsRules.ts';
import {
  blankClock,
  blankDates,
  blankDay,
  type ClassForm,
  type ClockRule,
  type DateRule,
  type DayRule,
  placesOf,
} from '../prices.ts';
import { rulesSaid } from '../said.ts';
import { AddButton, Fold, type PartProps, put, RemoveButton, without } from './fieldTools.tsx';
import classes from './manage.module.css';
import { Weekdays } from './Weekdays.tsx';

type PriceRulesProps = Pick<PartProps, 'wrong'> & {
  at: string;
  one: ClassForm;
  onChange: (patch: Partial<ClassForm>) => void;
};

/** Where a class costs something else: on weekdays, at their hours, on dates. */
export function PriceRules({ at, one, wrong, onChange }: PriceRulesProps) {
  const { days, schedules, hours } = one;
  const [dayPlaces, clockPlaces] = [placesOf(days), placesOf(schedules)];
  return (
    <Fold small title={texts.more} said={rulesSaid(one)}>
      <p className={classes.faint}>{texts.order}</p>
      {days.map((rule, n) => (
        <RuleFields
          key={rule.key}
          at={`${at}.days[${dayPlaces[n]}]`}
          legend={texts.day(n + 1)}
          rule={rule}
          wrong={wrong}
          onChange={(patch: Partial<DayRule>) => onChange({ days: put(days, n, patch) })}
          onRemove={() => onChange({ days: without(days, n) })}
        />
      ))}
      {schedules.map((rule, n) => (
        <RuleFields
          key={rule.key}
          at={`${at}.schedules[${clockPlaces[n]}]`}
          legend={texts.clock(n + 1)}
          rule={rule}
          wrong={wrong}
          onChange={(patch: Partial<ClockRule>) =>
            onChange({ schedules: put(schedules, n, patch) })
          }
          onRemove={() => onChange({ schedules: without(schedules, n) })}
        />
      ))}
      {hours.map((rule, n) => (
        <RuleFields
          key={rule.key}
          at={`${at}.hours[${n}]`}
          legend={texts.dates(n + 1)}
          rule={rule}
          wrong={wrong}
          onChange={(patch: Partial<DateRule>) => onChange({ hours: put(hours, n, patch) })}
          onRemove={() => onChange({ hours: without(hours, n) })}
        />
      ))}
      <div className={classes.ways}>
        <AddButton label={texts.addDay} onClick={() => onChange({ days: [...days, blankDay()] })} />
        <AddButton
          label={texts.addClock}
          onClick={() => onChange({ schedules: [...schedules, blankClock()] })}
        />
        <AddButton
          label={texts.addDates}
          onClick={() => onChange({ hours: [...hours, blankDates()] })}
        />
      </div>
    </Fold>
  );
}

type RuleFieldsProps<T> = Pick<PartProps, 'wrong'> & {
  at: string;
  legend: string;
  rule: T;
  onChange: (patch: Partial<T>) => void;
  onRemove: () => void;
};

/** When, at which hours where the rule has some, and the price then. */
function RuleFields<T extends DayRule | ClockRule | DateRule>(props: RuleFieldsProps<T>) {
  const { at, legend, rule, wrong, onRemove } = props;
  const change = (patch: Partial<DayRule & ClockRule & DateRule>) =>
    props.onChange(patch as Partial<T>);
  return (
    <fieldset className={classes.group}>
      <legend>{legend}</legend>
      {'weekdays' in rule ? (
        <Weekdays
          name={`${at}.weekday`}
          value={rule.weekdays}
          error={wrong(`${at}.weekday`)}
          onChange={(weekdays) => change({ weekdays })}
        />
      ) : (
        <div className={classes.pair}>
          <DateField
            name={`${at}.from`}
            label={hoursTexts.first}
            defaultValue={rule.from}
            error={wrong(`${at}.from`)}
            onChange={(from) => change({ from: from ?? '' })}
          />
          <DateField
            name={`${at}.to`}
            label={hoursTexts.last}
            defaultValue={rule.to}
            error={wrong(`${at}.to`)}
            onChange={(to) => change({ to: to ?? '' })}
          />
        </div>
      )}
      {'start' in rule && (
        <div className={classes.pair}>
          <TimeField
            name={`${at}.start`}
            label={resourceFormTexts.from}
            value={rule.start}
            error={wrong(`${at}.start`)}
            onChange={({ currentTarget }) => change({ start: currentTarget.value })}
          />
          <TimeField
            name={`${at}.end`}
            label={resourceFormTexts.to}
            {...('from' in rule && { description: texts.wholeDay })}
            value={rule.end}
            error={wrong(`${at}.end`)}
            onChange={({ currentTarget }) => change({ end: currentTarget.value })}
          />
        </div>
      )}
      <div className={classes.pair}>
        <TextInput
          name={`${at}.price`}
          label={resourceFormTexts.perHour}
          inputMode="decimal"
          autoComplete="off"
          maxLength={12}
          value={rule.price}
          error={wrong(`${at}.price`)}
          onChange={({ currentTarget }) => change({ price: currentTarget.value })}
        />
      </div>
      <RemoveButton label={resourceFormTexts.removeOf(legend)} onClick={onRemove} />
    </fieldset>
  );
}
