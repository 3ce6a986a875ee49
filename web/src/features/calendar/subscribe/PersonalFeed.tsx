import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ConfirmCall } from '@/area/ConfirmCall.tsx';
import QrCode from '@/components/QrCode.tsx';
import { ErrorState, LoadingState } from '@/components/states.tsx';
import { subscribeTexts as texts } from '@/texts/subscribe.ts';
import { FeedAddress } from './FeedAddress.tsx';
import { feedCalls, feedQuery } from './feeds.ts';
import classes from './subscribe.module.css';

/** The secret address of all that one sees. */
export function PersonalFeed() {
  const client = useQueryClient();
  const { data: address, error, refetch } = useQuery(feedQuery);
  const [coded, setCoded] = useState(false);
  const [asking, setAsking] = useState(false);
  if (error && !address) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!address) return <LoadingState />;
  return (
    <>
      <FeedAddress key={address} label={texts.address} copy={texts.copy} address={address} />
      {coded && (
        <div className={classes.qr}>
          <QrCode text={address} label={texts.code} />
        </div>
      )}
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
