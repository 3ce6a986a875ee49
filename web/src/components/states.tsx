/** What stands in the place of content: nothing yet, on its way, or not to be had. */
import { Button, Loader } from '@mantine/core';
import type { ReactNode } from 'react';
import { ApiError, messageOf } from '@/api/ApiError.ts';
import hidden from '@/components/spoken.module.css';
import { errorTexts } from '@/texts/errors.ts';
import { shellTexts } from '@/texts/shell.ts';
import classes from './states.module.css';

type EmptyStateProps = {
  title: string;
  text?: string;
  icon?: ReactNode;
  /** What to do next. */
  children?: ReactNode;
  /** As the page's only heading. */
  page?: boolean;
};

export function EmptyState({ title, text, icon, children, page = false }: EmptyStateProps) {
  const Heading = page ? 'h1' : 'h2';
  return (
    <div className={classes.state} data-page={page || undefined}>
      {icon && (
        <span className={classes.icon} aria-hidden="true">
          {icon}
        </span>
      )}
      <Heading className={classes.title} tabIndex={page ? -1 : undefined}>
        {title}
      </Heading>
      {text && <p className={classes.text}>{text}</p>}
      {children && <div className={classes.actions}>{children}</div>}
    </div>
  );
}

type ErrorStateProps = {
  error: unknown;
  onRetry: () => void;
  /** What is said where nobody has said what went wrong. */
  otherwise?: string | undefined;
  /** As the page's only heading. */
  page?: boolean;
};

/** A failed load: what happened, and a way to try again. */
export function ErrorState({ error, onRetry, otherwise, page = false }: ErrorStateProps) {
  const Heading = page ? 'h1' : 'p';
  const reference = error instanceof ApiError ? error.requestId : null;
  return (
    <div className={classes.state} data-page={page || undefined} role="alert">
      <Heading className={classes.title}>{errorTexts.loadFailed}</Heading>
      <p className={classes.text}>{messageOf(error, otherwise)}</p>
      {reference && <p className={classes.reference}>{errorTexts.reference(reference)}</p>}
      <div className={classes.actions}>
        <Button variant="default" onClick={onRetry}>
          {errorTexts.retry}
        </Button>
      </div>
    </div>
  );
}

/** Appears only after a moment, so that a quick answer does not flicker. */
export function LoadingState() {
  return (
    <div className={classes.loading} role="status">
      <Loader aria-hidden="true" />
      <span className={hidden.spoken}>{shellTexts.loading}</span>
    </div>
  );
}
