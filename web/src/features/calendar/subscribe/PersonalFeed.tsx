import { Button, Checkbox } from '@mantine/core';
import '@mantine/core/styles/Checkbox.layer.css';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOf } from '@/api/ApiError.ts';
import { ConfirmCall } from '@/area/ConfirmCall.tsx';
import QrCode from '@/components/QrCode.tsx';
import { ErrorState, LoadingState } from '@/components/states.tsx';
import { toast } from '@/components/toast.ts';
import { subscribeTexts as texts } from '@/texts/subscribe.ts';
import { FeedAddress } from './FeedAddress.tsx';
import { feedCalls, feedQuery } from './feeds.ts';
import classes from './subscribe.module.css';

/** The secret address of all that one sees. */
export function PersonalFeed() {
  const client = useQueryClient();
  const { data: feed, error, refetch } = useQuery(feedQuery);
  const { mutate: setReminders, isPending } = useMutation({
    mutationFn: feedCalls.setReminders,
    onSuccess: (next) => client.setQueryData(feedQuery.queryKey, next),
    onError: (failed) => toast({ type: 'error', message: messageOf(failed) }),
  });
  const [coded, setCoded] = useState(false);
  const [asking, setAsking] = useState(false);
  const [todos, setTodos] = useState(false);
  if (error && !feed) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!feed) return <LoadingState />;
  const address = todos ? `${feed.url}?tasks=VTODO` : feed.url;
  return (
    <>
      <FeedAddress key={address} label={texts.address} copy={texts.copy} address={address} />
      {coded && (
        <div className={classes.qr}>
          <QrCode text={address} label={texts.code} />
        </div>
      )}
      <Checkbox
        label={texts.reminders}
        description={texts.remindersHint}
        checked={feed.reminders}
        disabled={isPending}
        onChange={(event) => setReminders(event.currentTarget.checked)}
      />
      <Checkbox
        label={texts.todos}
        description={texts.todosHint}
        checked={todos}
        onChange={(event) => setTodos(event.currentTarget.checked)}
      />
      <div className={classes.buttons}>
        {!coded && (
          <Button variant="default" onClick={() => setCoded(true)}>
            {texts.showCode}
          </Button>
        )}
        <Button variant="subtle" color="red" onClick={() => setAsking(true)}>
          {texts.renew}
        </Button>
      </div>
      {asking && (
        <ConfirmCall
          danger
          title={texts.renewTitle}
          text={texts.renewText}
          action={texts.renew}
          call={feedCalls.renew}
          said={texts.renewed}
          onDone={(next) => client.setQueryData(feedQuery.queryKey, next)}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}
