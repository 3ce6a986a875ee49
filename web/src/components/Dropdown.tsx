import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import classes from './Dropdown.module.css';

type DropdownProps = {
  /** What the button shows, and its name where that is only a picture. */
  label: ReactNode;
  name?: string;
  className: string | undefined;
  /** Links and buttons; choosing one closes it. */
  children: ReactNode;
};

/**
 * A button that shows a list of links and buttons. They keep their own roles, and Tab goes
 * through them as through any other; Escape, a click beside it or leaving it closes it.
 */
export function Dropdown({ label, name, className, children }: DropdownProps) {
  const [open, setOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();

  useEffect(() => {
    if (!open) return;
    const outside = (event: Event) => {
      if (event.target instanceof Node && !root.current?.contains(event.target)) setOpen(false);
    };
    const onEscape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      setOpen(false);
      button.current?.focus();
    };
    document.addEventListener('pointerdown', outside);
    document.addEventListener('focusin', outside);
    document.addEventListener('keydown', onEscape);
    return () => {
      document.removeEventListener('pointerdown', outside);
      document.removeEventListener('focusin', outside);
      document.removeEventListener('keydown', onEscape);
    };
  }, [open]);

  return (
    <div ref={root} className={classes.root}>
      <button
        ref={button}
        type="button"
        className={className}
        aria-label={name}
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
      >
        {label}
      </button>
      <div id={id}>
        {open && (
          // biome-ignore lint/a11y/noStaticElementInteractions: hears what its links and buttons are used for
          // biome-ignore lint/a11y/useKeyWithClickEvents: a key on a link or button is a click too
          <div
            className={classes.panel}
            onClick={(event) => {
              if (event.target instanceof Element && event.target.closest('a, button')) {
                setOpen(false);
              }
            }}
          >
            {children}
          </div>
        )}
      </div>
    </div>
  );
}

export const dropdownItem = classes.item;
export const dropdownDivider = classes.divider;
export const dropdownHeading = classes.heading;
