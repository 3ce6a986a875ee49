import { Button } from '@mantine/core';
import { IconCircleCheck, IconMailCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { api } from '@/api/client.ts';
import classes from '@/components/AccountFrame.module.css';
import { AccountFrame } from '@/components/AccountFrame.tsx';
import { FormAlert } from '@/components/FormAlert.tsx';
import { checkNewPassword, EmailField, PasswordField } from '@/components/fields.tsx';
import { requestReset } from '@/features/accounts/api.ts';
import { usePageTitle } from '@/hooks/usePageTitle.ts';
import { textOf, useSubmit } from '@/hooks/useSubmit.ts';
import { accountTexts } from '@/texts/accounts.ts';

const { reset: texts, fields, missing } = accountTexts;

/** Without a token: ask for a link. With the link's token: choose the new password. */
export function ResetPage() {
  const [search] = useSearchParams();
  const token = search.get('token');
  return token ? <NewPassword token={token} /> : <RequestLink />;
}

function RequestLink() {
  const [sentTo, setSentTo] = useState<string | null>(null);
  usePageTitle(sentTo ? texts.sentTitle : texts.title);
  const form = useSubmit({
    check: (values) => ({ email: textOf(values, 'email') ? undefined : missing.email }),
    send: async (values) => {
      const email = textOf(values, 'email');
      await requestReset(email);
      return email;
    },
    done: setSentTo,
  });

  if (sentTo) {
    return (
      <AccountFrame
        title={texts.sentTitle}
        text={texts.sent(sentTo)}
        icon={<IconMailCheck size={28} stroke={1.5} />}
      >
        <BackToLogin />
      </AccountFrame>
    );
  }
  return (
    <AccountFrame title={texts.title} text={texts.text}>
      <form onSubmit={form.submit} noValidate>
        <FormAlert message={form.message} />
        <EmailField error={form.fieldError('email')} />
        <Button type="submit" loading={form.pending}>
          {texts.submit}
        </Button>
      </form>
      <BackToLogin />
    </AccountFrame>
  );
}

function NewPassword({ token }: { token: string }) {
  const [saved, setSaved] = useState(false);
  usePageTitle(saved ? texts.doneTitle : texts.newTitle);
  const form = useSubmit({
    check: (values) => ({ password: checkNewPassword(values) }),
    send: (values) =>
      api.post<void>('/api/public/auth/reset', { token, password: values.get('password') }),
    done: () => setSaved(true),
  });

  if (saved) {
    return (
      <AccountFrame
        title={texts.doneTitle}
        text={texts.done}
        icon={<IconCircleCheck size={28} stroke={1.5} />}
      >
        <div className={classes.actions}>
          <Button component={Link} to="/login">
            {texts.login}
          </Button>
        </div>
      </AccountFrame>
    );
  }
  return (
    <AccountFrame title={texts.newTitle} text={texts.newText}>
      <form onSubmit={form.submit} noValidate>
        <FormAlert message={form.message} />
        <PasswordField
          label={fields.newPassword}
          autoComplete="new-password"
          description={fields.passwordHint}
          error={form.fieldError('password')}
        />
        <Button type="submit" loading={form.pending}>
          {texts.save}
        </Button>
      </form>
      {form.code === 'TOKEN_INVALID' && (
        <p className={classes.below}>
          <Link to="/reset">{texts.again}</Link>
        </p>
      )}
    </AccountFrame>
  );
}

function BackToLogin() {
  return (
    <p className={classes.below}>
      <Link to="/login">{texts.back}</Link>
    </p>
  );
}
