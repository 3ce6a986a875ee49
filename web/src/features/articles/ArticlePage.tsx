import { Button } from '@mantine/core';
import { IconNews } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from 'react-router';
import type { FirstQuery } from '@/area/area.ts';
import area from '@/area/CoverField.module.css';
import { EmptyState, ErrorState, LoadingState } from '@/components/states.tsx';
import { usePageTitle } from '@/hooks/usePageTitle.ts';
import { useSignedIn } from '@/lib/session.ts';
import { articleTexts as texts } from '@/texts/articles.ts';
import { articleQuery } from './api.ts';
import { ArticleActions } from './components/ArticleActions.tsx';
import { ArticleBy } from './components/ArticleBy.tsx';
import { ArticleText } from './components/ArticleText.tsx';
import classes from './components/articles.module.css';
import { ARTICLES } from './paths.ts';
import type { Article } from './types.ts';

export const first: FirstQuery = ({ uuid = '' }) => articleQuery(uuid, false);

/** /artiklar/{uuid}/{slug}: an article. What is published is read without an account. */
export default function ArticlePage() {
  const { uuid = '' } = useParams();
  const { data: article, error, refetch } = useQuery(articleQuery(uuid, useSignedIn()));
  usePageTitle(article?.title ?? texts.title);
  if (article) return <ArticleView article={article} />;
  if (article === null) return <NoSuchArticle />;
  if (error) return <ErrorState page error={error} onRetry={refetch} />;
  return <LoadingState />;
}

function ArticleView({ article }: { article: Article }) {
  const { title, preamble, body, coverImage } = article;
  return (
    <article className={classes.page}>
      <h1 className={classes.title} tabIndex={-1} dir="auto">
        {title}
      </h1>
      <ArticleBy article={article} />
      <ArticleActions article={article} />
      {coverImage && (
        <img
          className={area.cover}
          src={`${coverImage.url}&w=1024&q=75`}
          width={coverImage.width}
          height={coverImage.height}
          alt={coverImage.alt}
        />
      )}
      {preamble && (
        <p className={classes.preamble} dir="auto">
          {preamble}
        </p>
      )}
      <ArticleText text={body} />
    </article>
  );
}

export function NoSuchArticle() {
  return (
    <EmptyState
      page
      title={texts.gone.title}
      text={texts.gone.text}
      icon={<IconNews size={28} stroke={1.5} />}
    >
      <Button component={Link} to={ARTICLES}>
        {texts.all}
      </Button>
    </EmptyState>
  );
}
