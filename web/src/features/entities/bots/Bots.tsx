import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import type { Entity } from '@/api/types.ts';
import { ConfirmCall } from '@/area/ConfirmCall.tsx';
import type { Scope } from '@/area/scopes.ts';
import { TokenRows } from '@/area/TokenRows.tsx';
import { Card } from '@/components/Card.tsx';
import { loadPart } from '@/lib/loadPart.ts';
import { botTexts as texts } from '@/texts/tokens.ts';
import { type Bot, botCalls, botsQuery } from './calls.ts';

const TokenDialog = lazy(() =>
  loadPart(async () => ({ default: (await import('@/area/TokenDialog.tsx')).TokenDialog })),
);

/** What a bot does is no person's: it has no contacts, posts nothing and founds nothing. */
const isForBots = (scope: Scope) =>
  scope.endsWith('read')
    ? !/^(contacts|moderation):/.test(scope)
    : ['chat:write', 'calendar:write', 'notifications:write'].includes(scope);

/** An organisation's bots, for those who run it. */
export default function Bots({ entity }: { entity: Entity }) {
  const { idEntity } = entity;
  const client = useQueryClient();
  const query = useQuery(botsQuery(idEntity));
  const [making, setMaking] = useState(false);
  const [removing, setRemoving] = useState<Bot | null>(null);
  const again = () => {
    void client.invalidateQueries({ queryKey: botsQuery(idEntity).queryKey });
    void client.invalidateQueries({ queryKey: ['entities', idEntity, 'relations'] });
  };
  return (
    <Card
      id="bots"
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
        more={(bot) => (bot.createdByName ? texts.madeBy(bot.createdByName) : '')}
        end={texts.remove}
        endLabel={texts.removeLabel}
        onEnd={setRemoving}
      />
      {making && (
        <Suspense>
          <TokenDialog
            title={texts.make}
            nameHint={texts.nameHint}
            submit={texts.submit}
            endless
            offered={isForBots}
            make={(bot) => botCalls.make(idEntity, bot)}
            onMade={again}
            onClose={() => setMaking(false)}
          />
        </Suspense>
      )}
      {removing && (
        <ConfirmCall
          title={texts.removeTitle(removing.name)}
          text={texts.removeText}
          action={texts.remove}
          danger
          call={() => botCalls.remove(idEntity, removing.id)}
          said={texts.removed}
          onDone={() => {}}
          onClose={() => {
            setRemoving(null);
            again();
          }}
        />
      )}
    </Card>
  );
}
