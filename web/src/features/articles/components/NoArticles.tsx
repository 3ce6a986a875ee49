import { Button } from '@mantine/core';
import { IconNews } from '@tabler/icons-react';
import { Link } from 'react-router';
import { EmptyState } from '@/components/states.tsx';
import { articleTexts as texts } from '@/texts/articles.ts';

type NoArticlesProps = {
  text: string;
  /** Where one is written; null: not by who looks. */
  write: string | null;
};

/** A list with nothing in it yet, and what to do next. */
export function NoArticles({ text, write }: NoArticlesProps) {
  return (
    <EmptyState title={texts.empty.title} text={text} icon={<IconNews size={28} stroke={1.5} />}>
      {write && (
        <Button component={Link} to={write}>
          {texts.write}
        </Button>
      )}
    </EmptyState>
  );
}
