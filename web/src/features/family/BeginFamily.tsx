import { TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { Form } from '@/area/Form.tsx';
import { AccountFrame } from '@/components/AccountFrame.tsx';
import { toast } from '@/components/toast.ts';
import { myEntitiesQuery, useMe } from '@/features/accounts/api.ts';
import { entityCalls, entityQuery } from '@/features/entities/api.ts';
import { textOf } from '@/hooks/useSubmit.ts';
import { FAMILY } from '@/lib/family.ts';
import { familyTexts } from '@/texts/family.ts';

const texts = familyTexts.begin;

type BeginFamilyProps = { onMade?: (slug: string) => void; onCancel?: () => void };

/** Makes a family: it needs no more than a name. */
export function BeginFamily({ onMade, onCancel }: BeginFamilyProps) {
  const me = useMe();
  const client = useQueryClient();
  return (
    <AccountFrame title={texts.title} text={texts.text}>
      <Form
        submit={texts.submit}
        {...(onCancel && { onCancel })}
        check={(values) => ({
          entityName: textOf(values, 'entityName') ? undefined : texts.missing,
        })}
        send={(values, key) => {
          const entityName = textOf(values, 'entityName');
          return entityCalls.create(
            { entityName, entityType: FAMILY, membershipMode: 'INVITE_ONLY' },
            key,
          );
        }}
        done={async (entity) => {
          client.setQueryData(entityQuery(entity.entitySlug).queryKey, entity);
          await client.invalidateQueries({ queryKey: myEntitiesQuery.queryKey });
          toast({ type: 'success', message: texts.made(entity.entityName) });
          onMade?.(entity.entitySlug);
        }}
      >
        {(field) => (
          <TextInput
            label={texts.name}
            autoComplete="off"
            defaultValue={texts.suggested(me?.lastName ?? '')}
            {...field('entityName')}
          />
        )}
      </Form>
    </AccountFrame>
  );
}
