import type { ReactNode } from 'react';
import { ApiError } from '@/api/ApiError.ts';
import { cardTexts as texts } from '@/texts/cards.ts';
import classes from './CardFrame.module.css';

/** What another area's thing looks like within a message: what it is, and it, or why it is not there. */
export function CardFrame({
  icon,
  kind,
  error,
  loading,
  children,
}: {
  icon: ReactNode;
  kind: string;
  error: string | Error | null;
  loading: boolean;
  children: ReactNode;
}) {
  const hidden = error instanceof ApiError && error.status === 404;
  const why = hidden ? texts.hidden : typeof error === 'string' ? error : error && texts.failed;
  return (
    <article className={classes.card} aria-label={kind}>
      <span className={classes.kind}>
        {icon}
        {kind}
      </span>
      {why ? (
        <span className={classes.kind}>{why}</span>
      ) : loading ? (
        <span>{texts.loading}</span>
      ) : (
        children
      )}
    </article>
  );
}
