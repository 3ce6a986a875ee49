import { NativeSelect } from '@mantine/core';
import type { MembershipMode } from '@/api/types.ts';
import { RadioList } from '@/components/choices.tsx';
import { entityTexts, entityTypeLabels } from '@/texts/entities.ts';

const DEFAULT_TYPE = 'association';
const modes: MembershipMode[] = ['OPEN', 'MODERATED', 'INVITE_ONLY'];
const { fields } = entityTexts;

type FieldsProps = {
  type?: string;
  mode?: MembershipMode;
  fieldError: (field: string) => string | undefined;
};

/** What creating and editing an organisation ask for alike, besides its name. */
export function EntityFields({ type = DEFAULT_TYPE, mode = 'MODERATED', fieldError }: FieldsProps) {
  return (
    <>
      <NativeSelect
        name="entityType"
        label={fields.type}
        defaultValue={type}
        error={fieldError('entityType')}
        data={typeChoices(type)}
      />
      <RadioList
        name="membershipMode"
        label={fields.mode}
        defaultValue={mode}
        error={fieldError('membershipMode')}
        options={modes.map((value) => ({ value, ...entityTexts.membershipModes[value] }))}
      />
    </>
  );
}

/** An organisation may already have a type that is not among those offered. */
function typeChoices(current: string) {
  const known = Object.entries(entityTypeLabels).map(([value, label]) => ({ value, label }));
  return current in entityTypeLabels ? known : [...known, { value: current, label: current }];
}
