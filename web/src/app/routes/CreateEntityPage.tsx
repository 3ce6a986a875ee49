import { Button, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import type { MembershipMode } from '@/api/types.ts';
import { AccountFrame } from '@/components/AccountFrame.tsx';
import { FormAlert } from '@/components/FormAlert.tsx';
import { myEntitiesQuery } from '@/features/accounts/api.ts';
import { entityCalls, entityQuery } from '@/features/entities/api.ts';
import { EntityFields } from '@/features/entities/components/EntityFields.tsx';
import classes from '@/features/entities/components/entities.module.css';
import { usePageTitle } from '@/hooks/usePageTitle.ts';
import { textOf, useSubmit } from '@/hooks/useSubmit.ts';
import { slugOf } from '@/lib/slug.ts';
import { entityTexts } from '@/texts/entities.ts';

const { create: texts, fields, missing } = entityTexts;

export function CreateEntityPage() {
  const navigate = useNavigate();
  const client = useQueryClient();
  const [name, setName] = useState('');
  const [address, setAddress] = useState('');
  // One key for the page: pressing twice, or again after a lost answer, makes one organisation.
  const key = useRef(crypto.randomUUID());
  usePageTitle(texts.title);

  const slug = slugOf(address || name);
  const form = useSubmit({
    conflicts: { SLUG_TAKEN: 'entitySlug' },
    check: (values) => ({ entityName: textOf(values, 'entityName') ? undefined : missing.name }),
    send: (values) => {
      const wanted = slugOf(textOf(values, 'entitySlug'));
      return entityCalls.create(
        {
          entityName: textOf(values, 'entityName'),
          entityType: textOf(values, 'entityType'),
          membershipMode: textOf(values, 'membershipMode') as MembershipMode,
          ...(wanted && { entitySlug: wanted }),
        },
        key.current,
      );
    },
    done: async (entity) => {
      client.setQueryData(entityQuery(entity.entitySlug).queryKey, entity);
      await client.invalidateQueries({ queryKey: myEntitiesQuery.queryKey });
      void navigate(`/${entity.entitySlug}`);
    },
  });

  return (
    <AccountFrame title={texts.title} text={texts.text}>
      <form onSubmit={form.submit} noValidate>
        <FormAlert message={form.message} />
        <TextInput
          name="entityName"
          label={fields.name}
          autoComplete="organization"
          error={form.fieldError('entityName')}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <TextInput
          name="entitySlug"
          label={fields.address}
          description={fields.addressHint}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          error={form.fieldError('entitySlug')}
          onChange={(event) => setAddress(event.currentTarget.value)}
        />
        <p className={classes.preview} aria-live="polite">
          {slug ? texts.preview(`${window.location.host}/${slug}`) : texts.previewEmpty}
          {slug && !address && ` ${texts.previewTaken}`}
        </p>
        <EntityFields fieldError={form.fieldError} />
        <Button type="submit" loading={form.pending}>
          {texts.submit}
        </Button>
      </form>
    </AccountFrame>
  );
}
