import { Button } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Link } from 'react-router';
import { LoadingState } from '@/components/states.tsx';
import { loginPath } from '@/lib/nextPath.ts';
import { useSignedIn } from '@/lib/session.ts';
import { errorTexts } from '@/texts/errors.ts';
import { feedFailed, feedTexts } from '@/texts/feed.ts';
import { commentTexts as texts } from '@/texts/posting.ts';
import { commentsQuery, FOLLOW_MS } from '../api.ts';
import { itemsOf } from '../fold.ts';
import { useTold } from '../live.ts';
import { postPath } from '../paths.ts';
import type { FeedPost } from '../types.ts';
import { sayFeedFailed } from '../useFeed.ts';
import { CommentForm } from './CommentForm.tsx';
import { CommentRow } from './CommentRow.tsx';
import classes from './comments.module.css';

/** A post's comments, oldest first, each with its replies; below them one's own. */
export default function Comments({ post }: { post: FeedPost }) {
  const signedIn = useSignedIn();
  return (
    <section className={classes.comments} aria-label={texts.list}>
      <CommentList post={post} idParent={null} />
      {post.abilities.includes('COMMENT') && <CommentForm uuid={post.uuid} label={texts.write} />}
      {!signedIn && (
        <p>
          <Link to={loginPath(postPath(post.uuid))}>{feedTexts.signIn}</Link>
        </p>
      )}
    </section>
  );
}

type CommentListProps = { post: FeedPost; idParent: number | null };

/** What others write meanwhile comes as the post tells of it, or is asked for where nothing is told. */
export function CommentList({ post, idParent }: CommentListProps) {
  const told = useTold();
  const query = useInfiniteQuery({
    ...commentsQuery(post.uuid, idParent, useSignedIn()),
    ...(!told && { refetchInterval: FOLLOW_MS }),
  });
  const comments = itemsOf(query.data, ({ idFeedComment }) => idFeedComment);
  const { error } = query;
  useEffect(() => {
    if (error) sayFeedFailed(feedFailed.loadComments);
  }, [error]);
  if (query.isPending) return <LoadingState />;
  return (
    <>
      {error && (
        <p className={classes.failed} role="alert">
          {feedFailed.loadComments}
          <Button variant="subtle" size="sm" onClick={() => query.refetch()}>
            {errorTexts.retry}
          </Button>
        </p>
      )}
      {comments.length === 0 && !error && idParent === null && (
        <p className={classes.faint}>{texts.none}</p>
      )}
      {comments.length > 0 && (
        <ul className={classes.list} data-replies={idParent !== null || undefined}>
          {comments.map((one) => (
            <li key={one.idFeedComment}>
              <CommentRow post={post} comment={one}>
                {one.nrReplies > 0 && idParent === null
                  ? () => <CommentList post={post} idParent={one.idFeedComment} />
                  : undefined}
              </CommentRow>
            </li>
          ))}
        </ul>
      )}
      {query.hasNextPage && (
        <Button
          className={classes.more}
          variant="subtle"
          size="sm"
          loading={query.isFetchingNextPage}
          onClick={() => query.fetchNextPage()}
        >
          {idParent === null ? texts.more : texts.moreReplies}
        </Button>
      )}
    </>
  );
}
