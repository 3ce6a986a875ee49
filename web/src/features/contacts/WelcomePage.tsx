import { Button } from '@mantine/core';
import { IconLinkOff } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from 'react-router';
import classes from '@/components/AccountFrame.module.css';
import { AccountFrame } from '@/components/AccountFrame.tsx';
import { Avatar } from '@/components/Avatar.tsx';
import { FormAlert } from '@/components/FormAlert.tsx';
import { ErrorState, LoadingState } from '@/components/states.tsx';
import { useMe } from '@/features/accounts/api.ts';
import { usePageTitle } from '@/hooks/usePageTitle.ts';
import { dateOf } from '@/lib/dates.ts';
import { keepNextPath, loginPath } from '@/lib/nextPath.ts';
import { useSignedIn } from '@/lib/session.ts';
import { welcomeTexts as texts } from '@/texts/contacts.ts';
import { contactCalls, welcomeQuery } from './api.ts';
import welcome from './components/welcome.module.css';
import { ADD_CONTACTS, CONTACTS, pageOf } from './paths.ts';
import type { Welcome } from './types.ts';
import { contactError, sayContacts, useRefreshContacts } from './useContactCall.ts';

/** Somebody's address or invitation, opened by whoever has it. */
export default function WelcomePage() {
  const { token = '' } = useParams();
  const signedIn = useSignedIn();
  const { data, error, refetch } = useQuery(welcomeQuery(token));
  usePageTitle(data ? texts.title(data.user.displayName) : data === null ? texts.goneTitle : '');
  if (data) return <Shown token={token} one={data} />;
  if (error) return <ErrorState page error={error} onRetry={refetch} />;
  if (data === undefined) return <LoadingState />;
  return (
    <AccountFrame
      title={texts.goneTitle}
      text={texts.gone}
      icon={<IconLinkOff size={28} stroke={1.5} />}
    >
      <div className={classes.actions}>
        <Button component={Link} to={signedIn ? CONTACTS : '/'}>
          {signedIn ? texts.contacts : texts.home}
        </Button>
      </div>
    </AccountFrame>
  );
}

function Shown({ token, one }: { token: string; one: Welcome }) {
  const me = useMe();
  const signedIn = useSignedIn();
  const { user, message, expires, kind } = one;
  const self = me?.userName === user.slug;
  return (
    <AccountFrame
      title={texts.title(user.displayName)}
      text={self ? texts.self : kind === 'LINK' ? texts.link : texts.invitation}
      icon={<Avatar name={user.displayName} image={user.avatar ?? null} size={64} />}
    >
      {message && (
        <blockquote className={welcome.quote} dir="auto">
          {message}
        </blockquote>
      )}
      {signedIn ? !self && <Take token={token} one={one} /> : <SignIn token={token} />}
      <p className={classes.below}>{texts.until(dateOf(expires))}</p>
    </AccountFrame>
  );
}

function Take({ token, one }: { token: string; one: Welcome }) {
  const navigate = useNavigate();
  const refresh = useRefreshContacts();
  const take = useMutation({
    mutationFn: () => contactCalls.takeWelcome(token),
    onSuccess: ({ status, slug }) => {
      sayContacts(status === 'contact' ? texts.nowContacts : texts.waits);
      void refresh([['messages']]);
      void navigate(pageOf({ slug }), { replace: true });
    },
  });
  return (
    <>
      <FormAlert message={take.error ? contactError(take.error) : null} />
      <div className={classes.actions}>
        <Button loading={take.isPending} onClick={() => take.mutate()}>
          {one.kind === 'LINK' ? texts.take : texts.open}
        </Button>
      </div>
    </>
  );
}

function SignIn({ token }: { token: string }) {
  const here = `${ADD_CONTACTS}/${token}`;
  return (
    <>
      <p className={classes.below}>{texts.out}</p>
      <div className={classes.actions}>
        <Button component={Link} to="/signup" onClick={() => keepNextPath(here, Date.now())}>
          {texts.signUp}
        </Button>
        <Button component={Link} to={loginPath(here)} variant="default">
          {texts.signIn}
        </Button>
      </div>
    </>
  );
}
