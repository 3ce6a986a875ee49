import { chatTexts } from '@/texts/chat.ts';
import classes from './MessageSkeleton.module.css';

const ROWS = [62, 84, 40, 91, 55, 73, 36];

/** As tall as what it stands for, at the end where the newest will be. */
export function MessageSkeleton() {
  return (
    <div className={classes.list} role="status" aria-label={chatTexts.loading}>
      {ROWS.map((width) => (
        <div key={width} className={classes.row}>
          <span className={classes.avatar} />
          <span className={classes.lines}>
            <span style={{ width: 120 }} />
            <span style={{ width: `${width}%` }} />
          </span>
        </div>
      ))}
    </div>
  );
}
