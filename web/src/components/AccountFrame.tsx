import type { ReactNode } from 'react';
import classes from './AccountFrame.module.css';

/** A page with one thing to do, in the middle: signing in, a confirmation, a short form. */
export function AccountFrame({
  title,
  text,
  icon,
  children,
}: {
  title: string;
  text?: ReactNode;
  icon?: ReactNode;
  children?: ReactNode;
}) {
  return (
    <div className={classes.page}>
      <div className={classes.card}>
        {icon && (
          <span className={classes.icon} aria-hidden="true">
            {icon}
          </span>
        )}
        <h1 className={classes.title}>{title}</h1>
        {text && <p className={classes.text}>{text}</p>}
        {children}
      </div>
    </div>
  );
}
