import { Button, TextInput } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { shortDate } from '@/lib/dates.ts';
import { allergenTexts, dietTexts, lunchEditTexts as texts } from '@/texts/lunch.ts';
import { ALLERGENS, type DayForm, DIETS, type DishForm, emptyDish, MOST_DISHES } from '../week.ts';
import classes from './lunch.module.css';

type DayFieldsProps = {
  day: DayForm;
  /** The dish whose name is missing, by its key. */
  missing: string | null;
  onChange: (day: DayForm) => void;
};

const NAME = 120;
const MORE = 300;

/** A day to be written: its dishes, and what else is said of it. */
export function DayFields({ day, missing, onChange }: DayFieldsProps) {
  const name = shortDate(day.date);
  /** The dish that was added last: there one goes on writing. */
  const added = useRef('');
  const box = useRef<HTMLFieldSetElement>(null);
  const { dishes } = day;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once the new field is there
  useEffect(() => {
    if (!added.current) return;
    box.current?.querySelector<HTMLElement>(`[name="dish-${added.current}"]`)?.focus();
    added.current = '';
  }, [dishes.length]);

  const put = (dish: DishForm) =>
    onChange({ ...day, dishes: dishes.map((one) => (one.key === dish.key ? dish : one)) });
  function add() {
    const dish = emptyDish();
    added.current = dish.key;
    onChange({ ...day, dishes: [...dishes, dish] });
  }
  function remove(key: string) {
    onChange({ ...day, dishes: dishes.filter((one) => one.key !== key) });
    // What had the focus is gone: it stays in the day.
    box.current?.querySelector<HTMLElement>('[data-add]')?.focus();
  }

  return (
    <fieldset ref={box} className={classes.dayFields}>
      <legend>{name}</legend>
      {dishes.map((dish, n) => (
        <div key={dish.key} className={classes.dishFields}>
          <div className={classes.row}>
            <TextInput
              className={classes.grow}
              name={`dish-${dish.key}`}
              label={texts.dish(n + 1)}
              aria-label={texts.dishOf(n + 1, name)}
              value={dish.name}
              maxLength={NAME}
              error={missing === dish.key && texts.missing}
              onChange={({ currentTarget }) => put({ ...dish, name: currentTarget.value })}
            />
            <TextInput
              className={classes.grow}
              label={texts.description}
              aria-label={texts.descriptionOf(n + 1, name)}
              value={dish.description}
              maxLength={MORE}
              onChange={({ currentTarget }) => put({ ...dish, description: currentTarget.value })}
            />
            <button
              type="button"
              className={classes.remove}
              aria-label={texts.removeDish(n + 1, name)}
              title={texts.removeDish(n + 1, name)}
              onClick={() => remove(dish.key)}
            >
              <IconX size={18} stroke={1.75} aria-hidden="true" />
            </button>
          </div>
          <details className={classes.marks}>
            <summary>{texts.marks(dish.diet.length + dish.allergens.length)}</summary>
            <Marks
              label={texts.diet}
              all={DIETS}
              words={dietTexts}
              chosen={dish.diet}
              onChange={(diet) => put({ ...dish, diet })}
            />
            <Marks
              label={texts.allergens}
              all={ALLERGENS}
              words={allergenTexts}
              chosen={dish.allergens}
              onChange={(allergens) => put({ ...dish, allergens })}
            />
          </details>
        </div>
      ))}
      {dishes.length < MOST_DISHES && (
        <div>
          <Button
            variant="subtle"
            data-add
            leftSection={<IconPlus size={18} stroke={1.75} aria-hidden="true" />}
            aria-label={texts.addDishOf(name)}
            onClick={add}
          >
            {texts.addDish}
          </Button>
        </div>
      )}
      <TextInput
        label={texts.note}
        aria-label={texts.noteOf(name)}
        placeholder={texts.noteHint}
        value={day.note}
        maxLength={MORE}
        onChange={({ currentTarget }) => onChange({ ...day, note: currentTarget.value })}
      />
    </fieldset>
  );
}

type MarksProps<T extends string> = {
  label: string;
  all: readonly T[];
  words: Record<T, string>;
  chosen: readonly T[];
  /** In the order of `all`. */
  onChange: (chosen: T[]) => void;
};

function Marks<T extends string>({ label, all, words, chosen, onChange }: MarksProps<T>) {
  const toggled = (one: T) =>
    all.filter((it) => (it === one ? !chosen.includes(it) : chosen.includes(it)));
  return (
    <fieldset className={classes.choices}>
      <legend>{label}</legend>
      {all.map((one) => (
        <label key={one}>
          <input
            type="checkbox"
            checked={chosen.includes(one)}
            onChange={() => onChange(toggled(one))}
          />
          {words[one]}
        </label>
      ))}
    </fieldset>
  );
}
