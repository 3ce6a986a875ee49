/** Fields of several: each chosen one is a chip that can be taken away. */
import { TextInput } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { type KeyboardEvent, Suspense, useRef, useState } from 'react';
import { Picker, type PickerProps } from '@/area/Picker.tsx';
import { lazyOnce } from '@/area/Slot.tsx';
import { inSlot } from '@/area/slots.ts';
import hidden from '@/components/spoken.module.css';
import { PersonPicker } from '@/features/entities/pickers.tsx';
import { taskFormTexts as texts } from '@/texts/tasksPage.ts';
import { labelOf, MOST, type TaskForm } from '../form.ts';
import classes from './editor.module.css';

type ChipsProps<T> = {
  items: readonly T[];
  keyOf: (item: T) => string | number;
  nameOf: (item: T) => string;
  remove: (name: string) => string;
  onRemove: (item: T) => void;
};

function Chips<T>({ items, keyOf, nameOf, remove, onRemove }: ChipsProps<T>) {
  if (items.length === 0) return null;
  return (
    <ul className={classes.chips}>
      {items.map((item) => (
        <li key={keyOf(item)} className={classes.chip}>
          {nameOf(item)}
          <button
            type="button"
            className={classes.remove}
            aria-label={remove(nameOf(item))}
            onClick={() => onRemove(item)}
          >
            <IconX size={16} stroke={2} aria-hidden="true" />
          </button>
        </li>
      ))}
    </ul>
  );
}

type LabelsFieldProps = {
  labels: string[];
  error?: string | undefined;
  onChange: (labels: string[]) => void;
};

/** Labels are written one after the other; Enter or a comma ends one. */
export function LabelsField({ labels, error, onChange }: LabelsFieldProps) {
  const [text, setText] = useState('');
  const input = useRef<HTMLInputElement>(null);
  function add() {
    const label = labelOf(text, labels);
    if (label) onChange([...labels, label]);
    setText('');
  }
  function onKeyDown(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return;
    const ends = event.key === 'Enter' || event.key === ',';
    if (ends && text.trim()) {
      event.preventDefault();
      add();
    }
    if (event.key === 'Backspace' && !text) onChange(labels.slice(0, -1));
  }
  return (
    <fieldset className={classes.group}>
      <legend>{texts.labels}</legend>
      <Chips
        items={labels}
        keyOf={(label) => label}
        nameOf={(label) => label}
        remove={texts.removeLabel}
        onRemove={(label) => {
          onChange(labels.filter((one) => one !== label));
          input.current?.focus();
        }}
      />
      <TextInput
        ref={input}
        name="labels"
        aria-label={texts.labels}
        description={texts.labelsHint}
        error={error}
        autoComplete="off"
        maxLength={MOST.label}
        disabled={labels.length >= MOST.labels}
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
        onKeyDown={onKeyDown}
        // What was begun counts as well.
        onBlur={add}
      />
    </fieldset>
  );
}

type PeopleFieldProps = {
  people: TaskForm['people'];
  /** Whose people: an organisation's, or one's contacts. */
  idEntity: number | null;
  /** Of others than those. */
  find?: PickerProps['find'];
  error?: string | undefined;
  onChange: (people: TaskForm['people']) => void;
};

/** Who is to do it. */
export function PeopleField({ people, idEntity, find, error, onChange }: PeopleFieldProps) {
  const field: Omit<PickerProps, 'find'> = {
    label: texts.addPerson,
    clears: true,
    error,
    onPick: (choice) => {
      const id = Number(choice?.value);
      if (!choice || people.some((one) => one.id === id)) return;
      onChange([...people, { id, displayName: choice.label, avatar: choice.image ?? null }]);
    },
  };
  return (
    <fieldset className={classes.group}>
      <legend className={people.length === 0 ? hidden.spoken : undefined}>{texts.assignees}</legend>
      <Chips
        items={people}
        keyOf={({ id }) => id}
        nameOf={({ displayName }) => displayName}
        remove={texts.removePerson}
        onRemove={({ id }) => onChange(people.filter((one) => one.id !== id))}
      />
      {people.length >= MOST.people ? (
        <p className={classes.hint}>{texts.most}</p>
      ) : find ? (
        <Picker find={find} {...field} />
      ) : idEntity === null ? (
        <ContactField {...field} />
      ) : (
        <PersonPicker idEntity={idEntity} {...field} />
      )}
    </fieldset>
  );
}

function ContactField(field: Omit<PickerProps, 'find'>) {
  const [contact] = inSlot('contact');
  if (!contact) return null;
  const Drawn = lazyOnce(contact.load);
  return (
    <Suspense fallback={<TextInput readOnly size="md" label={field.label} />}>
      <Drawn {...field} />
    </Suspense>
  );
}
