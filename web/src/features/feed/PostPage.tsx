import { Button } from '@mantine/core';
import { IconMessageOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import type { FirstQuery } from '@/area/area.ts';
import { EmptyState, ErrorState, LoadingState } from '@/components/states.tsx';
import { usePageTitle } from '@/hooks/usePageTitle.ts';
import { useSignedIn } from '@/lib/session.ts';
import { feedFailed, postTexts, feedTexts as texts } from '@/texts/feed.ts';
import { FOLLOW_MS, postQuery } from './api.ts';
import classes from './components/feed.module.css';
import { PostCard } from './components/PostCard.tsx';
import { useTold } from './live.ts';
import { FEED } from './paths.ts';
import { sayFeedFailed } from './useFeed.ts';

export const first: FirstQuery = ({ uuid = '' }) => postQuery(uuid, false);

/** /inlagg/{uuid}: a post with its comments. What is for everybody is read without an account. */
export default function PostPage() {
  const { uuid = '' } = useParams();
  const signedIn = useSignedIn();
  const navigate = useNavigate();
  const told = useTold();
  const {
    data: post,
    error,
    refetch,
  } = useQuery({
    ...postQuery(uuid, signedIn),
    ...(!told && { refetchInterval: FOLLOW_MS }),
  });
  useEffect(() => {
    if (error) sayFeedFailed(feedFailed.load);
  }, [error]);
  usePageTitle(post ? postTexts.by(post.author.displayName) : texts.title);
  if (post) {
    return (
      <div className={classes.page}>
        <h1 className={classes.title} tabIndex={-1}>
          {postTexts.by(post.author.displayName)}
        </h1>
        <PostCard post={post} alone onRemoved={() => navigate(FEED)} />
      </div>
    );
  }
  if (post === null) return <Gone signedIn={signedIn} />;
  if (error) return <ErrorState page error={error} onRetry={refetch} />;
  return <LoadingState />;
}

function Gone({ signedIn }: { signedIn: boolean }) {
  return (
    <EmptyState
      page
      title={texts.goneTitle}
      text={texts.gone}
      icon={<IconMessageOff size={28} stroke={1.5} />}
    >
      <Button component={Link} to={signedIn ? FEED : '/'}>
        {signedIn ? texts.toFeed : texts.toStart}
      </Button>
    </EmptyState>
  );
}
