import '@mantine/core/styles/ScrollArea.layer.css';
import '@mantine/core/styles/Popover.layer.css';
import '@mantine/core/styles/Combobox.layer.css';
import { Select } from '@mantine/core';
import { useState } from 'react';
import { Avatar } from '@/components/Avatar.tsx';
import hidden from '@/components/spoken.module.css';
import { fieldTexts as texts } from '@/texts/area.ts';
import classes from './Picker.module.css';
import { type Choice, type ChoicesQuery, useChoices } from './useChoices.ts';

export type { Choice, ChoicesQuery };

export type PickerProps = {
  label: string;
  find: (typed: string) => ChoicesQuery;
  /** In a form: sends the id. */
  name?: string;
  error?: string | undefined;
  description?: string;
  placeholder?: string;
  /** Chosen at first. */
  defaultChoice?: Choice;
  onPick?: (choice: Choice | null) => void;
  /** For picking one after another: the field is empty again. */
  clears?: boolean;
};

/** Finds while one types, by keyboard and for screen readers; the choices come from the server or from what is held. */
export function Picker({ find, defaultChoice, onPick, clears, ...field }: PickerProps) {
  const [chosen, setChosen] = useState<Choice | null>(defaultChoice ?? null);
  const [typed, setTyped] = useState(defaultChoice?.label ?? '');
  const asked = chosen?.label === typed ? '' : typed.trim();
  const { found, settled, isError } = useChoices(find, asked);
  const known = asked !== '' || found.some(({ value }) => value === chosen?.value);
  const kept = chosen && !known ? [chosen] : [];
  const choices = [...kept, ...found];

  function pick(value: string | null) {
    const choice = choices.find((one) => one.value === value) ?? null;
    setChosen(clears ? null : choice);
    if (clears) setTyped('');
    onPick?.(choice);
  }

  return (
    <div>
      <Select
        size="md"
        searchable
        data={choices}
        // The server has judged what fits.
        filter={({ options }) => options}
        value={chosen?.value ?? null}
        searchValue={typed}
        onSearchChange={setTyped}
        onChange={pick}
        allowDeselect={false}
        clearable={field.name !== undefined}
        nothingFoundMessage={isError ? texts.failed : settled ? texts.nothing : texts.searching}
        // Inside a dialog, which lies above everything else of the page.
        comboboxProps={{ withinPortal: false }}
        renderOption={({ option }) => (
          <Shown choice={choices.find(({ value }) => value === option.value)} />
        )}
        {...field}
      />
      <span className={hidden.spoken} role="status">
        {asked !== '' && settled && !isError && texts.found(found.length)}
      </span>
    </div>
  );
}

function Shown({ choice }: { choice: Choice | undefined }) {
  if (!choice) return null;
  return (
    <span className={classes.choice}>
      <Avatar name={choice.label} image={choice.image ?? null} size={28} />
      <span className={classes.words}>
        {choice.label}
        {choice.hint && <span className={classes.hint}>{choice.hint}</span>}
      </span>
    </span>
  );
}
