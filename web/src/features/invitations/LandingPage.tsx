import { Button } from '@mantine/core';
import { IconLinkOff } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import { ApiError, messageOf } from '@/api/ApiError.ts';
import classes from '@/components/AccountFrame.module.css';
import { AccountFrame } from '@/components/AccountFrame.tsx';
import { Avatar } from '@/components/Avatar.tsx';
import { FormAlert } from '@/components/FormAlert.tsx';
import { ErrorState, LoadingState } from '@/components/states.tsx';
import { toast } from '@/components/toast.ts';
import { useMe } from '@/features/accounts/api.ts';
import { useRefreshEntities } from '@/features/entities/api.ts';
import { usePageTitle } from '@/hooks/usePageTitle.ts';
import { dateOf } from '@/lib/dates.ts';
import { keepNextPath, loginPath } from '@/lib/nextPath.ts';
import { useSignedIn } from '@/lib/session.ts';
import { relationLabel } from '@/texts/entities.ts';
import { landingTexts as texts } from '@/texts/invitations.ts';
import { inviteCalls, openQuery } from './api.ts';
import invitations from './components/invitations.module.css';
import { landingPath } from './paths.ts';
import type { OpenInvitation } from './types.ts';

/** /inbjudan/{token}: opened from a mail or a link, by who has an account and by who has none. Looking changes nothing. */
export default function LandingPage() {
  const { token = '' } = useParams();
  const { data, error, refetch } = useQuery(openQuery(token));
  const title = data && !('gone' in data) ? texts.title(data.entityName) : '';
  usePageTitle(title || (data && 'gone' in data ? gone(data.gone).title : ''));
  if (!data) {
    return error ? (
      <ErrorState page error={error} onRetry={() => void refetch()} />
    ) : (
      <LoadingState />
    );
  }
  return 'gone' in data ? <Gone code={data.gone} /> : <Open token={token} one={data} />;
}

const NONE = { title: '', text: '' };
const gone = (code: string) => texts.gone[code] ?? texts.gone.NOT_FOUND ?? NONE;

function Gone({ code }: { code: string }) {
  return (
    <AccountFrame {...gone(code)} icon={<IconLinkOff size={28} stroke={1.5} />}>
      <div className={classes.actions}>
        <Button component={Link} to="/">
          {texts.home}
        </Button>
      </div>
    </AccountFrame>
  );
}

function Open({ token, one }: { token: string; one: OpenInvitation }) {
  const signedIn = useSignedIn();
  return (
    <AccountFrame
      title={texts.title(one.entityName)}
      text={texts.text(one.invitedBy, relationLabel(one.relationType))}
      icon={<Avatar name={one.entityName} image={one.image} size={64} />}
    >
      {one.message && <blockquote dir="auto">{one.message}</blockquote>}
      {signedIn ? <Answer token={token} one={one} /> : <SignIn token={token} one={one} />}
      <p className={classes.below}>
        {one.email && `${texts.for(one.email)} `}
        {texts.until(dateOf(one.expires))}
      </p>
    </AccountFrame>
  );
}

function Answer({ token, one }: { token: string; one: OpenInvitation }) {
  const me = useMe();
  const navigate = useNavigate();
  const client = useQueryClient();
  const refresh = useRefreshEntities();
  const [declined, setDeclined] = useState(false);
  const join = useMutation({
    mutationFn: () => inviteCalls.accept(token),
    onSuccess: async ({ entitySlug, entityName }) => {
      toast({ type: 'success', message: texts.joined(entityName) });
      await refresh();
      await navigate(`/${entitySlug}`, { replace: true });
      client.removeQueries({ queryKey: openQuery(token).queryKey });
    },
  });
  const decline = useMutation({
    mutationFn: () => inviteCalls.decline(token),
    onSuccess: () => setDeclined(true),
  });
  const error = join.error ?? decline.error;
  const isMember = error instanceof ApiError && error.code === 'ALREADY_MEMBER';
  if (isMember) {
    return (
      <>
        <p role="status">{texts.member}</p>
        <div className={classes.actions}>
          <Button component={Link} to={`/${one.entitySlug}`}>
            {texts.open(one.entityName)}
          </Button>
        </div>
      </>
    );
  }
  if (declined) return <p role="status">{texts.declined(one.entityName)}</p>;
  const isOther = one.email && me?.email && me.email !== one.email;
  if (isOther) {
    return (
      <p role="status" className={invitations.wrong}>
        {texts.other(one.email ?? '', me.email ?? '')}
      </p>
    );
  }
  return (
    <>
      <FormAlert message={error ? messageOf(error) : null} />
      <div className={classes.actions}>
        <Button loading={join.isPending} disabled={decline.isPending} onClick={() => join.mutate()}>
          {texts.join}
        </Button>
        {one.kind === 'MAIL' && (
          <Button
            variant="default"
            loading={decline.isPending}
            disabled={join.isPending}
            onClick={() => decline.mutate()}
          >
            {texts.decline}
          </Button>
        )}
      </div>
    </>
  );
}

/** Whether the address has an account is not known here: both ways stand open, with the address filled in. */
function SignIn({ token, one }: { token: string; one: OpenInvitation }) {
  const here = landingPath(token);
  const state = { email: one.email, firstName: one.firstName };
  return (
    <>
      <p className={classes.below}>{texts.out}</p>
      <div className={classes.actions}>
        <Button
          component={Link}
          to="/signup"
          state={state}
          onClick={() => keepNextPath(here, Date.now())}
        >
          {texts.signUp}
        </Button>
        <Button component={Link} to={loginPath(here)} state={state} variant="default">
          {texts.signIn}
        </Button>
      </div>
    </>
  );
}
