import hidden from '@/components/spoken.module.css';
import { statusMarkTexts as texts } from '@/texts/shell.ts';
import classes from './status.module.css';
import { useStatus, wordsOf } from './store.ts';

/** Stands for a status without an emoji. */
const PLAIN = '💬';

/** Beside a name: somebody's emoji, its words under the pointer and for those who hear. */
export function StatusMark({ userId }: { userId: number }) {
  const status = useStatus(userId);
  if (!status) return null;
  return (
    <span className={classes.mark} title={wordsOf(status)}>
      <span aria-hidden="true">{status.emoji ?? PLAIN}</span>
      <span className={hidden.spoken}> {texts.said(wordsOf(status))} </span>
    </span>
  );
}

/** In full, where there is room for it. */
export function StatusLine({ userId, className = '' }: { userId: number; className?: string }) {
  const status = useStatus(userId);
  if (!status) return null;
  return (
    <span className={`${classes.line} ${className}`} dir="auto">
      {wordsOf(status)}
    </span>
  );
}
