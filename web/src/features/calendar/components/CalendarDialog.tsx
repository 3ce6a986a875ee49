import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type CSSProperties, useState } from 'react';
import { ConfirmCall } from '@/area/ConfirmCall.tsx';
import { Form } from '@/area/Form.tsx';
import { RelationTypesField } from '@/area/RelationTypesField.tsx';
import { type Option, RadioList } from '@/components/choices.tsx';
import { Dialog } from '@/components/Dialog.tsx';
import hidden from '@/components/spoken.module.css';
import { toast } from '@/components/toast.ts';
import { myEntitiesQuery } from '@/features/accounts/api.ts';
import { useActing } from '@/features/context/index.ts';
import { textOf } from '@/hooks/useSubmit.ts';
import { privateOfEntity, calendarFormTexts as texts, visibilityTexts } from '@/texts/calendar.ts';
import { sourceTexts } from '@/texts/subscribe.ts';
import { calendarCalls, calendarKey, calendarsQuery } from '../api.ts';
import { COLORS, colorOf } from '../calendars.ts';
import { SourceState } from '../subscribe/SourceState.tsx';
import { isAddress } from '../subscribe/source.ts';
import type { Calendar, Visibility } from '../types.ts';
import classes from './list.module.css';

const MANAGERS = ['OWNER', 'ADMINISTRATOR'];
const OWN = '';

type Kind = keyof typeof sourceTexts.kinds;
const KINDS: Kind[] = ['own', 'source'];

/** Who sees a calendar; of a person's own there is nobody to whom it is restricted. */
function visibilities(entity: boolean): Option<Visibility>[] {
  const all = (Object.keys(visibilityTexts) as Visibility[]).map((value) => ({
    value,
    ...visibilityTexts[value],
    ...(entity && value === 'PRIVATE' && privateOfEntity),
  }));
  return entity ? all : all.filter(({ value }) => value !== 'RESTRICTED');
}

type CalendarDialogProps = {
  calendar: Calendar | null;
  /** Whose a new one shall be, unless somebody says otherwise. */
  idEntity?: number | null;
  onClose: () => void;
};

/** A new calendar, or one to change or remove. */
export default function CalendarDialog({
  calendar,
  idEntity: wanted,
  onClose,
}: CalendarDialogProps) {
  const client = useQueryClient();
  const { data: organisations = [] } = useQuery(myEntitiesQuery);
  const managed = organisations.filter(({ txRelationType }) => MANAGERS.includes(txRelationType));
  const acting = useActing()?.id;
  const first = managed.find(({ idEntity }) => idEntity === (wanted ?? acting));
  const [owner, setOwner] = useState(
    calendar ? String(calendar.idEntity ?? OWN) : String(first?.idEntity ?? OWN),
  );
  const firstVisibility = (of: string): Visibility => (of === OWN ? 'PRIVATE' : 'RESTRICTED');
  const [visibility, setVisibility] = useState(calendar?.visibility ?? firstVisibility(owner));
  const [kind, setKind] = useState<Kind>('own');
  const [removing, setRemoving] = useState(false);
  // As it is now: what is being fetched comes while the dialog is open.
  const { data: all } = useQuery(calendarsQuery);
  const now = all?.find(({ calendarUUID }) => calendarUUID === calendar?.calendarUUID) ?? calendar;
  const sourced = calendar ? calendar.subscribed : kind === 'source';
  const refresh = () => client.invalidateQueries({ queryKey: calendarKey });

  if (calendar && removing) {
    return (
      <ConfirmCall
        title={texts.removeTitle(calendar.name)}
        text={texts.removeText}
        action={texts.remove}
        danger
        call={() => calendarCalls.remove(calendar.calendarUUID)}
        said={texts.removed}
        onDone={refresh}
        onClose={onClose}
      />
    );
  }
  return (
    <Dialog title={calendar ? texts.changeTitle : texts.createTitle} onClose={onClose}>
      <Form
        submit={texts.save}
        onCancel={onClose}
        check={(values) => ({
          name: textOf(values, 'name') ? undefined : texts.nameMissing,
          source:
            sourced && !isAddress(textOf(values, 'source'))
              ? sourceTexts.addressMissing
              : undefined,
        })}
        send={(values, key) => {
          const input = {
            name: textOf(values, 'name'),
            visibility,
            relationTypes: values.getAll('relationTypes') as Calendar['relationTypes'],
            color: textOf(values, 'color') || null,
            ...(sourced && { source: textOf(values, 'source').trim() }),
          };
          return calendar
            ? calendarCalls.change(calendar.calendarUUID, input)
            : calendarCalls.create({ ...input, idEntity: Number(owner) || null }, key);
        }}
        done={async () => {
          onClose();
          toast({ type: 'success', message: texts.saved });
          await refresh();
        }}
      >
        {(field) => (
          <>
            {!calendar && (
              <RadioList
                label={sourceTexts.kind}
                options={KINDS.map((value) => ({ value, ...sourceTexts.kinds[value] }))}
                value={kind}
                onChange={setKind}
              />
            )}
            {sourced && (
              <TextInput
                label={sourceTexts.address}
                description={sourceTexts.addressHint}
                type="url"
                inputMode="url"
                autoComplete="off"
                spellCheck={false}
                maxLength={2000}
                defaultValue={calendar?.source ?? ''}
                {...field('source')}
              />
            )}
            {now?.subscribed && <SourceState calendar={now} />}
            <TextInput
              label={texts.name}
              maxLength={100}
              defaultValue={calendar?.name ?? ''}
              data-autofocus
              {...field('name')}
            />
            {!calendar && managed.length > 0 && (
              <NativeSelect
                label={texts.owner}
                name="idEntity"
                value={owner}
                onChange={({ currentTarget: { value } }) => {
                  setOwner(value);
                  setVisibility(firstVisibility(value));
                }}
                data={[
                  { value: OWN, label: texts.mine },
                  ...managed.map(({ idEntity, entityName }) => ({
                    value: String(idEntity),
                    label: entityName,
                  })),
                ]}
              />
            )}
            <RadioList
              key={owner}
              label={texts.visibility}
              options={visibilities(owner !== OWN)}
              value={visibility}
              onChange={setVisibility}
              {...field('visibility')}
            />
            {owner !== OWN && visibility === 'RESTRICTED' && (
              <RelationTypesField
                label={texts.relations}
                hint={texts.relationsHint}
                chosen={calendar?.relationTypes ?? []}
                error={field('relationTypes').error}
              />
            )}
            <Colors chosen={calendar ? colorOf(calendar) : (COLORS[0] ?? '')} />
          </>
        )}
      </Form>
      {calendar && (
        <Button
          className={classes.remove}
          variant="subtle"
          color="red"
          mt="md"
          onClick={() => setRemoving(true)}
        >
          {texts.remove}
        </Button>
      )}
    </Dialog>
  );
}

function Colors({ chosen }: { chosen: string }) {
  const all = COLORS.includes(chosen) ? COLORS : [chosen, ...COLORS];
  return (
    <fieldset className={classes.colors}>
      <legend>{texts.color}</legend>
      {all.map((color) => (
        <label key={color} className={classes.color} title={texts.colors[color] ?? color}>
          <input
            type="radio"
            name="color"
            value={color}
            defaultChecked={color === chosen}
            style={{ '--c': color } as CSSProperties}
          />
          <span className={hidden.spoken}>{texts.colors[color] ?? color}</span>
        </label>
      ))}
    </fieldset>
  );
}
