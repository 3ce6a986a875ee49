import { useQuery } from '@tanstack/react-query';
import { ErrorState, LoadingState } from '@/components/states.tsx';
import { meQuery } from '@/features/accounts/api.ts';
import { ChatScope, LoneThread } from '@/features/chat/index.ts';
import { commentTexts as texts } from '@/texts/comments.ts';
import classes from './comments.module.css';

/** The thread, in a chat of its own. */
export default function ThreadAlone(props: { channelId: number; threadId: number }) {
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
