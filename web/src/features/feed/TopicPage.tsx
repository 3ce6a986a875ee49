import { Button } from '@mantine/core';
import { IconHash } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link, useParams } from 'react-router';
import { ApiError } from '@/api/ApiError.ts';
import { EmptyState } from '@/components/states.tsx';
import { usePageTitle } from '@/hooks/usePageTitle.ts';
import { feedTexts as texts } from '@/texts/feed.ts';
import { feedLists } from './api.ts';
import { FeedList } from './components/FeedList.tsx';
import classes from './components/feed.module.css';
import { FEED } from './paths.ts';

/** /feed/amne/{topic}: what is public about it. */
export default function TopicPage() {
  const { topic = '' } = useParams();
  const name = texts.topic(topic);
  usePageTitle(`${name} – ${texts.title}`);
  const list = feedLists.topic(topic);
  const { error } = useInfiniteQuery(list);
  const none = (
    <div className={classes.card}>
      <EmptyState {...texts.empty.topic} icon={<IconHash size={28} stroke={1.5} />}>
        <Button component={Link} to={FEED}>
          {texts.toFeed}
        </Button>
      </EmptyState>
    </div>
  );
  return (
    <div className={classes.page}>
      <h1 className={classes.title} tabIndex={-1}>
        {name}
      </h1>
      {error instanceof ApiError && error.status === 404 ? (
        none
      ) : (
        <FeedList key={topic} list={list} label={texts.posts} empty={none} />
      )}
    </div>
  );
}
