import { NativeSelect, Textarea, TextInput } from '@mantine/core';
import { WhereField } from '@/area/WhereField.tsx';
import { RadioList } from '@/components/choices.tsx';
import { bookingTexts } from '@/texts/bookings.ts';
import { resourceTexts, resourceFormTexts as texts } from '@/texts/bookingsManage.ts';
import { DIVIDED, OWN } from '../form.ts';
import { chosenIn, inALine, linkOf, PLACE } from '../places.ts';
import type { BookableKind, Space } from '../types.ts';
import { Part, type PartProps } from './fieldTools.tsx';
import classes from './manage.module.css';

const KINDS = Object.entries(bookingTexts.kinds).map(([value, label]) => ({ value, label }));
const NAME = 80;
const DESCRIPTION = 2_000;
const ALONE = 1;

type WhatFieldsProps = PartProps & {
  /** Those that are divided or may be. */
  spaces: readonly Space[];
  isNew: boolean;
};

/** What is booked, where it is, whether it can be, and of which space it is a part. */
export function WhatFields({ form, onChange, wrong, spaces, isNew }: WhatFieldsProps) {
  return (
    <Part title={texts.what}>
      <TextInput
        name="name"
        label={texts.name}
        description={texts.nameHint}
        maxLength={NAME}
        value={form.name}
        error={wrong('name')}
        onChange={({ currentTarget }) => onChange({ name: currentTarget.value })}
      />
      <div className={classes.pair}>
        <NativeSelect
          name="kind"
          label={texts.kind}
          data={KINDS}
          value={form.kind}
          onChange={({ currentTarget }) => onChange({ kind: currentTarget.value as BookableKind })}
        />
        <WhereField
          name="place"
          label={texts.place}
          description={
            linkOf(form.place, form.guide).idInfopoint ? texts.placeLinked : texts.placeHint
          }
          maxLength={PLACE}
          value={form.place}
          error={wrong('place')}
          onType={(place) => onChange({ place })}
          onChoose={(place) => onChange({ place: inALine(place), guide: chosenIn(place) })}
        />
      </div>
      <Textarea
        name="description"
        label={texts.description}
        description={texts.descriptionHint}
        rows={3}
        maxLength={DESCRIPTION}
        value={form.description}
        error={wrong('description')}
        onChange={({ currentTarget }) => onChange({ description: currentTarget.value })}
      />
      <RadioList
        label={texts.status}
        name="status"
        value={form.status}
        onChange={(status) => onChange({ status })}
        options={(['1', '0', '2'] as const).map((value) => ({
          value: value as string,
          label: resourceTexts.status[Number(value)] ?? '',
          hint: resourceTexts.statusHint[value],
        }))}
      />
      <SpaceFields {...{ form, onChange, wrong, spaces, isNew }} />
    </Part>
  );
}

function SpaceFields({ form, onChange, wrong, spaces, isNew }: WhatFieldsProps) {
  const divided = spaces.filter(({ unitCount }) => unitCount > ALONE);
  const space = divided.find(({ idSpace }) => String(idSpace) === form.space);
  const parts = Array.from({ length: space?.unitCount ?? 0 }, (_, n) => n + 1);
  if (!isNew && divided.length === 0) return null;
  return (
    <>
      <NativeSelect
        name="idSpace"
        label={texts.space}
        description={texts.spaceHint}
        value={form.space}
        error={wrong('idSpace')}
        data={[
          { value: OWN, label: texts.own },
          ...(isNew ? [{ value: DIVIDED, label: texts.ownDivided }] : []),
          ...divided.map(({ idSpace, name }) => ({ value: String(idSpace), label: name })),
        ]}
        onChange={({ currentTarget }) => onChange({ space: currentTarget.value, units: [] })}
      />
      {form.space === DIVIDED && (
        <TextInput
          name="unitCount"
          label={texts.units}
          description={texts.unitsHint}
          inputMode="numeric"
          value={form.unitCount}
          error={wrong('unitCount')}
          onChange={({ currentTarget }) => onChange({ unitCount: currentTarget.value })}
        />
      )}
      {parts.length > 0 && (
        <fieldset className={classes.checks}>
          <legend>{texts.parts}</legend>
          <label className={classes.check}>
            <input
              type="checkbox"
              checked={form.units.length === parts.length}
              onChange={({ currentTarget }) =>
                onChange({ units: currentTarget.checked ? parts : [] })
              }
            />
            {texts.whole}
          </label>
          {parts.map((part) => (
            <label key={part} className={classes.check}>
              <input
                type="checkbox"
                name="units"
                value={part}
                checked={form.units.includes(part)}
                onChange={({ currentTarget }) =>
                  onChange({
                    units: parts.filter((one) =>
                      one === part ? currentTarget.checked : form.units.includes(one),
                    ),
                  })
                }
              />
              {texts.part(part)}
            </label>
          ))}
          {wrong('units') && <span className={classes.wrong}>{wrong('units')}</span>}
        </fieldset>
      )}
    </>
  );
}
