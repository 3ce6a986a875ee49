import { Button } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { Link } from 'react-router';
import { useSignedIn } from '@/lib/session.ts';
import { articleTexts as texts } from '@/texts/articles.ts';
import { type ArticleListQuery, articleLists } from './api.ts';
import { ArticleRow } from './components/ArticleList.tsx';
import classes from './components/articles.module.css';
import { ARTICLES, newArticlePath } from './paths.ts';
import { useWriters } from './writers.ts';

/** Of somebody's articles, on their page. */
const NEWEST = 3;

/** On an organisation's page: its newest articles, and the way to the others; nothing where it has none and one may write none. */
export default function ArticlesOf({ id, name }: { id: number; name: string }) {
  const list = articleLists.entity(id, useSignedIn());
  const writes = useWriters()?.some(({ idEntity }) => idEntity === id) ?? false;
  return (
    <Newest
      list={list}
      name={name}
      all={`${ARTICLES}?organization=${id}`}
      write={writes ? newArticlePath(id) : null}
    />
  );
}

type ArticlesOfPersonProps = { id: number; name: string; self: boolean };

/** On a person's page: the newest that they have published as themselves. */
export function ArticlesOfPerson({ id, name, self }: ArticlesOfPersonProps) {
  return (
    <Newest
      list={articleLists.person(id)}
      name={name}
      all={`${ARTICLES}?user=${id}`}
      write={self ? newArticlePath() : null}
    />
  );
}

type NewestProps = {
  list: ArticleListQuery;
  name: string;
  /** Where all of them are. */
  all: string;
  /** Where one is written; null: not by who looks. */
  write: string | null;
};

function Newest({ list, name, all, write }: NewestProps) {
  const heading = useId();
  const { data } = useInfiniteQuery(list);
  const articles = data?.pages[0]?.content ?? [];
  if (articles.length === 0 && !(data && write)) return null;
  return (
    <section className={classes.section} aria-labelledby={heading}>
      <div className={classes.head}>
        <h2 id={heading}>{texts.title}</h2>
        <div className={classes.actions}>
          {articles.length > NEWEST && (
            <Button component={Link} to={all} variant="default">
              {texts.all}
            </Button>
          )}
          {write && (
            <Button component={Link} to={write} variant="default">
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
