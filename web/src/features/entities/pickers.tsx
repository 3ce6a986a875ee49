/** People of an organisation and one's own organisations, to pick from. */
import { useQueryClient } from '@tanstack/react-query';
import { type Choice, Picker, type PickerProps } from '@/area/Picker.tsx';
import { myEntitiesQuery } from '@/features/accounts/api.ts';
import { fieldTexts as texts } from '@/texts/area.ts';
import { relationLabel } from '@/texts/entities.ts';
import { peopleFound } from './api.ts';

type Props = Omit<PickerProps, 'find' | 'label'> & { label?: string };

/** Everybody with a relation to the organisation, as far as I may see them; the value is the person's id. */
export function PersonPicker({ idEntity, ...field }: Props & { idEntity: number }) {
  return (
    <Picker
      label={texts.person}
      find={(q) => ({
        queryKey: ['entities', idEntity, 'choices', q],
        queryFn: async ({ signal }) =>
          (await peopleFound(idEntity, q, signal)).map(
            ({ userId, displayName, userName, profileImage }): Choice => ({
              value: String(userId),
              label: displayName,
              hint: `@${userName}`,
              image: profileImage,
            }),
          ),
      })}
      {...field}
    />
  );
}

/** The organisations that I belong to; the value is the organisation's id. */
export function EntityPicker(field: Props) {
  const client = useQueryClient();
  return (
    <Picker
      label={texts.organisation}
      find={(q) => ({
        queryKey: [...myEntitiesQuery.queryKey, 'choices', q],
        queryFn: async () =>
          (await client.fetchQuery(myEntitiesQuery))
            .filter(({ entityName }) => folded(entityName).includes(folded(q)))
            .map(
              ({ idEntity, entityName, txRelationType, image }): Choice => ({
                value: String(idEntity),
                label: entityName,
                hint: relationLabel(txRelationType),
                image,
              }),
            ),
      })}
      {...field}
    />
  );
}

const folded = (text: string) => text.toLocaleLowerCase('sv');
