import { useInfiniteQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { ApiError } from '@/api/ApiError.ts';
import { useSignedIn } from '@/lib/session.ts';
import { feedTexts as texts } from '@/texts/feed.ts';
import { atomAddress, feedLists } from './api.ts';
import { FeedList } from './components/FeedList.tsx';
import classes from './components/feed.module.css';

type FeedOfProps = { kind: 'person' | 'entity'; id: number; name: string };

/** On the page of a person or an organisation: what one may read of theirs. */
export default function FeedOf({ kind, id, name }: FeedOfProps) {
  const heading = useId();
  const signedIn = useSignedIn();
  const list = feedLists[kind](id, signedIn);
  const { error } = useInfiniteQuery(list);
  // Whom one may not know of writes nothing.
  if (error instanceof ApiError && error.status === 404) return null;
  return (
    <section className={classes.section} aria-labelledby={heading}>
      <h2 id={heading}>{texts.posts}</h2>
      <FeedList
        list={list}
        label={texts.postsOf(name)}
        empty={
          <p className={classes.faint}>{signedIn ? texts.empty.person : texts.empty.everybody}</p>
        }
      />
      {/* A person's is there only where everybody may find them, as then their page is for who is not signed in. */}
      {(kind === 'entity' || !signedIn) && (
        <p className={classes.atom}>
          <a href={atomAddress(kind, id)} type="application/atom+xml">
            {texts.atom}
          </a>
        </p>
      )}
    </section>
  );
}
