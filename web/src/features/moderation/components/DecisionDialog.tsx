import '@mantine/core/styles/Input.layer.css';
import { Button, Textarea } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Form } from '@/area/Form.tsx';
import { Dialog } from '@/components/Dialog.tsx';
import { FormAlert } from '@/components/FormAlert.tsx';
import { toast } from '@/components/toast.ts';
import { textOf } from '@/hooks/useSubmit.ts';
import { moderationTexts as texts } from '@/texts/moderation.ts';
import { dialogTexts } from '@/texts/shell.ts';
import { decide } from '../decide.ts';
import { nameOf } from '../fold.ts';
import type { Case, CaseAbility } from '../types.ts';
import classes from './moderation.module.css';

const NOTE_MAX = 1_000;
/** As the chat has it. */
const REASON_MAX = 500;

export type Decision = Exclude<CaseAbility, 'APPROVE'>;
type DecisionDialogProps = { one: Case; act: Decision; onClose: () => void };

/** Decides, with a note. Who was slower than somebody else is told what was decided, and decides nothing. */
export default function DecisionDialog({ one, act, onClose }: DecisionDialogProps) {
  const client = useQueryClient();
  const [late, setLate] = useState<string | null>(null);
  const { title, text } = texts.decide[act];
  // As the server calls it.
  const name = act === 'REJECT' ? 'reason' : 'note';
  if (late) {
    return (
      <Dialog title={title} onClose={onClose}>
        <FormAlert message={late} />
        <div className={classes.dialogButtons}>
          <Button onClick={onClose}>{dialogTexts.close}</Button>
        </div>
      </Dialog>
    );
  }
  return (
    <Dialog title={title} onClose={onClose}>
      <p className={classes.intro}>
        <b>{nameOf(one)}.</b> {text}
      </p>
      <Form
        submit={texts.acts[act]}
        onCancel={onClose}
        send={(values) => decide(client, one, act, textOf(values, name))}
        done={(slower) => {
          setLate(slower);
          if (slower) return;
          toast({ type: 'success', message: texts.decided });
          onClose();
        }}
      >
        {(field) => (
          <Textarea
            label={texts.notes[act].label}
            description={texts.notes[act].hint}
            autosize
            minRows={2}
            maxRows={8}
            maxLength={act === 'REJECT' ? REASON_MAX : NOTE_MAX}
            {...field(name)}
          />
        )}
      </Form>
    </Dialog>
  );
}
