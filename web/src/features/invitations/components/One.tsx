import { NativeSelect, Textarea, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Entity } from '@/api/types.ts';
import { Form } from '@/area/Form.tsx';
import { Card } from '@/components/Card.tsx';
import { EmailField } from '@/components/fields.tsx';
import { textOf } from '@/hooks/useSubmit.ts';
import { inviteTexts, oneTexts as texts } from '@/texts/invitations.ts';
import { inviteCalls, sentKey } from '../api.ts';
import { rolesOf } from '../roles.ts';
import type { Invitation, RelationType } from '../types.ts';

/** One address. The form stands empty for the next one when it is sent. */
export function One({ entity }: { entity: Entity }) {
  const client = useQueryClient();
  const [sent, setSent] = useState<{ invitation: Invitation; isNew: boolean } | null>(null);
  const [round, setRound] = useState(0);
  return (
    <Card id="en" title={inviteTexts.tabs.one}>
      <Form
        key={round}
        submit={texts.submit}
        check={(values) => ({ email: textOf(values, 'email') ? undefined : texts.missing })}
        send={async (values, key) => {
          const began = Date.now();
          const invitation = await inviteCalls.invite(
            entity.idEntity,
            {
              email: textOf(values, 'email'),
              relationType: textOf(values, 'relationType') as RelationType,
              ...(textOf(values, 'firstName') && { firstName: textOf(values, 'firstName') }),
              ...(textOf(values, 'message') && { message: textOf(values, 'message') }),
            },
            key,
          );
          return { invitation, isNew: Date.parse(invitation.created) >= began - CLOCKS_DIFFER_MS };
        }}
        done={(done) => {
          setSent(done);
          setRound((round) => round + 1);
          return client.invalidateQueries({ queryKey: sentKey(entity.idEntity) });
        }}
      >
        {(field) => (
          <>
            <EmailField {...field('email')} autoComplete="off" label={texts.email} />
            <TextInput {...field('firstName')} maxLength={60} label={texts.firstName} />
            <NativeSelect
              {...field('relationType')}
              label={inviteTexts.role}
              data={rolesOf(entity)}
            />
            <Textarea
              {...field('message')}
              rows={2}
              maxLength={500}
              label={texts.message}
              description={texts.messageHint}
            />
          </>
        )}
      </Form>
      <p role="status">
        {sent && `${sent.isNew ? texts.sent : texts.standing} (${sent.invitation.email})`}
      </p>
    </Card>
  );
}

/** One that stood before was made longer ago than clocks differ. */
const CLOCKS_DIFFER_MS = 60_000;
