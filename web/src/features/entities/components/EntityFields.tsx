import { NativeSelect } from '@mantine/core';
import type { MembershipMode } from '@/api/types.ts';
import type { Field } from '@/area/Form.tsx';
import { RadioList } from '@/components/choices.tsx';
import { FAMILY } from '@/lib/family.ts';
import { entityTypeLabels } from '@/texts/entities.ts';
import { entityTexts } from '@/texts/entityPages.ts';

const DEFAULT_TYPE = 'association';
const modes: MembershipMode[] = ['OPEN', 'MODERATED', 'INVITE_ONLY'];
const { fields } = entityTexts;

type FieldsProps = {
  type?: string;
  mode?: MembershipMode;
  field: Field;
};

/** What creating and editing an organisation ask for alike, besides its name. */
export function EntityFields({ type = DEFAULT_TYPE, mode = 'MODERATED', field }: FieldsProps) {
  return (
    <>
      <NativeSelect
        label={fields.type}
        defaultValue={type}
        data={typeChoices(type)}
        {...field('entityType')}
      />
      <RadioList
        label={fields.mode}
        defaultValue={mode}
        options={modes.map((value) => ({ value, ...entityTexts.membershipModes[value] }))}
        {...field('membershipMode')}
      />
    </>
  );
}

/** An organisation may already have a type that is not among those offered; a family is made on a page of its own. */
function typeChoices(current: string) {
  const known = Object.entries(entityTypeLabels)
    .filter(([value]) => value !== FAMILY)
    .map(([value, label]) => ({ value, label }));
  return current in entityTypeLabels ? known : [...known, { value: current, label: current }];
}
