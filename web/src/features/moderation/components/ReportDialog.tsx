import '@mantine/core/styles/Input.layer.css';
import { Textarea } from '@mantine/core';
import { Form } from '@/area/Form.tsx';
import type { ReportWish } from '@/commands/events.ts';
import { Dialog } from '@/components/Dialog.tsx';
import { toast } from '@/components/toast.ts';
import { textOf } from '@/hooks/useSubmit.ts';
import { reportTexts as texts } from '@/texts/moderation.ts';
import { moderationCalls } from '../api.ts';
import classes from './moderation.module.css';

const REASON_MAX = 500;

/** What is wrong with something, for who moderates there. */
export default function ReportDialog({ wish, onClose }: { wish: ReportWish; onClose: () => void }) {
  return (
    <Dialog title={texts.title[wish.targetType]} onClose={onClose}>
      <p className={classes.intro}>{texts.text}</p>
      <Form
        submit={texts.send}
        onCancel={onClose}
        check={(values) => ({ reason: textOf(values, 'reason') ? undefined : texts.reasonMissing })}
        send={(values) => moderationCalls.report(wish, textOf(values, 'reason'))}
        done={() => {
          toast({ type: 'success', message: texts.sent });
          onClose();
        }}
      >
        {(field) => (
          <Textarea
            label={texts.reason}
            autosize
            minRows={3}
            maxRows={8}
            maxLength={REASON_MAX}
            data-autofocus
            {...field('reason')}
          />
        )}
      </Form>
    </Dialog>
  );
}
