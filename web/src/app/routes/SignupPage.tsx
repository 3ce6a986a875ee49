import { Button, TextInput } from '@mantine/core';
import { IconMailCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { Link, useLocation } from 'react-router';
import { messageOf } from '@/api/ApiError.ts';
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
  const [sent, setSent] = useState<SignUp | null>(null);
  usePageTitle(sent ? texts.sentTitle : texts.title);
  if (sent) return <Sent sent={sent} onAgain={() => setSent(null)} />;
  return <SignupForm onSent={setSent} />;
}

type SignUp = { email: string; password: string; firstName: string; lastName: string };

/** The same again sends another mail: until its link is followed, an account is only asked for. */
const signUp = (body: SignUp) => api.post<{ message: string }>('/api/public/auth/signup', body);

/** What whoever comes from an invitation has been called there. */
type Known = { email?: string; firstName?: string } | null;

function SignupForm({ onSent }: { onSent: (sent: SignUp) => void }) {
  const known = useLocation().state as Known;
  const form = useSubmit({
    check: (values) => ({
      firstName: textOf(values, 'firstName') ? undefined : missing.firstName,
      lastName: textOf(values, 'lastName') ? undefined : missing.lastName,
      email: textOf(values, 'email') ? undefined : missing.email,
      password: checkNewPassword(values),
    }),
    send: async (values) => {
      const body = {
        email: textOf(values, 'email'),
        password: String(values.get('password') ?? ''),
        firstName: textOf(values, 'firstName'),
        lastName: textOf(values, 'lastName'),
      };
      await signUp(body);
      return body;
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
          defaultValue={known?.firstName}
          error={form.fieldError('firstName')}
        />
        <TextInput
          name="lastName"
          autoComplete="family-name"
          label={fields.lastName}
          error={form.fieldError('lastName')}
        />
        <EmailField defaultValue={known?.email} error={form.fieldError('email')} />
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

function Sent({ sent, onAgain }: { sent: SignUp; onAgain: () => void }) {
  const [said, setSaid] = useState('');
  const [pending, setPending] = useState(false);
  const resend = async () => {
    setPending(true);
    setSaid('');
    await signUp(sent).then(
      () => setSaid(texts.resent),
      (error: unknown) => setSaid(messageOf(error)),
    );
    setPending(false);
  };
  return (
    <AccountFrame
      title={texts.sentTitle}
      text={texts.sent(sent.email)}
      icon={<IconMailCheck size={28} stroke={1.5} />}
    >
      <p className={classes.below}>{texts.spam}</p>
      <p className={classes.below} role="status">
        {said}
      </p>
      <div className={classes.actions}>
        <Button variant="default" loading={pending} onClick={() => void resend()}>
          {texts.resend}
        </Button>
        <Button variant="default" onClick={onAgain}>
          {texts.again}
        </Button>
      </div>
    </AccountFrame>
  );
}
