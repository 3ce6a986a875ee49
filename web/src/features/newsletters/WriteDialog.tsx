import { NativeSelect, Textarea, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Form } from '@/area/Form.tsx';
import { Dialog } from '@/components/Dialog.tsx';
import { LongText } from '@/components/LongText.tsx';
import { toast } from '@/components/toast.ts';
import { WriteOrPreview } from '@/components/WriteOrPreview.tsx';
import { textOf } from '@/hooks/useSubmit.ts';
import { newsletterTexts as texts } from '@/texts/newsletters.ts';
import { newsletterCalls, sentQuery } from './api.ts';
import classes from './newsletters.module.css';
import type { Audience } from './types.ts';

const SUBJECT_MAX = 120;
const BODY_MAX = 10_000;
const AUDIENCES = (Object.keys(texts.audiences) as Audience[])
  .reverse()
  .map((value) => ({ value, label: texts.audiences[value] }));

/** A newsletter is written and sent: there is nothing to take back. */
export default function WriteDialog({
  idEntity,
  onClose,
}: {
  idEntity: number;
  onClose: () => void;
}) {
  const client = useQueryClient();
  const [body, setBody] = useState('');
  const [previews, setPreviews] = useState(false);
  const missing = (values: FormData, name: 'subject' | 'body') =>
    textOf(values, name) ? undefined : texts.missing[name];
  return (
    <Dialog title={texts.write} onClose={onClose}>
      <Form
        submit={texts.send}
        onCancel={onClose}
        check={(values) => {
          const found = { subject: missing(values, 'subject'), body: missing(values, 'body') };
          // What is wrong stands beside its field.
          if (found.body) setPreviews(false);
          return found;
        }}
        send={(values, key) =>
          newsletterCalls.send(
            idEntity,
            {
              subject: textOf(values, 'subject'),
              body: textOf(values, 'body'),
              audience: textOf(values, 'audience') as Audience,
            },
            key,
          )
        }
        done={() => {
          onClose();
          toast({ type: 'success', message: texts.onWay });
          void client.invalidateQueries({ queryKey: sentQuery(idEntity).queryKey });
        }}
      >
        {(field) => (
          <>
            <TextInput
              data-autofocus
              label={texts.subject}
              maxLength={SUBJECT_MAX}
              {...field('subject')}
            />
            <NativeSelect label={texts.audience} data={AUDIENCES} {...field('audience')} />
            <WriteOrPreview
              className={classes.mode}
              label={texts.mode}
              write={texts.writing}
              preview={texts.preview}
              previews={previews}
              onChange={setPreviews}
            />
            {previews && (
              <section className={classes.text} aria-label={texts.preview}>
                <LongText text={body} />
              </section>
            )}
            {/* It is sent whether it is seen or its preview. */}
            <div hidden={previews}>
              <Textarea
                rows={10}
                label={texts.body}
                description={texts.bodyHint}
                maxLength={BODY_MAX}
                value={body}
                onChange={(event) => setBody(event.currentTarget.value)}
                {...field('body')}
              />
            </div>
          </>
        )}
      </Form>
    </Dialog>
  );
}
