import { Button } from '@mantine/core';
import { IconMessages } from '@tabler/icons-react';
import { Link, useSearchParams } from 'react-router';
import { PageTabs } from '@/components/PageTabs.tsx';
import { EmptyState } from '@/components/states.tsx';
import { usePageTitle } from '@/hooks/usePageTitle.ts';
import { feedTexts as texts } from '@/texts/feed.ts';
import { feedLists } from './api.ts';
import { ComposerCard } from './components/ComposerCard.tsx';
import { FeedList } from './components/FeedList.tsx';
import classes from './components/feed.module.css';
import { FEED } from './paths.ts';

type Tab = keyof typeof texts.tabs;
const names = Object.keys(texts.tabs) as Tab[];

/** /feed, and /feed?tab=public|mine. */
export default function FeedPage() {
  const [params] = useSearchParams();
  const asked = params.get('tab') as Tab;
  const tab = names.includes(asked) ? asked : 'home';
  usePageTitle(tab === 'home' ? texts.title : `${texts.tabs[tab]} – ${texts.title}`);
  return (
    <div className={classes.page}>
      <h1 className={classes.title} tabIndex={-1}>
        {texts.title}
      </h1>
      <ComposerCard />
      <PageTabs label={texts.sections} path={FEED} names={names} texts={texts.tabs} current={tab} />
      <FeedList key={tab} list={feedLists[tab]} label={texts.posts} empty={<Empty tab={tab} />} />
    </div>
  );
}

function Empty({ tab }: { tab: Tab }) {
  return (
    <div className={classes.card}>
      <EmptyState {...texts.empty[tab]} icon={<IconMessages size={28} stroke={1.5} />}>
        {tab === 'home' && (
          <>
            <Button component={Link} to={`${FEED}?tab=public`}>
              {texts.toPublic}
            </Button>
            <Button component={Link} to="/search?types=person" variant="default">
              {texts.findPeople}
            </Button>
          </>
        )}
      </EmptyState>
    </div>
  );
}
