import { Checkbox, TextInput } from '@mantine/core';
import '@mantine/core/styles/Checkbox.layer.css';
import { IconTrash } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Channel } from '@/api/types.ts';
import { ConfirmCall } from '@/area/ConfirmCall.tsx';
import { Form } from '@/area/Form.tsx';
import { Once } from '@/components/Once.tsx';
import { ErrorState, LoadingState } from '@/components/states.tsx';
import { textOf } from '@/hooks/useSubmit.ts';
import { fullTime } from '@/lib/times.ts';
import { subscriptionTexts as texts } from '@/texts/webhooks.ts';
import {
  type HookEvent,
  type HookFailure,
  type Subscription,
  type SubscriptionMade,
  subscriptionCalls,
  subscriptionsQuery,
} from './calls.ts';
import classes from './webhooks.module.css';

const EVENTS = Object.keys(texts.events) as HookEvent[];

/** Who outside is told what happens in a channel, what they did not take, and a new one. */
export function Subscriptions({ channel }: { channel: Channel }) {
  const client = useQueryClient();
  const { data, error, refetch } = useQuery(subscriptionsQuery(channel.id));
  const [made, setMade] = useState<SubscriptionMade | null>(null);
  const [events, setEvents] = useState<string[]>(EVENTS);
  const [removing, setRemoving] = useState<Subscription | null>(null);
  const again = () =>
    void client.invalidateQueries({ queryKey: subscriptionsQuery(channel.id).queryKey });
  return (
    <section className={classes.stack} aria-labelledby="subscriptions">
      <h3 id="subscriptions">{texts.title}</h3>
      <p className={classes.hint}>{texts.text}</p>
      {!data && (error ? <ErrorState error={error} onRetry={refetch} /> : <LoadingState />)}
      {data?.length === 0 && <p>{texts.empty}</p>}
      {data && data.length > 0 && (
        <ul className={classes.list} aria-label={texts.list}>
          {data.map((one) => (
            <Row key={one.id} subscription={one} onRemove={() => setRemoving(one)} />
          ))}
        </ul>
      )}
      {made ? (
        <Once
          label={texts.made(hostOf(made.url))}
          hint={texts.once}
          value={made.secret}
          onDone={() => setMade(null)}
        />
      ) : (
        <Form
          submit={texts.make}
          check={(values) => ({
            url: textOf(values, 'url') ? undefined : texts.urlMissing,
            events: events.length > 0 ? undefined : texts.eventsMissing,
          })}
          send={(values) =>
            subscriptionCalls.make(channel.id, textOf(values, 'url'), events as HookEvent[])
          }
          done={(subscription) => {
            setMade(subscription);
            again();
          }}
        >
          {(field) => (
            <>
              <TextInput
                label={texts.url}
                description={texts.urlHint}
                type="url"
                inputMode="url"
                autoComplete="off"
                {...field('url')}
              />
              <Checkbox.Group
                label={texts.about}
                value={events}
                onChange={setEvents}
                error={field('events').error}
              >
                <div className={classes.choices}>
                  {EVENTS.map((event) => (
                    <Checkbox key={event} value={event} label={texts.events[event]} />
                  ))}
                </div>
              </Checkbox.Group>
            </>
          )}
        </Form>
      )}
      {removing && (
        <ConfirmCall
          title={texts.removeTitle(hostOf(removing.url))}
          text={texts.removeText}
          action={texts.removeAction}
          danger
          call={() => subscriptionCalls.remove(channel.id, removing.id)}
          said={texts.removed}
          onDone={() => {
            if (made?.id === removing.id) setMade(null);
          }}
          onClose={() => {
            setRemoving(null);
            again();
          }}
        />
      )}
    </section>
  );
}

const hostOf = (url: string): string => URL.parse(url)?.host ?? url;

function Row({ subscription, onRemove }: { subscription: Subscription; onRemove: () => void }) {
  const { url, events, failures } = subscription;
  return (
    <li className={classes.hook}>
      <span className={classes.name}>{url}</span>
      <span className={classes.hint}>{events.map((event) => texts.events[event]).join(' · ')}</span>
      <button
        type="button"
        className={classes.remove}
        aria-label={texts.remove(hostOf(url))}
        onClick={onRemove}
      >
        <IconTrash size={20} stroke={1.75} aria-hidden="true" />
      </button>
      {failures.length > 0 && (
        <details className={classes.failures}>
          <summary>{texts.failures(failures.length)}</summary>
          <ul>
            {failures.map((failure) => (
              <li key={`${failure.messageId} ${failure.event}`}>{said(failure)}</li>
            ))}
          </ul>
        </details>
      )}
    </li>
  );
}

function said({ event, status, tries, tried, next }: HookFailure): string {
  const answer = status ? texts.answered(status) : texts.noAnswer;
  const when = tried ? ` ${fullTime(tried)}` : '';
  const then = next ? texts.again(fullTime(next)) : texts.givenUp;
  return `${texts.events[event]}: ${answer}${when}, ${texts.tries(tries)}. ${then}`;
}
