import { Textarea } from '@mantine/core';
import { useState } from 'react';
import { Form } from '@/area/Form.tsx';
import type { Choice } from '@/area/Picker.tsx';
import type { Shared } from '@/area/slots.ts';
import { Dialog } from '@/components/Dialog.tsx';
import { toast } from '@/components/toast.ts';
import { textOf } from '@/hooks/useSubmit.ts';
import { shareTexts as texts } from '@/texts/share.ts';
import { chatApi } from '../api.ts';
import { PlaceField } from '../forward/PlaceField.tsx';
import { CONTENT_MAX } from '../lib/forward.ts';

/** Puts a thing of another area into a message of a channel or a conversation: as a card, or in words. */
export default function ShareDialog({ card, text = '', what, onClose }: Shared) {
  const [to, setTo] = useState<Choice | null>(null);
  return (
    <Dialog title={texts.title(what)} onClose={onClose}>
      <Form
        submit={texts.send}
        onCancel={onClose}
        check={(values) => ({
          to: textOf(values, 'to') ? undefined : texts.toMissing,
          comment: card || textOf(values, 'comment') ? undefined : texts.commentMissing,
        })}
        send={(values, key) => {
          const content = textOf(values, 'comment');
          return chatApi.send(Number(textOf(values, 'to')), {
            ...(content && { content }),
            ...(card && { messageType: 'CARD' as const, card }),
            clientMessageId: key,
          });
        }}
        done={() => {
          onClose();
          toast({ type: 'success', message: texts.sent(to?.label ?? '') });
        }}
      >
        {(field) => (
          <>
            <PlaceField onPick={setTo} {...field('to')} />
            <Textarea
              label={card ? texts.comment : texts.message}
              rows={text ? 5 : 2}
              maxLength={CONTENT_MAX}
              defaultValue={text}
              {...field('comment')}
            />
          </>
        )}
      </Form>
    </Dialog>
  );
}
