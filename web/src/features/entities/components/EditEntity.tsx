import { Button, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import type { Entity, MembershipMode } from '@/api/types.ts';
import { Dialog } from '@/components/Dialog.tsx';
import { FormAlert } from '@/components/FormAlert.tsx';
import { toast } from '@/components/toast.ts';
import { myEntitiesQuery } from '@/features/accounts/api.ts';
import { textOf, useSubmit } from '@/hooks/useSubmit.ts';
import { entityTexts } from '@/texts/entities.ts';
import { dialogTexts } from '@/texts/shell.ts';
import { entityCalls, entityQuery } from '../api.ts';
import { EntityFields } from './EntityFields.tsx';
import classes from './entities.module.css';

const { page: texts, fields, missing } = entityTexts;

export function EditEntity({ entity, onClose }: { entity: Entity; onClose: () => void }) {
  const client = useQueryClient();
  const form = useSubmit({
    check: (values) => ({ entityName: textOf(values, 'entityName') ? undefined : missing.name }),
    send: (values) =>
      entityCalls.update(entity.idEntity, {
        entityName: textOf(values, 'entityName'),
        entityType: textOf(values, 'entityType'),
        membershipMode: textOf(values, 'membershipMode') as MembershipMode,
      }),
    done: (updated) => {
      client.setQueryData(entityQuery(entity.entitySlug).queryKey, updated);
      void client.invalidateQueries({ queryKey: myEntitiesQuery.queryKey });
      toast({ type: 'success', message: texts.saved });
      onClose();
    },
  });

  return (
    <Dialog title={texts.editTitle} onClose={onClose}>
      <form className={classes.dialogForm} onSubmit={form.submit} noValidate>
        <FormAlert message={form.message} />
        <TextInput
          name="entityName"
          autoFocus
          label={fields.name}
          defaultValue={entity.entityName}
          error={form.fieldError('entityName')}
        />
        <EntityFields
          type={entity.entityType}
          mode={entity.membershipMode}
          fieldError={form.fieldError}
        />
        <div className={classes.buttons}>
          <Button variant="default" onClick={onClose}>
            {dialogTexts.cancel}
          </Button>
          <Button type="submit" loading={form.pending}>
            {texts.save}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
