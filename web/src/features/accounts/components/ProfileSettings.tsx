import { Button, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { api } from '@/api/client.ts';
import type { User } from '@/api/types.ts';
import { Card } from '@/components/Card.tsx';
import { FormAlert } from '@/components/FormAlert.tsx';
import { toast } from '@/components/toast.ts';
import { textOf, useSubmit } from '@/hooks/useSubmit.ts';
import { accountTexts } from '@/texts/accounts.ts';
import { meQuery } from '../api.ts';
import classes from './settings.module.css';

const { settings: texts, fields, missing } = accountTexts;
const names = ['firstName', 'lastName', 'displayName', 'userName'] as const;

export function ProfileSettings({ me }: { me: User }) {
  const client = useQueryClient();
  const form = useSubmit({
    conflicts: { SLUG_TAKEN: 'userName' },
    check: (values) =>
      Object.fromEntries(
        names.map((name) => [name, textOf(values, name) ? undefined : missing[name]]),
      ),
    send: (values) =>
      api.patch<User>(
        '/api/v1/me',
        Object.fromEntries(names.map((name) => [name, textOf(values, name)])),
      ),
    done: (user) => {
      client.setQueryData(meQuery.queryKey, user);
      toast({ type: 'success', message: texts.saved });
    },
  });

  return (
    <Card id="profile" title={texts.profile}>
      <form className={classes.form} onSubmit={form.submit} noValidate>
        <FormAlert message={form.message} />
        <div className={classes.pair}>
          <TextInput
            name="firstName"
            autoComplete="given-name"
            label={fields.firstName}
            defaultValue={me.firstName}
            error={form.fieldError('firstName')}
          />
          <TextInput
            name="lastName"
            autoComplete="family-name"
            label={fields.lastName}
            defaultValue={me.lastName}
            error={form.fieldError('lastName')}
          />
        </div>
        <TextInput
          name="displayName"
          autoComplete="nickname"
          label={fields.displayName}
          description={fields.displayNameHint}
          defaultValue={me.displayName}
          error={form.fieldError('displayName')}
        />
        <TextInput
          name="userName"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          label={fields.userName}
          description={fields.userNameHint}
          defaultValue={me.userName}
          error={form.fieldError('userName')}
        />
        <Button type="submit" className={classes.save} loading={form.pending}>
          {texts.save}
        </Button>
      </form>
    </Card>
  );
}
