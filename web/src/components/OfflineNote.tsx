import { useOnline } from '@/hooks/useOnline.ts';
import classes from './OfflineNote.module.css';

/** Above what a page holds: without a network it may be old. Nothing is said while there is one. */
export function OfflineNote({ text }: { text: string }) {
  if (useOnline()) return null;
  return (
    <p className={classes.note} role="status">
      {text}
    </p>
  );
}
