import { IconMenu2, IconX } from '@tabler/icons-react';
import { type ReactNode, useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { useModal } from '@/hooks/useModal.ts';
import { useLayer } from '@/lib/layers.ts';
import { shellTexts } from '@/texts/shell.ts';
import classes from './SideMenu.module.css';

type SideMenuProps = {
  /** The button's name. */
  name: string;
  className: string | undefined;
  badge?: ReactNode;
  /** Beside the closing button. */
  head?: ReactNode;
  children: (close: () => void) => ReactNode;
};

/** A phone's menu: a button, and a sheet over the page that going anywhere closes. */
export function SideMenu({ name, className, badge, head, children }: SideMenuProps) {
  const [open, setOpen] = useState(false);
  const { key } = useLocation();
  const close = () => setOpen(false);

  // Also by the back button.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the place is what it waits for
  useEffect(close, [key]);

  return (
    <>
      <button
        type="button"
        className={className}
        aria-label={name}
        aria-haspopup="dialog"
        data-tour="menu"
        onClick={() => setOpen(true)}
      >
        <IconMenu2 size={24} stroke={1.75} aria-hidden="true" />
        {badge}
      </button>
      {open && (
        <Sheet head={head} onClose={close}>
          {children(close)}
        </Sheet>
      )}
    </>
  );
}

type SheetProps = { head: ReactNode; onClose: () => void; children: ReactNode };

/** A native dialog: the browser keeps the focus inside, closes on Escape and gives it back. */
function Sheet({ head, onClose, children }: SheetProps) {
  const dialog = useModal();
  useLayer(onClose);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes it by itself
    <dialog
      ref={dialog}
      className={classes.menu}
      aria-label={shellTexts.menu}
      onClose={onClose}
      onClick={(event) => event.target === event.currentTarget && onClose()}
    >
      <div className={classes.sheet}>
        <div className={classes.top}>
          {head}
          <button
            type="button"
            className={classes.close}
            aria-label={shellTexts.closeMenu}
            onClick={onClose}
          >
            <IconX size={24} stroke={1.75} aria-hidden="true" />
          </button>
        </div>
        {children}
      </div>
    </dialog>
  );
}
