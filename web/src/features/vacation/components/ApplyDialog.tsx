import { Button, Textarea } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { DateField } from '@/area/DateField.tsx';
import { Dialog } from '@/components/Dialog.tsx';
import { FormAlert } from '@/components/FormAlert.tsx';
import { toast } from '@/components/toast.ts';
import { textOf, useSubmit } from '@/hooks/useSubmit.ts';
import { applyTexts as texts } from '@/texts/vacation.ts';
import { reservationQuery, vacationAnew, vacationCalls } from '../api.ts';
import { wrongSpan } from '../days.ts';
import { STALE } from '../said.ts';
import type { Group, Person, Reservation } from '../types.ts';
import { Outlook } from './Outlook.tsx';
import classes from './vacation.module.css';

const NOTE = 500;

type ApplyDialogProps = {
  idEntity: number;
  groups: readonly Group[];
  onClose: () => void;
  /** What is changed. */
  old?: Reservation;
  /** Somebody else, for whom a manager plans. */
  person?: Person;
};

/** A period: from, to, what follows from it, and off it goes or stays a draft. */
export default function ApplyDialog({ old, person, ...props }: ApplyDialogProps) {
  const client = useQueryClient();
  const [held, setHeld] = useState(old);
  const title = held ? texts.edit : person ? texts.titleFor(person.displayName) : texts.title;
  return (
    <Dialog title={title} onClose={props.onClose}>
      <Fields
        key={held?.version}
        {...props}
        {...(held && { old: held })}
        {...(person && { person })}
        onReload={async () => {
          if (!held) return;
          const query = reservationQuery(held.idVacationPlanReservation);
          setHeld(await client.fetchQuery({ ...query, staleTime: 0 }));
        }}
      />
    </Dialog>
  );
}

type FieldsProps = ApplyDialogProps & { onReload: () => Promise<void> };

function Fields({ idEntity, groups, old, person, onClose, onReload }: FieldsProps) {
  const client = useQueryClient();
  const [span, setSpan] = useState({ from: old?.from ?? '', to: old?.to ?? '' });
  const applies = useRef<HTMLInputElement>(null);
  /** Of what is saved: a draft that is changed and then not sent has moved on. */
  const version = useRef(old?.version ?? 0);
  const form = useSubmit<Reservation>({
    check: (values) => wrongSpan({ from: textOf(values, 'from'), to: textOf(values, 'to') }),
    // Two of one's own never overlap.
    conflicts: { OVERLAP: 'from' },
    send: async (values, key) => {
      const draft = { from: textOf(values, 'from'), to: textOf(values, 'to') };
      const words = { note: textOf(values, 'note') };
      const apply = textOf(values, 'apply') === 'true';
      if (!old) {
        const whose = person && { idAuthUser: person.id };
        const note = words.note ? words : {};
        return vacationCalls.reserve(idEntity, { ...draft, ...note, apply, ...whose }, key);
      }
      const id = old.idVacationPlanReservation;
      const change = { ...draft, ...words, version: version.current };
      const changed = await vacationCalls.change(id, change);
      version.current = changed.version;
      return apply ? vacationCalls.act(id, 'apply', { version: changed.version }) : changed;
    },
    done: async ({ flStatus }) => {
      const isDraft = flStatus === 'DRAFT';
      const wasApplied = old?.flStatus === 'APPLIED';
      const message = isDraft ? texts.drafted : wasApplied ? texts.saved : texts.sent;
      toast({ type: 'success', message });
      onClose();
      await vacationAnew(client);
    },
  });
  const day = (field: 'from' | 'to') => ({
    name: field,
    label: texts[field],
    error: form.fieldError(field),
    defaultValue: old?.[field] ?? '',
    onChange: (date: string | null) => setSpan((before) => ({ ...before, [field]: date ?? '' })),
  });
  /** Which of the two buttons it was goes with the form: it is another wish under another key. */
  const send = (apply: boolean) => () => {
    if (applies.current) applies.current.value = String(apply);
  };
  const isApplied = old?.flStatus === 'APPLIED';
  const isStale = form.code === STALE;
  return (
    <form className={classes.form} onSubmit={form.submit} noValidate>
      <FormAlert message={isStale ? texts.stale : form.message} />
      {isStale && (
        <Button variant="default" onClick={() => void onReload()}>
          {texts.reload}
        </Button>
      )}
      <input ref={applies} type="hidden" name="apply" defaultValue="false" />
      <div className={classes.pair}>
        <DateField {...day('from')} />
        <DateField {...day('to')} />
      </div>
      {/* What is left is one's own: of somebody else it is said once it is there. */}
      {!person && (
        <Outlook
          idEntity={idEntity}
          span={span}
          groups={groups}
          instead={old?.idVacationPlanReservation}
        />
      )}
      <Textarea
        name="note"
        label={texts.note}
        description={texts.noteHint}
        rows={2}
        maxLength={NOTE}
        defaultValue={old?.note ?? ''}
        error={form.fieldError('note')}
      />
      <div className={classes.buttons}>
        <Button
          type="submit"
          variant={isApplied ? 'filled' : 'default'}
          loading={form.pending}
          onClick={send(false)}
        >
          {isApplied ? texts.save : texts.draft}
        </Button>
        {!isApplied && (
          <Button type="submit" loading={form.pending} onClick={send(true)}>
            {texts.send}
          </Button>
        )}
      </div>
    </form>
  );
}
