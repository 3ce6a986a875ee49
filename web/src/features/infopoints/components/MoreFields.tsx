import { NativeSelect, Textarea, TextInput } from '@mantine/core';
import { infopointTypes, infopointFormTexts as texts } from '@/texts/infopoints.ts';
import { MOST, type PlaceForm } from '../lib/form.ts';

type MoreFieldsProps = {
  form: PlaceForm;
  onChange: (form: PlaceForm) => void;
  wrong: (field: string) => string | undefined;
};

/** What a place is, and what one wants to know of it. */
export function MoreFields({ form, onChange, wrong }: MoreFieldsProps) {
  const field = (name: 'idType' | 'description' | 'address' | 'link' | 'hours') => ({
    name,
    value: form[name],
    error: wrong(name),
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) =>
      onChange({ ...form, [name]: currentTarget.value }),
  });
  return (
    <>
      <NativeSelect
        label={texts.type}
        data={[
          { value: '', label: texts.chooseType },
          ...Object.entries(infopointTypes).map(([value, label]) => ({ value, label })),
        ]}
        {...field('idType')}
      />
      <Textarea
        label={texts.description}
        rows={5}
        maxLength={MOST.description}
        {...field('description')}
      />
      <Textarea
        label={texts.hours}
        description={texts.hoursHint}
        rows={2}
        maxLength={MOST.hours}
        {...field('hours')}
      />
      <TextInput label={texts.address} maxLength={MOST.address} {...field('address')} />
      <TextInput
        label={texts.link}
        description={texts.linkHint}
        type="url"
        inputMode="url"
        maxLength={MOST.link}
        {...field('link')}
      />
    </>
  );
}
