import { Button, Textarea } from '@mantine/core';
import { useState } from 'react';
import { Dialog } from '@/components/Dialog.tsx';
import { channelFormTexts } from '@/texts/channelForms.ts';
import { chatTexts } from '@/texts/chat.ts';
import '@mantine/core/styles/Input.layer.css';
import classes from './dialogs.module.css';

export default function RejectDialog(props: {
  onClose: () => void;
  onReject: (reason: string) => void;
}) {
  const [reason, setReason] = useState('');
  return (
    <Dialog onClose={props.onClose} title={chatTexts.reject}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          props.onReject(reason.trim());
        }}
      >
        <Textarea
          label={channelFormTexts.rejectReason}
          description={channelFormTexts.rejectReasonHint}
          autosize
          minRows={2}
          maxLength={500}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
          data-autofocus
        />
        <div className={classes.buttons}>
          <Button variant="default" onClick={props.onClose}>
            {chatTexts.cancel}
          </Button>
          <Button type="submit" color="red.9">
            {chatTexts.reject}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
