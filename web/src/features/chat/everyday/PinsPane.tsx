import { IconPin, IconPinnedOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { Channel, Pin } from '@/api/types.ts';
import { PagedList } from '@/area/PagedList.tsx';
import { Avatar } from '@/components/Avatar.tsx';
import { EmptyState } from '@/components/states.tsx';
import { shortTime } from '@/lib/times.ts';
import { markTexts, pinTexts as texts } from '@/texts/everyday.ts';
import { Attachments } from '../components/Attachments.tsx';
import { BotMark } from '../components/BotMark.tsx';
import { MessageText } from '../components/MessageText.tsx';
import { SideHeader } from '../components/SideHeader.tsx';
import side from '../components/SidePane.module.css';
import { abilitiesOf } from '../lib/abilities.ts';
import { channelPath, threadPath } from '../paths.ts';
import { titleOf } from '../queries.ts';
import { useChatSession } from '../session.ts';
import { pin } from './acts.ts';
import { onePage, pinsQuery } from './calls.ts';
import classes from './everyday.module.css';

/** What is pinned in a channel, the last pinned first. */
export default function PinsPane({ channel }: { channel: Channel }) {
  const query = useQuery(pinsQuery(channel.id));
  return (
    <section className={side.pane} aria-label={texts.title} data-region>
      <SideHeader title={texts.title} subtitle={titleOf(channel)} channel={channel} />
      <div className={side.scroll}>
        <PagedList
          query={onePage(query)}
          items={query.data ?? []}
          keyOf={({ message }) => message.id}
          label={texts.title}
          className={side.plain}
          rowClassName={side.card}
          row={(one) => <Card pinned={one} channel={channel} />}
          empty={
            <EmptyState title={texts.empty} text={texts.emptyHint} icon={<IconPin size={28} />} />
          }
        />
      </div>
    </section>
  );
}

function Card({ pinned: { message, pinned }, channel }: { pinned: Pin; channel: Channel }) {
  const session = useChatSession();
  const { me } = session;
  const to = message.parentMessageId
    ? threadPath(channel, message.parentMessageId)
    : `${channelPath(channel)}?message=${message.id}`;
  return (
    <>
      <div className={side.who}>
        <Avatar name={message.userName} image={message.userAvatar} size={28} />
        <b>{message.userName}</b>
        <BotMark of={message} />
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
          {texts.show}
        </Link>
        <span className={side.muted}>{texts.pinnedAt(shortTime(pinned))}</span>
        {abilitiesOf(message, channel, me.idUser).pin && (
          <button
            type="button"
            className={side.icon}
            aria-label={markTexts.unpin}
            title={markTexts.unpin}
            onClick={() => void pin(session, message, false)}
          >
            <IconPinnedOff size={18} aria-hidden="true" />
          </button>
        )}
      </div>
    </>
  );
}
