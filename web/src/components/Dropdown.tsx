import { type ReactNode, useId } from 'react';
import { usePopover } from '@/hooks/usePopover.ts';
import classes from './Dropdown.module.css';

type DropdownProps = {
  /** What the button shows, and its name where that is only a picture. */
  label: ReactNode;
  name?: string;
  className: string | undefined;
  /** At which edge of the button the list hangs. */
  side?: 'start' | 'end';
  /** For the guides, which point at it. */
  tour?: string;
  /** Links and buttons; choosing one closes it. Made when it opens where it is a function. */
  children: ReactNode | (() => ReactNode);
};

/**
 * A button that shows a list of links and buttons. They keep their own roles, and Tab goes
 * through them as through any other.
 */
export function Dropdown({ label, name, className, side = 'end', tour, children }: DropdownProps) {
  const { open, setOpen, root } = usePopover();
  const id = useId();

  return (
    <div ref={root} className={classes.root} data-tour={tour}>
      <button
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
            data-side={side}
            onClick={(event) => {
              if (event.target instanceof Element && event.target.closest('a, button')) {
                setOpen(false);
              }
            }}
          >
            {typeof children === 'function' ? children() : children}
          </div>
        )}
      </div>
    </div>
  );
}

export const dropdownItem = classes.item;
export const dropdownDivider = classes.divider;
export const dropdownHeading = classes.heading;
