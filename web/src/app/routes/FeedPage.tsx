import { useEffect, useState } from 'react';
import { AreaView } from '@/features/areas/AreaView.tsx';
import classes from '@/features/areas/areas.module.css';
import { onCreatePost } from '@/features/create/events.ts';
import { areaNotes } from '@/texts/areas.ts';

/** The feed comes later; who wants to write a post is told so instead of nothing happening. */
export function FeedPage() {
  const [asked, setAsked] = useState(false);
  useEffect(() => onCreatePost(() => setAsked(true)), []);
  return (
    <AreaView area="feed">
      <div role="status">{asked && <p className={classes.note}>{areaNotes.postLater}</p>}</div>
    </AreaView>
  );
}
