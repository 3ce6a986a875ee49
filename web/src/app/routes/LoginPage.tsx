import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router';
import { api } from '@/api/client.ts';
import type { User } from '@/api/types.ts';
import classes from '@/components/AccountFrame.module.css';
import { AccountFrame } from '@/components/AccountFrame.tsx';
import { FormAlert } from '@/components/FormAlert.tsx';
import { EmailField, PasswordField } from '@/components/fields.tsx';
import { meQuery } from '@/features/accounts/api.ts';
import { rememberService } from '@/features/returning/returning.ts';
import { usePageTitle } from '@/hooks/usePageTitle.ts';
import { textOf, useSubmit } from '@/hooks/useSubmit.ts';
import { forgetRememberedPath, safeNextPath, takeNextPath } from '@/lib/nextPath.ts';
import { keepSession, sessionChanged } from '@/lib/session.ts';
import { accountTexts } from '@/texts/accounts.ts';

const texts = accountTexts.login;

export function LoginPage() {
  const [search] = useSearchParams();
  usePageTitle(texts.title);
  // Who has just confirmed their address has said it already.
  const known = (useLocation().state as { email?: string } | null)?.email;
  const service = search.get('service');
  useEffect(() => rememberService(service), [service]);

  const form = useSubmit({
    check: (values) => ({
      email: textOf(values, 'email') ? undefined : accountTexts.missing.email,
      password: values.get('password') ? undefined : accountTexts.missing.password,
    }),
    send: (values) =>
      api.post<{ user: User }>('/api/public/auth/login', {
        email: textOf(values, 'email'),
        password: values.get('password'),
      }),
    done: useSignedInAs(),
  });

  const token = search.get('token');
  if (token) return <LoginByLink token={token} />;
  return (
    <AccountFrame title={texts.title}>
      <form onSubmit={form.submit} noValidate>
        <FormAlert
          message={form.message}
          hint={form.code === 'NOT_VERIFIED' ? texts.notVerified : null}
        />
        <EmailField defaultValue={known} error={form.fieldError('email')} />
        <PasswordField autoComplete="current-password" error={form.fieldError('password')} />
        <Button type="submit" loading={form.pending}>
          {texts.submit}
        </Button>
        <Link to="/reset" className={classes.link}>
          {texts.forgot}
        </Link>
      </form>
      <p className={classes.below}>
        {texts.newHere} <Link to="/signup">{texts.signup}</Link>
      </p>
    </AccountFrame>
  );
}

/** What happens once the server has signed somebody in, whichever way. */
function useSignedInAs() {
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const client = useQueryClient();
  return ({ user }: { user: User }) => {
    client.clear();
    client.setQueryData(meQuery.queryKey, user);
    keepSession({ user });
    forgetRememberedPath();
    sessionChanged();
    const kept = takeNextPath(Date.now());
    void navigate(safeNextPath(search.get('next') ?? kept), { replace: true });
  };
}

/** The link that was mailed because the password alone was not believed. By a click: programs open links too. */
function LoginByLink({ token }: { token: string }) {
  const byLink = accountTexts.byLink;
  const form = useSubmit({
    send: () => api.post<{ user: User }>('/api/public/auth/login/link', { token }),
    done: useSignedInAs(),
  });
  return (
    <AccountFrame title={byLink.title} text={byLink.text}>
      <form onSubmit={form.submit} noValidate>
        <FormAlert message={form.fieldError('token') ?? form.message} />
        <Button type="submit" loading={form.pending}>
          {byLink.submit}
        </Button>
        <Link to="/login" className={classes.link}>
          {byLink.again}
        </Link>
      </form>
    </AccountFrame>
  );
}
