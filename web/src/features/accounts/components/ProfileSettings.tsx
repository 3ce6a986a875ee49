import { TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { api } from '@/api/client.ts';
import type { User } from '@/api/types.ts';
import { Form } from '@/area/Form.tsx';
import { Card } from '@/components/Card.tsx';
import { toast } from '@/components/toast.ts';
import { textOf } from '@/hooks/useSubmit.ts';
import { accountTexts } from '@/texts/accounts.ts';
import { meQuery } from '../api.ts';
import classes from './settings.module.css';

const { settings: texts, fields, missing } = accountTexts;
const names = ['firstName', 'lastName', 'displayName', 'userName'] as const;

export function ProfileSettings({ me }: { me: User }) {
  const client = useQueryClient();
  return (
    <Card id="profile" title={texts.profile}>
      <Form
        submit={texts.save}
        conflicts={{ SLUG_TAKEN: 'userName' }}
        check={(values) =>
          Object.fromEntries(
            names.map((name) => [name, textOf(values, name) ? undefined : missing[name]]),
          )
        }
        send={(values) =>
          api.patch<User>(
            '/api/v1/me',
            Object.fromEntries(names.map((name) => [name, textOf(values, name)])),
          )
        }
        done={(user) => {
          client.setQueryData(meQuery.queryKey, user);
          toast({ type: 'success', message: texts.saved });
        }}
      >
        {(field) => (
          <>
            <div className={classes.pair}>
              <TextInput
                autoComplete="given-name"
                label={fields.firstName}
                defaultValue={me.firstName}
                {...field('firstName')}
              />
              <TextInput
                autoComplete="family-name"
                label={fields.lastName}
                defaultValue={me.lastName}
                {...field('lastName')}
              />
            </div>
            <TextInput
              autoComplete="nickname"
              label={fields.displayName}
              description={fields.displayNameHint}
              defaultValue={me.displayName}
              {...field('displayName')}
            />
            <TextInput
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              label={fields.userName}
              description={fields.userNameHint}
              defaultValue={me.userName}
              {...field('userName')}
            />
          </>
        )}
      </Form>
    </Card>
  );
}
