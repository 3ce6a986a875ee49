import { Textarea } from '@mantine/core';
import { useState } from 'react';
import type { Channel, Message } from '@/api/types.ts';
import { Form } from '@/area/Form.tsx';
import type { Choice } from '@/area/Picker.tsx';
import { Dialog } from '@/components/Dialog.tsx';
import { toast } from '@/components/toast.ts';
import { textOf } from '@/hooks/useSubmit.ts';
import { forwardTexts as texts } from '@/texts/forward.ts';
import { chatApi } from '../api.ts';
import { BotMark } from '../components/BotMark.tsx';
import { MessageText } from '../components/MessageText.tsx';
import { forwarded } from '../lib/forward.ts';
import { channelPath, threadPath } from '../paths.ts';
import { useChatSession } from '../session.ts';
import classes from './forward.module.css';
import { PlaceField } from './PlaceField.tsx';

interface Props {
  message: Message;
  channel: Channel;
  onClose: () => void;
}

/** Sends a message on, as a quote with a link back to it. */
export default function ForwardDialog({ message, channel, onClose }: Props) {
  const session = useChatSession();
  const [to, setTo] = useState<Choice | null>(null);
  const { parentMessageId } = message;
  const path = parentMessageId
    ? threadPath(channel, parentMessageId)
    : `${channelPath(channel)}?message=${message.id}`;
  const contentOf = (values: FormData) =>
    forwarded(message, window.location.origin + path, textOf(values, 'comment'));
  return (
    <Dialog title={texts.title} onClose={onClose}>
      <Form
        submit={texts.send}
        onCancel={onClose}
        check={(values) => ({
          to: textOf(values, 'to') ? undefined : texts.toMissing,
          comment: contentOf(values) === '' ? texts.tooLong : undefined,
        })}
        send={async (values, key) =>
          session.settle(
            await chatApi.send(Number(textOf(values, 'to')), {
              content: contentOf(values),
              clientMessageId: key,
            }),
          )
        }
        done={() => {
          onClose();
          toast({ type: 'success', message: texts.sent(to?.label ?? '') });
        }}
      >
        {(field) => (
          <>
            <PlaceField onPick={setTo} {...field('to')} />
            <Textarea
              label={texts.comment}
              autosize
              minRows={1}
              maxRows={6}
              {...field('comment')}
            />
            <figure className={classes.quote}>
              <figcaption>{texts.seen}</figcaption>
              <b>{message.userName}</b>
              <BotMark of={message} />
              <div className={classes.words}>
                <MessageText message={message} me={session.me.idUser} />
                {message.attachments.length > 0 && (
                  <em>{texts.withFiles(message.attachments.length)}</em>
                )}
              </div>
            </figure>
            <p className={classes.hint}>{texts.hint}</p>
          </>
        )}
      </Form>
    </Dialog>
  );
}
