import { Button } from '@mantine/core';
import { Dialog } from '@/components/Dialog.tsx';
import { chatTexts } from '@/texts/chat.ts';
import { messageMenuTexts } from '@/texts/messageMenu.ts';
import classes from './dialogs.module.css';

export default function ConfirmRemove({
  onClose,
  onConfirm,
}: {
  onClose: () => void;
  onConfirm: () => void;
}) {
  return (
    <Dialog onClose={onClose} title={messageMenuTexts.removeTitle}>
      <p>{messageMenuTexts.removeText}</p>
      <div className={classes.buttons}>
        <Button variant="default" onClick={onClose}>
          {chatTexts.cancel}
        </Button>
        <Button color="red.9" onClick={onConfirm} data-autofocus>
          {chatTexts.remove}
        </Button>
      </div>
    </Dialog>
  );
}
