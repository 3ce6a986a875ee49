import { Button, Textarea } from '@mantine/core';
import '@mantine/core/styles/Input.layer.css';
import { IconAlertCircle, IconClock, IconRepeat, IconSend2 } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ScheduledMessage } from '@/api/types.ts';
import { ConfirmCall } from '@/area/ConfirmCall.tsx';
import { PagedList } from '@/area/PagedList.tsx';
import { EmptyState } from '@/components/states.tsx';
import { textOf } from '@/hooks/useSubmit.ts';
import { comingTime } from '@/lib/comingTime.ts';
import { repeatWords } from '@/lib/repeat.ts';
import { HOME_ZONE, wallOf } from '@/lib/zone.ts';
import { laterTexts as texts } from '@/texts/everyday.ts';
import { chatApi } from '../api.ts';
import side from '../components/SidePane.module.css';
import { chatKeys } from '../queries.ts';
import { useChatSession } from '../session.ts';
import { everydayApi, onePage, scheduledQuery } from './calls.ts';
import MomentDialog from './MomentDialog.tsx';
import { firstGuess } from './moments.ts';
import own from './own.module.css';
import { PlaceName } from './PlaceName.tsx';

type Asked = {
  what: 'edit' | 'send' | 'remove';
  one: ScheduledMessage;
  /** Under which it is sent now: tried again after a lost answer it is still one message. */
  key: string;
};

/** What I have sent later, the next first. */
export function ScheduledList() {
  const client = useQueryClient();
  const session = useChatSession();
  const query = useQuery(scheduledQuery);
  const [asked, setAsked] = useState<Asked | null>(null);
  const again = () => void client.invalidateQueries({ queryKey: chatKeys.scheduled });
  const close = () => setAsked(null);
  return (
    <>
      <PagedList
        query={onePage(query)}
        items={query.data ?? []}
        keyOf={({ id }) => id}
        label={texts.title}
        className={`${side.plain} ${own.cards}`}
        rowClassName={side.card}
        row={(one) => (
          <Card one={one} onAsk={(what) => setAsked({ what, one, key: crypto.randomUUID() })} />
        )}
        empty={
          <EmptyState title={texts.empty} text={texts.emptyHint} icon={<IconClock size={28} />} />
        }
      />
      {asked?.what === 'edit' && (
        <MomentDialog
          title={texts.editTitle}
          submit={texts.save}
          first={asked.one.refused ? firstGuess(new Date()) : asked.one.sendAt}
          onClose={close}
          rrule={asked.one.rrule ?? null}
          onChosen={async (at, values, rrule) => {
            const content = textOf(values, 'content');
            await everydayApi.reschedule(asked.one.id, content, at.toISOString(), rrule);
            again();
          }}
        >
          {(field) => (
            <Textarea
              label={texts.text}
              autosize
              minRows={2}
              maxRows={8}
              maxLength={4000}
              defaultValue={asked.one.content}
              {...field('content')}
            />
          )}
        </MomentDialog>
      )}
      {asked?.what === 'send' && (
        <ConfirmCall
          title={texts.sendTitle}
          text={asked.one.rrule ? texts.sendExtra : texts.sendText}
          action={texts.sendNow}
          call={() => sendNow(asked).then((message) => session.settle(message))}
          said={texts.sent}
          onDone={again}
          onClose={close}
        />
      )}
      {asked?.what === 'remove' && (
        <ConfirmCall
          title={texts.removeTitle}
          text={asked.one.rrule ? texts.removeSeries : texts.removeText}
          action={texts.remove}
          danger
          call={() => everydayApi.unschedule(asked.one.id)}
          said={texts.removed}
          onDone={again}
          onClose={() => {
            close();
            again();
          }}
        />
      )}
    </>
  );
}

/**
 * Under the name that it would be sent by itself: should taking it off the list fail, it is still one message. What is repeated
 * stays on the list: this one is besides.
 */
async function sendNow({ one: { id, channelId, content, rrule }, key }: Asked) {
  const clientMessageId = rrule ? key : `scheduled-${id}`;
  const message = await chatApi.send(channelId, { content, clientMessageId });
  if (!rrule) await everydayApi.unschedule(id).catch(() => {});
  return message;
}

function Card({ one, onAsk }: { one: ScheduledMessage; onAsk: (what: Asked['what']) => void }) {
  return (
    <>
      <div className={own.place}>
        <PlaceName channelId={one.channelId} />
        <time dateTime={one.sendAt}>{comingTime(one.sendAt, new Date())}</time>
      </div>
      <p className={own.text} dir="auto">
        {one.content}
      </p>
      {one.rrule && (
        <p className={own.repeats}>
          <IconRepeat size={16} aria-hidden="true" />
          {repeatWords(one.rrule, wallOf(one.sendAt, HOME_ZONE).date, HOME_ZONE)}
        </p>
      )}
      {one.refused && (
        <p className={own.refused}>
          <IconAlertCircle size={16} aria-hidden="true" />
          {texts.refused(one.refused)}
        </p>
      )}
      <div className={own.acts}>
        <Button size="sm" variant="default" onClick={() => onAsk('edit')}>
          {texts.edit}
        </Button>
        <Button
          size="sm"
          variant="default"
          leftSection={<IconSend2 size={16} aria-hidden="true" />}
          onClick={() => onAsk('send')}
        >
          {texts.sendNow}
        </Button>
        <Button size="sm" variant="default" onClick={() => onAsk('remove')}>
          {texts.remove}
        </Button>
      </div>
    </>
  );
}
