import { Button, Modal } from '@mantine/core';
import { chatTexts } from '@/texts/chat.ts';
import './modalStyles.ts';
import classes from './dialogs.module.css';

export default function ConfirmRemove({
  onClose,
  onConfirm,
}: {
  onClose: () => void;
  onConfirm: () => void;
}) {
  return (
    <Modal opened onClose={onClose} title={chatTexts.removeTitle} size="sm">
      <p>{chatTexts.removeText}</p>
      <div className={classes.buttons}>
        <Button variant="default" onClick={onClose}>
          {chatTexts.cancel}
        </Button>
        <Button color="red.9" onClick={onConfirm} data-autofocus>
          {chatTexts.remove}
        </Button>
      </div>
    </Modal>
  );
}
