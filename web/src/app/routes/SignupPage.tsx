import { Button, TextInput } from '@mantine/core';
import { IconMailCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { api } from '@/api/client.ts';
import classes from '@/components/AccountFrame.module.css';
import { AccountFrame } from '@/components/AccountFrame.tsx';
import { FormAlert } from '@/components/FormAlert.tsx';
import { checkNewPassword, EmailField, PasswordField } from '@/components/fields.tsx';
import { usePageTitle } from '@/hooks/usePageTitle.ts';
import { textOf, useSubmit } from '@/hooks/useSubmit.ts';
import { accountTexts } from '@/texts/accounts.ts';

const { signup: texts, fields, missing } = accountTexts;

export function SignupPage() {
  const [sentTo, setSentTo] = useState<string | null>(null);
  usePageTitle(sentTo ? texts.sentTitle : texts.title);
  if (sentTo) return <Sent email={sentTo} onAgain={() => setSentTo(null)} />;
  return <SignupForm onSent={setSentTo} />;
}

function SignupForm({ onSent }: { onSent: (email: string) => void }) {
  const form = useSubmit({
    check: (values) => ({
      firstName: textOf(values, 'firstName') ? undefined : missing.firstName,
      lastName: textOf(values, 'lastName') ? undefined : missing.lastName,
      email: textOf(values, 'email') ? undefined : missing.email,
      password: checkNewPassword(values),
    }),
    send: async (values) => {
      const email = textOf(values, 'email');
      await api.post<{ message: string }>('/api/public/auth/signup', {
        email,
        password: values.get('password'),
        firstName: textOf(values, 'firstName'),
        lastName: textOf(values, 'lastName'),
      });
      return email;
    },
    done: onSent,
  });

  return (
    <AccountFrame title={texts.title}>
      <form onSubmit={form.submit} noValidate>
        <FormAlert message={form.message} />
        <TextInput
          name="firstName"
          autoComplete="given-name"
          label={fields.firstName}
          error={form.fieldError('firstName')}
        />
        <TextInput
          name="lastName"
          autoComplete="family-name"
          label={fields.lastName}
          error={form.fieldError('lastName')}
        />
        <EmailField error={form.fieldError('email')} />
        <PasswordField
          autoComplete="new-password"
          description={fields.passwordHint}
          error={form.fieldError('password')}
        />
        <Button type="submit" loading={form.pending}>
          {texts.submit}
        </Button>
      </form>
      <p className={classes.below}>
        {texts.already} <Link to="/login">{texts.login}</Link>
      </p>
    </AccountFrame>
  );
}

function Sent({ email, onAgain }: { email: string; onAgain: () => void }) {
  return (
    <AccountFrame
      title={texts.sentTitle}
      text={texts.sent(email)}
      icon={<IconMailCheck size={28} stroke={1.5} />}
    >
      <p className={classes.below}>{texts.spam}</p>
      <div className={classes.actions}>
        <Button variant="default" onClick={onAgain}>
          {texts.again}
        </Button>
      </div>
    </AccountFrame>
  );
}
