import { useInfiniteQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { ApiError } from '@/api/ApiError.ts';
import { feedTexts as texts } from '@/texts/feed.ts';
import { feedLists } from './api.ts';
import { FeedList } from './components/FeedList.tsx';
import classes from './components/feed.module.css';

type FeedOfProps = { kind: 'person' | 'entity'; id: number; name: string };

/** On the page of a person or an organisation: what one may read of theirs. */
export default function FeedOf({ kind, id, name }: FeedOfProps) {
  const heading = useId();
  const list = feedLists[kind](id);
  const { error } = useInfiniteQuery(list);
  // Whom one may not know of writes nothing.
  if (error instanceof ApiError && error.status === 404) return null;
  return (
    <section className={classes.section} aria-labelledby={heading}>
      <h2 id={heading}>{texts.posts}</h2>
      <FeedList
        list={list}
        label={texts.postsOf(name)}
        empty={<p className={classes.faint}>{texts.empty.person}</p>}
      />
    </section>
  );
}
