import { Link } from 'react-router';
import { dateOf } from '@/lib/dates.ts';
import { articleTexts as texts } from '@/texts/articles.ts';
import type { ArticleBrief } from '../types.ts';
import classes from './articles.module.css';

/** In whose name an article is, and since when it is published. */
export function ArticleBy({ article }: { article: ArticleBrief }) {
  const { author, status, daPublished, daUpdated, hidden, writtenBy } = article;
  const isPublished = status === 'PUBLISHED' && daPublished;
  return (
    <p className={classes.by}>
      {author.slug ? (
        <Link
          className={classes.name}
          to={author.kind === 'person' ? `/u/${author.slug}` : `/${author.slug}`}
          data-person={(author.kind === 'person' && author.idUser) || undefined}
          dir="auto"
        >
          {author.displayName}
        </Link>
      ) : (
        <span className={classes.name}>{author.displayName}</span>
      )}
      {isPublished ? (
        <time dateTime={daPublished}>{dateOf(daPublished)}</time>
      ) : (
        <>
          <span className={classes.mark}>{texts.draft}</span>
          <span>{texts.changed(dateOf(daUpdated))}</span>
        </>
      )}
      {hidden && <span className={classes.mark}>{texts.hidden}</span>}
      {writtenBy && <span>{texts.writtenBy(writtenBy.displayName)}</span>}
    </p>
  );
}
