import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
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
import { forgetRememberedPath, safeNextPath } from '@/lib/nextPath.ts';
import { keepSession, sessionChanged } from '@/lib/session.ts';
import { accountTexts } from '@/texts/accounts.ts';

const texts = accountTexts.login;

export function LoginPage() {
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const client = useQueryClient();
  usePageTitle(texts.title);
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
    done: ({ user }) => {
      client.clear();
      client.setQueryData(meQuery.queryKey, user);
      keepSession({ user });
      forgetRememberedPath();
      sessionChanged();
      void navigate(safeNextPath(search.get('next')), { replace: true });
    },
  });

  return (
    <AccountFrame title={texts.title}>
      <form onSubmit={form.submit} noValidate>
        <FormAlert
          message={form.message}
          hint={form.code === 'NOT_VERIFIED' ? texts.notVerified : null}
        />
        <EmailField error={form.fieldError('email')} />
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
