import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { PagedList } from '@/area/PagedList.tsx';
import type { ArticleListQuery } from '../api.ts';
import { articlePath } from '../paths.ts';
import type { ArticleBrief } from '../types.ts';
import { ArticleBy } from './ArticleBy.tsx';
import classes from './articles.module.css';

type ArticleListProps = {
  list: ArticleListQuery;
  label: string;
  empty: ReactNode;
  /** Of the headings: 2 below the page's own. */
  level?: 2 | 3;
};

/** Articles by pages, newest first. */
export function ArticleList({ list, label, empty, level = 2 }: ArticleListProps) {
  const query = useInfiniteQuery(list);
  return (
    <PagedList
      query={query}
      items={query.data?.pages.flatMap(({ content }) => content) ?? []}
      keyOf={({ uuid }) => uuid}
      row={(article) => <ArticleRow article={article} level={level} />}
      label={label}
      empty={empty}
      className={classes.list}
      rowClassName={classes.item}
    />
  );
}

export function ArticleRow({ article, level }: { article: ArticleBrief; level: 2 | 3 }) {
  const { title, preamble, coverImage } = article;
  const Heading = level === 2 ? 'h2' : 'h3';
  return (
    <article className={classes.row}>
      <Heading>
        <Link to={articlePath(article)} dir="auto">
          {title}
        </Link>
      </Heading>
      <ArticleBy article={article} />
      {preamble && <p dir="auto">{preamble}</p>}
      {coverImage && (
        // The title beside it says what the article is about.
        <img className={classes.thumb} src={`${coverImage.url}&w=256`} alt="" loading="lazy" />
      )}
    </article>
  );
}
