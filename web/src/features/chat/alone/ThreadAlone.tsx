import { useQuery } from '@tanstack/react-query';
import type { Thread } from '@/area/slots.ts';
import { ErrorState, LoadingState } from '@/components/states.tsx';
import { meQuery } from '@/features/accounts/api.ts';
import { commentTexts as texts } from '@/texts/comments.ts';
import { ChatScope } from '../ChatScope.tsx';
import { LoneThread } from '../components/LoneThread.tsx';
import classes from './alone.module.css';

/** A thread on a page of something else, in a chat of its own. */
export default function ThreadAlone(props: Thread) {
  const me = useQuery(meQuery);
  if (me.isError && !me.data) {
    return <ErrorState error={me.error} onRetry={() => void me.refetch()} />;
  }
  if (!me.data) return <LoadingState />;
  return (
    <ChatScope key={me.data.idUser} me={me.data}>
      <div className={classes.thread}>
        <LoneThread
          {...props}
          nothing={texts.none}
          label={texts.title}
          composerLabel={texts.composer}
        />
      </div>
    </ChatScope>
  );
}
