import { Button } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { Link } from 'react-router';
import { useSignedIn } from '@/lib/session.ts';
import { articleTexts as texts } from '@/texts/articles.ts';
import { articleLists } from './api.ts';
import { ArticleRow } from './components/ArticleList.tsx';
import classes from './components/articles.module.css';
import { ARTICLES, newArticlePath } from './paths.ts';
import { useWriters } from './writers.ts';

/** Of an organisation's articles, on its page. */
const NEWEST = 3;

/** On an organisation's page: its newest articles, and the way to the others; nothing where it has none and one may write none. */
export default function ArticlesOf({ id, name }: { id: number; name: string }) {
  const heading = useId();
  const { data } = useInfiniteQuery(articleLists.entity(id, useSignedIn()));
  const writes = useWriters()?.some(({ idEntity }) => idEntity === id) ?? false;
  const articles = data?.pages[0]?.content ?? [];
  if (articles.length === 0 && !(data && writes)) return null;
  return (
    <section className={classes.section} aria-labelledby={heading}>
      <div className={classes.head}>
        <h2 id={heading}>{texts.title}</h2>
        <div className={classes.actions}>
          {articles.length > NEWEST && (
            <Button component={Link} to={`${ARTICLES}?organization=${id}`} variant="default">
              {texts.all}
            </Button>
          )}
          {writes && (
            <Button component={Link} to={newArticlePath(id)} variant="default">
              {texts.write}
            </Button>
          )}
        </div>
      </div>
      <ul className={classes.list} aria-label={texts.of(name)}>
        {articles.slice(0, NEWEST).map((article) => (
          <li key={article.uuid}>
            <ArticleRow article={article} level={3} />
          </li>
        ))}
      </ul>
    </section>
  );
}
