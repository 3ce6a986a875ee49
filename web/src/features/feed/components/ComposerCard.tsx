import { Button } from '@mantine/core';
import { IconPhoto } from '@tabler/icons-react';
import { lazy, Suspense, useEffect, useState } from 'react';
import { Avatar } from '@/components/Avatar.tsx';
import { useMe } from '@/features/accounts/api.ts';
import { onCreatePost, type PostWish } from '@/features/create/index.ts';
import { loadPart } from '@/lib/loadPart.ts';
import { beginTexts as texts } from '@/texts/feed.ts';
import { isEmpty, readDraft } from '../begun.ts';
import classes from './composer.module.css';

const Composer = lazy(() => loadPart(() => import('./Composer.tsx')));

type Open = { wish: PostWish | undefined; times: number };

/** The way to a new post. What was begun before stands open. */
export function ComposerCard() {
  const me = useMe();
  const [open, setOpen] = useState<Open | null>(() =>
    isEmpty(readDraft()) ? null : { wish: undefined, times: 0 },
  );
  const begin = (wish?: PostWish) => setOpen((held) => ({ wish, times: (held?.times ?? 0) + 1 }));
  useEffect(() => onCreatePost((wish) => setOpen({ wish, times: Date.now() })), []);
  if (open) {
    return (
      <Suspense fallback={<div className={`${classes.composer} ${classes.waiting}`} />}>
        <Composer key={open.times} wish={open.wish} onClose={() => setOpen(null)} />
      </Suspense>
    );
  }
  return (
    <div className={classes.closed}>
      <Avatar name={me?.displayName ?? ''} image={me?.profileImage ?? null} size={44} />
      <button type="button" className={classes.begin} onClick={() => begin()}>
        {texts.open}
      </button>
      <Button
        variant="subtle"
        leftSection={<IconPhoto size={20} stroke={1.75} aria-hidden="true" />}
        onClick={() => begin({ focusMedia: true })}
      >
        {texts.picture}
      </Button>
    </div>
  );
}
