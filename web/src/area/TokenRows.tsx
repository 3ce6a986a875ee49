import { Button } from '@mantine/core';
import { ErrorState, LoadingState } from '@/components/states.tsx';
import { ago, dateOf } from '@/lib/dates.ts';
import { tokenFormTexts as texts } from '@/texts/tokens.ts';
import { inWords, type Scope } from './scopes.ts';
import classes from './TokenRows.module.css';

/** A token, or a bot with its. */
export type TokenRow = {
  id: number;
  name: string;
  scopes: Scope[];
  created: string;
  expires?: string | null;
  lastUsed?: string | null;
};

type TokenRowsProps<T extends TokenRow> = {
  query: { data: T[] | undefined; error: unknown; refetch: () => unknown };
  label: string;
  empty: string;
  /** What else is said of one. */
  more?: (one: T) => string;
  end: string;
  endLabel: (name: string) => string;
  onEnd: (one: T) => void;
};

/** Tokens with what they may do and until when, each with the button that ends it. */
export function TokenRows<T extends TokenRow>({ query, ...props }: TokenRowsProps<T>) {
  const { data, error, refetch } = query;
  if (!data) return error ? <ErrorState error={error} onRetry={refetch} /> : <LoadingState />;
  if (data.length === 0) return <p className={classes.hint}>{props.empty}</p>;
  return (
    <ul className={classes.rows} aria-label={props.label}>
      {data.map((one) => (
        <li key={one.id} className={classes.row}>
          <div className={classes.about}>
            <p className={classes.name} dir="auto">
              {one.name}
            </p>
            <p className={classes.hint}>{inWords(one.scopes)}</p>
            <p className={classes.hint}>
              {[props.more?.(one), said(one)].filter(Boolean).join(' · ')}
            </p>
          </div>
          <Button
            variant="default"
            aria-label={props.endLabel(one.name)}
            onClick={() => props.onEnd(one)}
          >
            {props.end}
          </Button>
        </li>
      ))}
    </ul>
  );
}

function said({ created, expires, lastUsed }: TokenRow): string {
  const parts = [
    texts.created(dateOf(created)),
    expires ? texts.expires(dateOf(expires)) : '',
    lastUsed ? texts.used(ago(lastUsed)) : texts.unused,
  ];
  return parts.filter(Boolean).join(' · ');
}
