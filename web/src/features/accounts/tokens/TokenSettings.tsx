import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { ConfirmCall } from '@/area/ConfirmCall.tsx';
import { TokenRows } from '@/area/TokenRows.tsx';
import { Card } from '@/components/Card.tsx';
import { loadPart } from '@/lib/loadPart.ts';
import { tokenTexts as texts } from '@/texts/tokens.ts';
import { type AccessToken, tokenCalls, tokensQuery } from './calls.ts';

const TokenDialog = lazy(() =>
  loadPart(async () => ({ default: (await import('@/area/TokenDialog.tsx')).TokenDialog })),
);

/** One's access tokens, among the settings. */
export default function TokenSettings() {
  const client = useQueryClient();
  const query = useQuery(tokensQuery);
  const [making, setMaking] = useState(false);
  const [revoking, setRevoking] = useState<AccessToken | null>(null);
  const again = () => void client.invalidateQueries({ queryKey: tokensQuery.queryKey });
  return (
    <Card
      id="tokens"
      title={texts.title}
      text={texts.text}
      action={
        <Button variant="default" onClick={() => setMaking(true)}>
          {texts.make}
        </Button>
      }
    >
      <TokenRows
        query={query}
        label={texts.list}
        empty={texts.empty}
        end={texts.revoke}
        endLabel={texts.revokeLabel}
        onEnd={setRevoking}
      />
      {making && (
        <Suspense>
          <TokenDialog
            title={texts.make}
            nameHint={texts.nameHint}
            submit={texts.submit}
            make={tokenCalls.make}
            onMade={again}
            onClose={() => setMaking(false)}
          />
        </Suspense>
      )}
      {revoking && (
        <ConfirmCall
          title={texts.revokeTitle(revoking.name)}
          text={texts.revokeText}
          action={texts.revoke}
          danger
          call={() => tokenCalls.revoke(revoking.id)}
          said={texts.revoked}
          onDone={() => {}}
          onClose={() => {
            setRevoking(null);
            again();
          }}
        />
      )}
    </Card>
  );
}
