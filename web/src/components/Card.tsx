import type { ReactNode } from 'react';
import classes from './Card.module.css';

type CardProps = {
  title?: ReactNode;
  text?: ReactNode;
  /** Beside the title. */
  action?: ReactNode;
  id?: string;
  /** For the guides, which point at it. */
  tour?: string;
  children: ReactNode;
};

/** A section of a page with its heading. */
export function Card({ title, text, action, id, tour, children }: CardProps) {
  return (
    <section
      className={classes.card}
      id={id}
      data-tour={tour}
      aria-labelledby={title && id ? `${id}-title` : undefined}
    >
      {(title || action) && (
        <div className={classes.head}>
          {title && <h2 id={id ? `${id}-title` : undefined}>{title}</h2>}
          {action}
        </div>
      )}
      {text && <p className={classes.text}>{text}</p>}
      {children}
    </section>
  );
}
