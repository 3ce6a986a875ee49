import { Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { messageOf } from '@/api/ApiError.ts';
import { api } from '@/api/client.ts';
import type { Session } from '@/api/types.ts';
import { Card } from '@/components/Card.tsx';
import { ErrorState, LoadingState } from '@/components/states.tsx';
import { toast } from '@/components/toast.ts';
import { ago } from '@/lib/dates.ts';
import { describeUserAgent } from '@/lib/userAgent.ts';
import { accountTexts } from '@/texts/accounts.ts';
import { sessionsQuery } from '../api.ts';
import classes from './settings.module.css';

const texts = accountTexts.settings;

export function SessionList() {
  const { data, error, refetch } = useQuery(sessionsQuery);
  return (
    <Card id="sessions" title={texts.sessions} text={texts.sessionsText}>
      {error && !data && <ErrorState error={error} onRetry={refetch} />}
      {!error && !data && <LoadingState />}
      <ul className={classes.rows}>
        {data?.map((session) => (
          <SessionRow key={session.id} session={session} />
        ))}
      </ul>
    </Card>
  );
}

function SessionRow({ session }: { session: Session }) {
  const client = useQueryClient();
  const device = deviceName(session.userAgent);
  const revoke = useMutation({
    mutationFn: () => api.delete(`/api/v1/auth/sessions/${session.id}`),
    onSuccess: () => toast({ type: 'success', message: texts.revoked }),
    onError: (error) => toast({ type: 'error', message: messageOf(error) }),
    onSettled: () => client.invalidateQueries({ queryKey: sessionsQuery.queryKey }),
  });

  return (
    <li className={classes.row}>
      <div className={classes.device}>
        <p className={classes.deviceName}>{device}</p>
        <p className={classes.hint}>
          {texts.lastSeen(ago(session.lastSeen))} · {session.address}
        </p>
      </div>
      {session.current ? (
        <span className={classes.current}>{texts.thisDevice}</span>
      ) : (
        <Button
          variant="default"
          aria-label={texts.revokeLabel(device)}
          loading={revoke.isPending}
          onClick={() => revoke.mutate()}
        >
          {texts.revoke}
        </Button>
      )}
    </li>
  );
}

function deviceName(userAgent: string): string {
  const { browser, system } = describeUserAgent(userAgent);
  if (browser && system) return texts.onSystem(browser, system);
  return browser ?? system ?? texts.unknownDevice;
}
