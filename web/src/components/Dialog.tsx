import { Button } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { type ReactNode, useId } from 'react';
import { useModal } from '@/hooks/useModal.ts';
import { useLayer } from '@/lib/layers.ts';
import { dialogTexts } from '@/texts/shell.ts';
import classes from './Dialog.module.css';

type DialogProps = {
  title: string;
  /** With `required` only told that somebody tried. */
  onClose: () => void;
  required?: boolean;
  /** As large as the window lets it be: for what is to be looked at. */
  full?: boolean;
  /** For a whole page's worth of reading. */
  wide?: boolean;
  children: ReactNode;
};

/**
 * Open for as long as it is drawn. The browser's own dialog: it keeps the focus inside, closes
 * on Escape and gives the focus back. A toast stays behind it, so what is shown in a dialog
 * says its own failures.
 */
export function Dialog({ title, onClose, required = false, full, wide, children }: DialogProps) {
  const dialog = useModal({ required, onRefused: onClose });
  const id = useId();
  useLayer(required ? null : onClose);

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes it by itself
    <dialog
      ref={dialog}
      className={classes.dialog}
      data-full={full}
      data-wide={wide}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      // The backdrop counts as the dialog itself; everything inside lies on the sheet.
      onClick={(event) => event.target === event.currentTarget && onClose()}
    >
      <div className={classes.sheet}>
        <div className={classes.head}>
          <h2 id={id}>{title}</h2>
          <button
            type="button"
            className={classes.close}
            aria-label={dialogTexts.close}
            onClick={onClose}
          >
            <IconX size={20} stroke={1.75} aria-hidden="true" />
          </button>
        </div>
        {children}
      </div>
    </dialog>
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

/** Asks before what cannot be undone with a click. The caller closes it when it is done. */
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
        <Button variant="default" data-autofocus onClick={onClose}>
          {dialogTexts.cancel}
        </Button>
        <Button {...(danger && { color: 'red.9' })} loading={pending} onClick={onConfirm}>
          {action}
        </Button>
      </div>
    </Dialog>
  );
}
