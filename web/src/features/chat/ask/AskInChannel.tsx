import { Button, NativeSelect, Textarea } from '@mantine/core';
import { IconMessageQuestion } from '@tabler/icons-react';
import { useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import type { Channel } from '@/api/types.ts';
import { Form } from '@/area/Form.tsx';
import type { Asked } from '@/area/slots.ts';
import { EmptyState, ErrorState, LoadingState } from '@/components/states.tsx';
import { toast } from '@/components/toast.ts';
import { textOf } from '@/hooks/useSubmit.ts';
import { PERSONAL, readStored, writeStored } from '@/lib/storage.ts';
import { shortTime } from '@/lib/times.ts';
import type { LiveNotification } from '@/realtime/events.ts';
import { useSubscription } from '@/realtime/useRealtime.ts';
import { askTexts as texts } from '@/texts/ask.ts';
import { fetchMessages } from '../api.ts';
import { postPoll } from '../asking/calls.ts';
import { CHAT_ROOT, threadPath } from '../paths.ts';
import {
  channelsQuery,
  mayPost,
  membersQuery,
  sortChannels,
  titleOf,
  workspacesQuery,
} from '../queries.ts';
import classes from './ask.module.css';
import { type AskedPoll, answersOf, askedIn, meantIn } from './asked.ts';

const QUESTION_MAX = 300;
/** As many as a channel's list of members tells at once. */
const MEMBERS = 1000;

const lastKey = (idEntity: number) => `${PERSONAL}ask:${idEntity}`;
const askedKey = (channelId: number) => ['chat', 'asked', channelId] as const;

/** Asks in one of an organisation's channels, and shows how it stands with what was asked there. */
export default function AskInChannel(asked: Asked) {
  const { idEntity, hint } = asked;
  const workspaces = useQuery(workspacesQuery);
  const own = (workspaces.data ?? []).filter(({ entityId }) => entityId === idEntity);
  const lists = useQueries({ queries: own.map(({ workspaceId }) => channelsQuery(workspaceId)) });
  const [last, setLast] = useState(() => readStored(lastKey(idEntity)));
  const error = workspaces.error ?? lists.find((one) => one.error)?.error;
  if (!workspaces.data || lists.some(({ data }) => !data)) {
    const again = () =>
      void Promise.all([workspaces.refetch(), ...lists.map((one) => one.refetch())]);
    return error ? <ErrorState error={error} onRetry={again} /> : <LoadingState />;
  }
  const channels = lists.flatMap(({ data }) => sortChannels(data ?? []).filter(mayPost));
  const channel = meantIn(channels, last, hint);
  if (!channel) {
    return (
      <EmptyState {...texts.none} icon={<IconMessageQuestion size={28} stroke={1.5} />}>
        <Button component={Link} to={CHAT_ROOT}>
          {texts.toChat}
        </Button>
      </EmptyState>
    );
  }
  return (
    <div className={classes.ask}>
      <NativeSelect
        label={texts.channel}
        value={channel.id}
        data={channels.map((one) => ({ value: String(one.id), label: `#${titleOf(one)}` }))}
        onChange={({ currentTarget }) => {
          setLast(currentTarget.value);
          writeStored(lastKey(idEntity), currentTarget.value);
        }}
      />
      <Question channel={channel} {...asked} />
      <Standing key={channel.id} channel={channel} options={asked.options} />
    </div>
  );
}

function Question({ channel, options, question, closes }: Asked & { channel: Channel }) {
  const client = useQueryClient();
  const name = titleOf(channel);
  const [sent, setSent] = useState(0);
  return (
    <Form
      // What is asked next begins anew.
      key={sent}
      submit={texts.send(name)}
      check={(values) => ({ question: textOf(values, 'question') ? undefined : texts.missing })}
      send={(values, key) =>
        postPoll(
          channel.id,
          { question: textOf(values, 'question'), options: [...options], closes },
          key,
        )
      }
      done={() => {
        toast({ type: 'success', message: texts.sent(name) });
        setSent(sent + 1);
        return client.invalidateQueries({ queryKey: askedKey(channel.id) });
      }}
    >
      {(field) => (
        <Textarea
          label={texts.question}
          description={texts.answers(options)}
          rows={3}
          maxLength={QUESTION_MAX}
          defaultValue={sent === 0 ? question : ''}
          {...field('question')}
        />
      )}
    </Form>
  );
}

type StandingProps = { channel: Channel; options: readonly string[] };

/** What was asked in a channel lately; answers are seen as they come. */
function Standing({ channel, options }: StandingProps) {
  const client = useQueryClient();
  const { data, error, refetch } = useQuery({
    queryKey: askedKey(channel.id),
    queryFn: ({ signal }) => fetchMessages(channel.id, { newest: true }, signal),
    staleTime: 0,
  });
  const { data: members = [] } = useQuery(membersQuery(channel, '', MEMBERS));
  const again = () => void client.invalidateQueries({ queryKey: askedKey(channel.id) });
  useSubscription<LiveNotification>(`/topic/chat/channel/${channel.id}`, {
    onMessage: ({ poll }) => poll && again(),
    onActive: again,
    onPoll: again,
  });
  if (!data) return error ? <ErrorState error={error} onRetry={refetch} /> : <LoadingState />;
  const all = askedIn(data.messages, options);
  const names = new Map(members.map(({ userId, displayName }) => [userId, displayName]));
  return (
    <section className={classes.ask} aria-labelledby="asked">
      <h3 id="asked">{texts.asked(titleOf(channel))}</h3>
      {all.length === 0 && <p className={classes.faint}>{texts.noneAsked}</p>}
      <ul className={classes.list} aria-live="polite">
        {all.map((one) => (
          <li key={one.message.id} className={classes.item}>
            <One asked={one} channel={channel} nameOf={(id) => names.get(id)} />
          </li>
        ))}
      </ul>
    </section>
  );
}

type OneProps = {
  asked: AskedPoll;
  channel: Channel;
  nameOf: (userId: number) => string | undefined;
};

function One({ asked: { message, poll }, channel, nameOf }: OneProps) {
  return (
    <>
      <p className={classes.question} dir="auto">
        {poll.question}
      </p>
      <p className={classes.faint}>
        {texts.by(message.userName, shortTime(message.created))}
        {poll.closed && ` · ${texts.closed}`}
      </p>
      <dl className={classes.answers}>
        {answersOf(poll, nameOf).map(({ text, names, others }) => (
          <div key={text}>
            <dt>
              {text} <span className={classes.faint}>({names.length + others})</span>
            </dt>
            <dd>
              {names.length + others === 0
                ? texts.nobody
                : [names.join(', '), others > 0 && texts.others(others)].filter(Boolean).join(' ')}
            </dd>
          </div>
        ))}
      </dl>
      <Link
        className={classes.link}
        to={threadPath(channel, message.id)}
        aria-label={texts.openOf(poll.question)}
      >
        {texts.open}
      </Link>
    </>
  );
}
