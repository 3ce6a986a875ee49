import { IconBell, IconBookmark, IconBookmarkOff } from '@tabler/icons-react';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import type { SavedMessage } from '@/api/types.ts';
import { PagedList } from '@/area/PagedList.tsx';
import { Avatar } from '@/components/Avatar.tsx';
import { EmptyState } from '@/components/states.tsx';
import { comingTime } from '@/lib/comingTime.ts';
import { shortTime } from '@/lib/times.ts';
import { ownTexts, pinTexts, saveTexts as texts } from '@/texts/everyday.ts';
import { Attachments } from '../components/Attachments.tsx';
import { BotMark } from '../components/BotMark.tsx';
import { MessageText } from '../components/MessageText.tsx';
import side from '../components/SidePane.module.css';
import { calledIn, channelPath, threadPath } from '../paths.ts';
import { useChatSession } from '../session.ts';
import { unsave } from './acts.ts';
import { savedQuery } from './calls.ts';
import classes from './everyday.module.css';
import own from './own.module.css';
import SaveSheet from './SaveSheet.tsx';

/** What I keep, the newest messages first. */
export function SavedList() {
  const query = useInfiniteQuery(savedQuery);
  return (
    <PagedList
      query={query}
      items={query.data?.pages.flatMap((page) => page.content) ?? []}
      keyOf={({ message }) => message.id}
      label={texts.title}
      className={`${side.plain} ${own.cards}`}
      rowClassName={side.card}
      row={(one) => <Card saved={one} />}
      empty={
        <EmptyState title={texts.empty} text={texts.emptyHint} icon={<IconBookmark size={28} />} />
      }
    />
  );
}

function Card({ saved: { message, workspaceId, channelName, remindAt } }: { saved: SavedMessage }) {
  const client = useQueryClient();
  const { me } = useChatSession();
  const [anchor, setAnchor] = useState<Element | null>(null);
  const place = { id: message.channelId, workspaceId };
  const thread = message.parentMessageId;
  const to = thread ? threadPath(place, thread) : `${channelPath(place)}?message=${message.id}`;
  const name = workspaceId === 0 ? '' : calledIn(workspaceId, channelName);
  return (
    <>
      <div className={side.who}>
        <Avatar name={message.userName} image={message.userAvatar} size={28} />
        <b>{message.userName}</b>
        <BotMark of={message} />
        <span className={side.muted}>{thread && name ? ownTexts.inThread(name) : name}</span>
        <time dateTime={message.created}>{shortTime(message.created)}</time>
      </div>
      <div className={side.words}>
        <MessageText message={message} me={me.idUser} />
        {message.attachments.length > 0 && (
          <Attachments files={message.attachments} from={message.userName} />
        )}
      </div>
      <div className={classes.foot}>
        <Link className={classes.link} to={to}>
          {pinTexts.show}
        </Link>
        {remindAt && (
          <span className={own.note}>
            <IconBell size={14} aria-hidden="true" />
            {texts.reminder(comingTime(remindAt, new Date()))}
          </span>
        )}
        <span className={own.acts}>
          <button
            type="button"
            className={side.icon}
            aria-label={texts.remind}
            title={texts.remind}
            aria-haspopup="dialog"
            onClick={(event) => setAnchor(event.currentTarget)}
          >
            <IconBell size={18} aria-hidden="true" />
          </button>
          <button
            type="button"
            className={side.icon}
            aria-label={texts.remove}
            title={texts.remove}
            onClick={() => void unsave(client, message.id)}
          >
            <IconBookmarkOff size={18} aria-hidden="true" />
          </button>
        </span>
      </div>
      {anchor && <SaveSheet message={message} anchor={anchor} onClose={() => setAnchor(null)} />}
    </>
  );
}
