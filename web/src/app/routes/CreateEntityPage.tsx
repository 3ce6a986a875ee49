import { TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { MembershipMode } from '@/api/types.ts';
import { Form } from '@/area/Form.tsx';
import { AccountFrame } from '@/components/AccountFrame.tsx';
import { myEntitiesQuery } from '@/features/accounts/api.ts';
import { entityCalls, entityQuery } from '@/features/entities/api.ts';
import { EntityFields } from '@/features/entities/components/EntityFields.tsx';
import classes from '@/features/entities/components/entities.module.css';
import { usePageTitle } from '@/hooks/usePageTitle.ts';
import { textOf } from '@/hooks/useSubmit.ts';
import { slugOf } from '@/lib/slug.ts';
import { entityTexts } from '@/texts/entityPages.ts';

const { create: texts, fields, missing } = entityTexts;

export function CreateEntityPage() {
  const navigate = useNavigate();
  const client = useQueryClient();
  const [name, setName] = useState('');
  const [address, setAddress] = useState('');
  usePageTitle(texts.title);

  const slug = slugOf(address || name);
  return (
    <AccountFrame title={texts.title} text={texts.text}>
      <Form
        submit={texts.submit}
        conflicts={{ SLUG_TAKEN: 'entitySlug' }}
        check={(values) => ({
          entityName: textOf(values, 'entityName') ? undefined : missing.name,
        })}
        send={(values, key) => {
          const wanted = slugOf(textOf(values, 'entitySlug'));
          return entityCalls.create(
            {
              entityName: textOf(values, 'entityName'),
              entityType: textOf(values, 'entityType'),
              membershipMode: textOf(values, 'membershipMode') as MembershipMode,
              ...(wanted && { entitySlug: wanted }),
            },
            key,
          );
        }}
        done={async (entity) => {
          client.setQueryData(entityQuery(entity.entitySlug).queryKey, entity);
          await client.invalidateQueries({ queryKey: myEntitiesQuery.queryKey });
          void navigate(`/${entity.entitySlug}`);
        }}
      >
        {(field) => (
          <>
            <TextInput
              label={fields.name}
              autoComplete="organization"
              onChange={(event) => setName(event.currentTarget.value)}
              {...field('entityName')}
            />
            <TextInput
              label={fields.address}
              description={fields.addressHint}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              onChange={(event) => setAddress(event.currentTarget.value)}
              {...field('entitySlug')}
            />
            <p className={classes.preview} aria-live="polite">
              {slug ? texts.preview(`${window.location.host}/${slug}`) : texts.previewEmpty}
              {slug && !address && ` ${texts.previewTaken}`}
            </p>
            <EntityFields field={field} />
          </>
        )}
      </Form>
    </AccountFrame>
  );
}
