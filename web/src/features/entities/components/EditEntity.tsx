import { TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import type { Entity, MembershipMode } from '@/api/types.ts';
import { Form } from '@/area/Form.tsx';
import { Dialog } from '@/components/Dialog.tsx';
import { toast } from '@/components/toast.ts';
import { myEntitiesQuery } from '@/features/accounts/api.ts';
import { textOf } from '@/hooks/useSubmit.ts';
import { isFamily } from '@/lib/family.ts';
import { entityTexts } from '@/texts/entityPages.ts';
import { entityCalls, entityQuery } from '../api.ts';
import { EntityFields } from './EntityFields.tsx';

const { page: texts, fields, missing } = entityTexts;

export function EditEntity({ entity, onClose }: { entity: Entity; onClose: () => void }) {
  const client = useQueryClient();
  return (
    <Dialog title={texts.editTitle} onClose={onClose}>
      <Form
        submit={texts.save}
        onCancel={onClose}
        check={(values) => ({
          entityName: textOf(values, 'entityName') ? undefined : missing.name,
        })}
        send={(values) =>
          entityCalls.update(entity.idEntity, {
            entityName: textOf(values, 'entityName'),
            // A family stays one, and is joined by invitation alone.
            ...(!isFamily(entity) && {
              entityType: textOf(values, 'entityType'),
              membershipMode: textOf(values, 'membershipMode') as MembershipMode,
            }),
          })
        }
        done={(updated) => {
          client.setQueryData(entityQuery(entity.entitySlug).queryKey, updated);
          void client.invalidateQueries({ queryKey: myEntitiesQuery.queryKey });
          toast({ type: 'success', message: texts.saved });
          onClose();
        }}
      >
        {(field) => (
          <>
            <TextInput
              data-autofocus
              label={fields.name}
              defaultValue={entity.entityName}
              {...field('entityName')}
            />
            {!isFamily(entity) && (
              <EntityFields type={entity.entityType} mode={entity.membershipMode} field={field} />
            )}
          </>
        )}
      </Form>
    </Dialog>
  );
}
