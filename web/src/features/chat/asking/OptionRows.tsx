import { Button, NativeSelect, TextInput } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { MomentField } from '@/area/DateField.tsx';
import { pollTexts as texts, whenTexts } from '@/texts/asking.ts';
import classes from './asking.module.css';

const [OPTIONS_MIN, OPTIONS_MAX] = [2, 10];
const OPTION_MAX = 100;
/** Minutes that are offered. */
const LENGTHS = [30, 45, 60, 90, 120, 180, 240, 480];
const HOUR = 60;

export const optionName = (key: number) => `option${key}`;
export const LENGTH = 'length';

type Props = {
  /** A number for each row; a row keeps its own. */
  keys: readonly number[];
  onKeys: (keys: readonly number[]) => void;
  /** They are times, each as long as the others. */
  times: boolean;
  field: (name: string) => { name: string; error?: string | undefined };
};

/** What one may choose from: words, or times. */
export function OptionRows({ keys, onKeys, times, field }: Props) {
  const list = useRef<HTMLFieldSetElement>(null);
  const added = useRef(false);
  const [tomorrow] = useState(eveningTomorrow);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a row that has come gets the focus
  useEffect(() => {
    const rows = [...(list.current?.querySelectorAll('[data-row]') ?? [])];
    if (added.current) rows.at(-1)?.querySelector('input')?.focus();
    added.current = false;
  }, [keys]);
  const label = times ? whenTexts.option : texts.option;
  return (
    <fieldset ref={list} className={classes.options}>
      <legend>{times ? whenTexts.options : texts.options}</legend>
      {keys.map((key, at) => (
        <div key={key} className={classes.optionRow} data-row>
          {times ? (
            <MomentField
              label={label(at + 1)}
              defaultValue={at === 0 ? tomorrow : null}
              {...field(optionName(key))}
            />
          ) : (
            <TextInput
              aria-label={label(at + 1)}
              placeholder={label(at + 1)}
              maxLength={OPTION_MAX}
              autoComplete="off"
              {...field(optionName(key))}
            />
          )}
          {keys.length > OPTIONS_MIN && (
            <button
              type="button"
              className={classes.icon}
              aria-label={times ? whenTexts.drop(at + 1) : texts.dropOption(at + 1)}
              onClick={() => onKeys(keys.filter((one) => one !== key))}
            >
              <IconX size={18} aria-hidden="true" />
            </button>
          )}
        </div>
      ))}
      {keys.length < OPTIONS_MAX && (
        <Button
          variant="subtle"
          leftSection={<IconPlus size={18} aria-hidden="true" />}
          onClick={() => {
            added.current = true;
            onKeys([...keys, Math.max(...keys) + 1]);
          }}
        >
          {times ? whenTexts.add : texts.addOption}
        </Button>
      )}
      {times && (
        <NativeSelect
          label={whenTexts.length}
          defaultValue={HOUR}
          data={LENGTHS.map((minutes) => ({
            value: String(minutes),
            label: whenTexts.minutes(minutes),
          }))}
          {...field(LENGTH)}
        />
      )}
    </fieldset>
  );
}

const EVENING = 18;

/** When people who do something else by day mostly can. */
function eveningTomorrow(): string {
  const now = new Date();
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1, EVENING).toISOString();
}
