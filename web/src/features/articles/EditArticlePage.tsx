import { Button } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from 'react-router';
import { EmptyState, ErrorState, LoadingState } from '@/components/states.tsx';
import { useSignedIn } from '@/lib/session.ts';
import { articleEditorTexts, articleTexts } from '@/texts/articles.ts';
import { NoSuchArticle } from './ArticlePage.tsx';
import { articleQuery } from './api.ts';
import { ArticleEditor } from './components/ArticleEditor.tsx';
import { ARTICLES } from './paths.ts';

/** /articles/{uuid}/edit */
export default function EditArticlePage() {
  const { uuid = '' } = useParams();
  const { data: article, error, refetch } = useQuery(articleQuery(uuid, useSignedIn()));
  if (article === null) return <NoSuchArticle />;
  if (article && !article.abilities.includes('EDIT')) return <Refused />;
  if (article)
    return <ArticleEditor key={uuid} article={article} idEntity={article.idEntity ?? null} />;
  if (error) return <ErrorState page error={error} onRetry={refetch} />;
  return <LoadingState />;
}

function Refused() {
  const { title, text } = articleEditorTexts.refused;
  return (
    <EmptyState page title={title} text={text} icon={<IconLock size={28} stroke={1.5} />}>
      <Button component={Link} to={ARTICLES}>
        {articleTexts.all}
      </Button>
    </EmptyState>
  );
}
