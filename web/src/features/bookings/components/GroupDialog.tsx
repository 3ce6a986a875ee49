import { Button, TextInput } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { useId, useLayoutEffect, useRef, useState } from 'react';
import { Dialog } from '@/components/Dialog.tsx';
import { FormAlert } from '@/components/FormAlert.tsx';
import hidden from '@/components/spoken.module.css';
import { useSubmit } from '@/hooks/useSubmit.ts';
import { groupsTexts as texts } from '@/texts/bookingsGroups.ts';
import { bookingCalls } from '../api.ts';
import { chosen, groupDraft, groupForm, stepped, wrongGroup } from '../groups.ts';
import type { Bookable, BookableGroup } from '../types.ts';
import { isStaleCode } from './BookableForm.tsx';
import { Check } from './fieldTools.tsx';
import classes from './manage.module.css';

type GroupDialogProps = {
  idEntity: number;
  /** As it was read; null: a new one. */
  old: BookableGroup | null;
  bookables: readonly Bookable[];
  onDone: (group: BookableGroup) => void | Promise<void>;
  /** Somebody else has changed it: what stands now is wanted. */
  onReload: () => void;
  onClose: () => void;
};

const NAME = 80;

/** A group to be made or changed: its name, what is in it, and which of that is tried first. */
export function GroupDialog({ idEntity, old, bookables, ...props }: GroupDialogProps) {
  const [form, setForm] = useState(() => groupForm(old));
  const words = useId();
  const change = (patch: Partial<typeof form>) => setForm((held) => ({ ...held, ...patch }));
  const { submit, pending, message, code, fieldError } = useSubmit<BookableGroup>({
    check: () => wrongGroup(form),
    send: (_, key) => {
      const draft = groupDraft(form, idEntity, old);
      return old
        ? bookingCalls.changeGroup(old.idGroup, draft)
        : bookingCalls.createGroup(draft, key);
    },
    done: props.onDone,
  });
  const isStale = isStaleCode(code);
  const wrong = fieldError('bookables');
  return (
    <Dialog title={old ? texts.edit(old.name) : texts.add} onClose={props.onClose}>
      <form className={classes.form} onSubmit={submit} noValidate>
        {/* Another order is another group, which no field says. */}
        <input type="hidden" name="all" value={JSON.stringify(form)} />
        <TextInput
          name="name"
          label={texts.name}
          description={texts.nameHint}
          maxLength={NAME}
          autoComplete="off"
          value={form.name}
          error={fieldError('name')}
          onChange={({ currentTarget }) => change({ name: currentTarget.value })}
        />
        <fieldset className={classes.checks} aria-describedby={wrong && words}>
          <legend>{texts.which}</legend>
          {bookables.map(({ idBookable, name }) => (
            <Check
              key={idBookable}
              name="bookables"
              label={name}
              checked={form.bookables.includes(idBookable)}
              onChange={(on) =>
                setForm((held) => ({ ...held, bookables: chosen(held.bookables, idBookable, on) }))
              }
            />
          ))}
          {wrong && (
            <span id={words} className={classes.wrong}>
              {wrong}
            </span>
          )}
        </fieldset>
        {form.bookables.length > 1 && (
          <Order
            ids={form.bookables}
            bookables={bookables}
            onChange={(ids) => change({ bookables: ids })}
          />
        )}
        <FormAlert message={isStale ? texts.conflict : message} />
        <div className={classes.buttons}>
          {isStale && (
            <Button variant="default" onClick={props.onReload}>
              {texts.reload}
            </Button>
          )}
          <Button type="submit" loading={pending}>
            {old ? texts.save : texts.create}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

type OrderProps = {
  ids: readonly number[];
  bookables: readonly Bookable[];
  onChange: (ids: number[]) => void;
};

const icon = { size: 18, stroke: 1.75, 'aria-hidden': true } as const;

/** Which is tried first. */
function Order({ ids, bookables, onChange }: OrderProps) {
  const list = useRef<HTMLOListElement>(null);
  const [moved, setMoved] = useState<{ id: number; step: -1 | 1 }>();
  const title = useId();
  const nameOf = (id: number) =>
    bookables.find(({ idBookable }) => idBookable === id)?.name ?? String(id);

  // A row that moves in the page loses the focus, and at an end its button takes none.
  useLayoutEffect(() => {
    if (!moved) return;
    const row = list.current?.querySelector(`[data-id="${moved.id}"]`);
    const buttons = [...(row?.querySelectorAll<HTMLButtonElement>('button') ?? [])];
    const [same, other] = moved.step === -1 ? buttons : buttons.reverse();
    (same?.disabled ? other : same)?.focus();
  }, [moved]);

  function move(at: number, id: number, step: -1 | 1) {
    onChange(stepped(ids, at, step));
    setMoved({ id, step });
  }

  return (
    <section className={classes.order} aria-labelledby={title}>
      <h3 id={title}>{texts.order}</h3>
      <p className={classes.faint}>{texts.orderHint}</p>
      <ol ref={list} className={classes.rows}>
        {ids.map((id, n) => (
          <li key={id} data-id={id} className={classes.row}>
            <span>
              {n + 1}. {nameOf(id)}
            </span>
            <span className={classes.steps}>
              <button
                type="button"
                className={classes.step}
                aria-label={texts.up(nameOf(id))}
                disabled={n === 0}
                onClick={() => move(n, id, -1)}
              >
                <IconArrowUp {...icon} />
              </button>
              <button
                type="button"
                className={classes.step}
                aria-label={texts.down(nameOf(id))}
                disabled={n === ids.length - 1}
                onClick={() => move(n, id, 1)}
              >
                <IconArrowDown {...icon} />
              </button>
            </span>
          </li>
        ))}
      </ol>
      <p className={hidden.spoken} role="status">
        {moved &&
          ids.includes(moved.id) &&
          texts.moved(nameOf(moved.id), ids.indexOf(moved.id) + 1, ids.length)}
      </p>
    </section>
  );
}
