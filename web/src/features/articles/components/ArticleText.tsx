import { LongText } from '@/components/LongText.tsx';
import classes from './articles.module.css';

/** What an article says. */
export function ArticleText({ text }: { text: string }) {
  return (
    <div className={classes.body}>
      <LongText text={text} />
    </div>
  );
}
