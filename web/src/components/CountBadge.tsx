import hidden from '@/components/spoken.module.css';
import { shellTexts } from '@/texts/shell.ts';
import classes from './CountBadge.module.css';

/** '9+' above the cap. */
export function capped(count: number, cap: number): string {
  return count > cap ? `${cap}+` : String(count);
}

/** How much is unread; nothing at 0. Says the number in words to a screen reader. */
export function CountBadge({ count, cap }: { count: number; cap: number }) {
  if (count <= 0) return null;
  return (
    <span className={classes.badge}>
      <span aria-hidden="true">{capped(count, cap)}</span>
      <span className={hidden.spoken}>{shellTexts.unread(count)}</span>
    </span>
  );
}
