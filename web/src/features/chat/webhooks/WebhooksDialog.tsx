import { TextInput } from '@mantine/core';
import '@mantine/core/styles/Input.layer.css';
import { IconTrash } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Channel } from '@/api/types.ts';
import { ConfirmCall } from '@/area/ConfirmCall.tsx';
import { Form } from '@/area/Form.tsx';
import { Dialog } from '@/components/Dialog.tsx';
import { Once } from '@/components/Once.tsx';
import { ErrorState, LoadingState } from '@/components/states.tsx';
import { textOf } from '@/hooks/useSubmit.ts';
import { dateOf } from '@/lib/dates.ts';
import { webhookTexts as texts } from '@/texts/webhooks.ts';
import { type Webhook, type WebhookMade, webhookCalls, webhooksQuery } from './calls.ts';
import { Subscriptions } from './Subscriptions.tsx';
import classes from './webhooks.module.css';

const NAME_MAX = 80;

/** A channel's webhooks: those there are, and a new one, whose address is shown once. */
export default function WebhooksDialog({
  channel,
  onClose,
}: {
  channel: Channel;
  onClose: () => void;
}) {
  const client = useQueryClient();
  const query = webhooksQuery(channel.id);
  const [made, setMade] = useState<WebhookMade | null>(null);
  const [removing, setRemoving] = useState<Webhook | null>(null);
  const again = () => void client.invalidateQueries({ queryKey: query.queryKey });
  return (
    <Dialog title={texts.title} onClose={onClose}>
      <div className={classes.stack}>
        <p className={classes.hint}>{texts.text}</p>
        <Hooks channel={channel} onRemove={setRemoving} />
        {made ? (
          <Once
            label={texts.made(made.name)}
            hint={texts.once}
            value={made.url}
            onDone={() => setMade(null)}
          />
        ) : (
          <Form
            submit={texts.make}
            check={(values) => ({ name: textOf(values, 'name') ? undefined : texts.nameMissing })}
            send={(values) => webhookCalls.make(channel.id, textOf(values, 'name'))}
            done={(hook) => {
              setMade(hook);
              again();
            }}
          >
            {(field) => (
              <TextInput
                label={texts.name}
                description={texts.nameHint}
                maxLength={NAME_MAX}
                autoComplete="off"
                {...field('name')}
              />
            )}
          </Form>
        )}
        <Subscriptions channel={channel} />
      </div>
      {removing && (
        <ConfirmCall
          title={texts.removeTitle(removing.name)}
          text={texts.removeText}
          action={texts.removeAction}
          danger
          call={() => webhookCalls.remove(channel.id, removing.id)}
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
    </Dialog>
  );
}

function Hooks({ channel, onRemove }: { channel: Channel; onRemove: (hook: Webhook) => void }) {
  const { data, error, refetch } = useQuery(webhooksQuery(channel.id));
  if (!data) return error ? <ErrorState error={error} onRetry={refetch} /> : <LoadingState />;
  if (data.length === 0) return <p>{texts.empty}</p>;
  return (
    <ul className={classes.list} aria-label={texts.list}>
      {data.map((hook) => (
        <li key={hook.id} className={classes.hook}>
          <span className={classes.name} dir="auto">
            {hook.name}
          </span>
          <span className={classes.hint}>{texts.created(dateOf(hook.created))}</span>
          <button
            type="button"
            className={classes.remove}
            aria-label={texts.remove(hook.name)}
            onClick={() => onRemove(hook)}
          >
            <IconTrash size={20} stroke={1.75} aria-hidden="true" />
          </button>
        </li>
      ))}
    </ul>
  );
}
