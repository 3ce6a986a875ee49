import '@mantine/core/styles/CloseButton.layer.css';
import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Modal.layer.css';
import '@mantine/core/styles/Overlay.layer.css';
import { Button, Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import { entityTexts } from '@/texts/entities.ts';
import classes from './Dialog.module.css';

type DialogProps = { title: string; onClose: () => void; children: ReactNode };

/** Open for as long as it is drawn. */
export function Dialog({ title, onClose, children }: DialogProps) {
  return (
    <Modal opened onClose={onClose} title={title} classNames={{ title: classes.title }}>
      {children}
    </Modal>
  );
}

type ConfirmProps = {
  title: string;
  text: string;
  action: string;
  danger?: boolean;
  pending: boolean;
  onConfirm: () => void;
  onClose: () => void;
};

/** Asks before what cannot be undone with a click. */
export function Confirm({
  title,
  text,
  action,
  danger,
  pending,
  onConfirm,
  onClose,
}: ConfirmProps) {
  return (
    <Dialog title={title} onClose={onClose}>
      <p>{text}</p>
      <div className={classes.buttons}>
        <Button variant="default" onClick={onClose}>
          {entityTexts.page.cancel}
        </Button>
        <Button {...(danger && { color: 'red.9' })} loading={pending} onClick={onConfirm}>
          {action}
        </Button>
      </div>
    </Dialog>
  );
}
