import { Button, TextInput } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { type KeyboardEvent, useLayoutEffect, useRef } from 'react';
import { taskFormTexts as texts } from '@/texts/tasksPage.ts';
import { type FormItem, MOST } from '../form.ts';
import classes from './editor.module.css';

type ChecklistFieldsProps = {
  items: FormItem[];
  error?: string | undefined;
  onChange: (items: FormItem[]) => void;
};

const newItem = (): FormItem => ({ key: crypto.randomUUID(), text: '', done: false });

/** A checklist as one writes it: Enter begins the next line, Backspace in an empty one takes it away. */
export function ChecklistFields({ items, error, onChange }: ChecklistFieldsProps) {
  const list = useRef<HTMLUListElement>(null);
  /** The line that the focus goes to once it is there. */
  const wanted = useRef<string | null>(null);
  useLayoutEffect(() => {
    if (wanted.current === null) return;
    list.current?.querySelector<HTMLElement>(`[data-item="${wanted.current}"] input`)?.focus();
    wanted.current = null;
  });
  const isFull = items.length >= MOST.items;

  function add(at: number) {
    if (isFull) return;
    const item = newItem();
    wanted.current = item.key;
    onChange([...items.slice(0, at), item, ...items.slice(at)]);
  }
  function remove(at: number) {
    wanted.current = (items[at - 1] ?? items[at + 1])?.key ?? null;
    onChange(items.filter((_, n) => n !== at));
  }
  function onKeyDown(event: KeyboardEvent, at: number) {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter') {
      // Not the whole form.
      event.preventDefault();
      if (items[at]?.text.trim()) add(at + 1);
    }
    if (event.key === 'Backspace' && !items[at]?.text && items.length > 1) {
      event.preventDefault();
      remove(at);
    }
  }

  return (
    <fieldset className={classes.group}>
      <legend>{texts.checklist}</legend>
      {items.length > 0 && (
        <ul ref={list} className={classes.items}>
          {items.map((item, at) => (
            <li key={item.key} className={classes.item} data-item={item.key}>
              <TextInput
                name={at === 0 ? 'checklist' : undefined}
                aria-label={texts.item(at + 1)}
                autoComplete="off"
                enterKeyHint="next"
                maxLength={MOST.title}
                value={item.text}
                onChange={({ currentTarget: { value } }) =>
                  onChange(items.map((one, n) => (n === at ? { ...one, text: value } : one)))
                }
                onKeyDown={(event) => onKeyDown(event, at)}
              />
              <button
                type="button"
                className={classes.remove}
                aria-label={texts.removeItem(item.text || texts.item(at + 1))}
                onClick={() => remove(at)}
              >
                <IconX size={18} stroke={1.75} aria-hidden="true" />
              </button>
            </li>
          ))}
        </ul>
      )}
      {error && <p className={classes.wrong}>{error}</p>}
      <div>
        <Button
          variant="default"
          size="sm"
          disabled={isFull}
          leftSection={<IconPlus size={16} stroke={1.75} aria-hidden="true" />}
          onClick={() => add(items.length)}
        >
          {texts.addItem}
        </Button>
      </div>
    </fieldset>
  );
}
