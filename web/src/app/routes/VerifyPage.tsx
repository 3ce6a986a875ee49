import { Button } from '@mantine/core';
import { IconCircleCheck, IconLinkOff } from '@tabler/icons-react';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router';
import { ApiError } from '@/api/ApiError.ts';
import { api } from '@/api/client.ts';
import type { User } from '@/api/types.ts';
import classes from '@/components/AccountFrame.module.css';
import { AccountFrame } from '@/components/AccountFrame.tsx';
import { ErrorState, LoadingState } from '@/components/states.tsx';
import { usePageTitle } from '@/hooks/usePageTitle.ts';
import { accountTexts } from '@/texts/accounts.ts';

const texts = accountTexts.verify;

/** A token works once, so each is sent once, however often the page is drawn. */
const verifyQuery = (token: string) =>
  queryOptions({
    queryKey: ['verify', token],
    queryFn: () => api.post<User>('/api/public/auth/verify', { token }),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    refetchOnMount: false,
  });

export function VerifyPage() {
  const [search] = useSearchParams();
  const { data, error, refetch } = useQuery(verifyQuery(search.get('token') ?? ''));
  const refused = error instanceof ApiError && !error.isTransient;
  usePageTitle(data ? texts.title : refused ? texts.failedTitle : texts.working);

  if (data) {
    return (
      <AccountFrame
        title={texts.title}
        text={texts.text}
        icon={<IconCircleCheck size={28} stroke={1.5} />}
      >
        <LoginLink email={data.email} />
      </AccountFrame>
    );
  }
  if (refused) {
    return (
      <AccountFrame
        title={texts.failedTitle}
        text={texts.failed}
        icon={<IconLinkOff size={28} stroke={1.5} />}
      >
        <LoginLink>
          <Button component={Link} to="/signup" variant="default">
            {accountTexts.signup.title}
          </Button>
        </LoginLink>
      </AccountFrame>
    );
  }
  if (error) return <ErrorState page error={error} onRetry={refetch} />;
  return (
    <AccountFrame title={texts.working}>
      <LoadingState />
    </AccountFrame>
  );
}

function LoginLink({ email, children }: { email?: string | null; children?: React.ReactNode }) {
  return (
    <div className={classes.actions}>
      <Button component={Link} to="/login" state={{ email: email ?? undefined }}>
        {texts.login}
      </Button>
      {children}
    </div>
  );
}
