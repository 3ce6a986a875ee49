import '@mantine/core/styles/ScrollArea.layer.css';
import '@mantine/core/styles/Popover.layer.css';
import '@mantine/core/styles/Combobox.layer.css';
import { Autocomplete } from '@mantine/core';
import { useRef, useState } from 'react';
import hidden from '@/components/spoken.module.css';
import { fieldTexts as texts } from '@/texts/area.ts';
import classes from './Picker.module.css';
import { type GuidePlace, inSlot } from './slots.ts';
import { type Choice, useChoices } from './useChoices.ts';

/** Fewer letters are in too many names. */
const FEWEST = 2;

type WhereFieldProps = {
  label: string;
  name: string;
  value: string;
  maxLength: number;
  error?: string | null | undefined;
  description?: string;
  'data-autofocus'?: boolean;
  onType: (text: string) => void;
  /** One of the offered places was chosen: the field says what is made of it. */
  onChoose: (place: GuidePlace) => void;
};

/** Where something is, in one's own words; places of the guide are offered while one types, by keyboard and for screen readers. */
export function WhereField({ value, onType, onChoose, ...field }: WhereFieldProps) {
  const [guide] = inSlot('places');
  /** Since the field was entered: what stood there before asks for nothing. */
  const [typed, setTyped] = useState('');
  const [open, setOpen] = useState(false);
  const chosen = useRef<GuidePlace>(null);
  const asked = typed.trim();
  const { found, settled, isError } = useChoices(
    (q) => ({
      queryKey: ['places', q],
      queryFn: async ({ signal }) => (guide ? (await guide.find()).default(q, signal) : []),
      enabled: guide !== undefined && q.length >= FEWEST,
    }),
    asked,
  );
  const places = asked.length >= FEWEST && !isError ? found : [];
  return (
    <div>
      <Autocomplete
        size="md"
        autoComplete="off"
        data={places.map(({ value, label }) => ({ value, label }))}
        // The server has judged what fits.
        filter={({ options }) => options}
        value={value}
        openOnFocus={false}
        dropdownOpened={open && places.length > 0}
        onDropdownOpen={() => setOpen(true)}
        onDropdownClose={() => setOpen(false)}
        onBlur={() => setOpen(false)}
        onOptionSubmit={(id) => {
          chosen.current = places.find(({ value }) => value === id)?.place ?? null;
        }}
        onChange={(text) => {
          const place = chosen.current;
          chosen.current = null;
          setTyped(place ? '' : text);
          setOpen(!place);
          if (place) onChoose(place);
          else onType(text);
        }}
        // Inside a dialog, which lies above everything else of the page.
        comboboxProps={{ withinPortal: false }}
        renderOption={({ option }) => (
          <Offered choice={places.find(({ value }) => value === option.value)} />
        )}
        {...field}
      />
      <span className={hidden.spoken} role="status">
        {open && settled && places.length > 0 && texts.found(places.length)}
      </span>
    </div>
  );
}

function Offered({ choice }: { choice: Choice | undefined }) {
  return (
    <span className={classes.words}>
      <span dir="auto">{choice?.label}</span>
      <span className={classes.hint}>{choice?.hint}</span>
    </span>
  );
}
