import { IconArrowsExchange, IconBookmark, IconClock, IconPencil } from '@tabler/icons-react';
import { useSyncExternalStore } from 'react';
import { NavLink } from 'react-router';
import { openSwitcher } from '@/commands/events.ts';
import { keyName } from '@/commands/keyNames.ts';
import { switchPlace } from '@/commands/useShortcuts.ts';
import { chatTexts } from '@/texts/chat.ts';
import { ownPath } from '../paths.ts';
import { useChatSession } from '../session.ts';
import classes from './ChannelList.module.css';
import { ThreadsLink } from './ThreadsLink.tsx';

const LINKS = [
  { list: 'sparade', Icon: IconBookmark },
  { list: 'utkast', Icon: IconPencil },
  { list: 'senare', Icon: IconClock },
] as const;

/** What is one's own, above the channels: threads, kept, begun, to be sent. */
export function OwnLinks({ workspaceId }: { workspaceId: number }) {
  const { drafts } = useChatSession();
  const begun = useSyncExternalStore(drafts.subscribe, () => drafts.list().length);
  return (
    <ul className={classes.own} aria-label={chatTexts.ownLists}>
      <li>
        <button type="button" className={classes.jump} onClick={openSwitcher}>
          <IconArrowsExchange size={16} aria-hidden="true" className={classes.kind} />
          <span className={classes.name}>{chatTexts.jump}</span>
          <kbd>{keyName(switchPlace.keys ?? '')}</kbd>
        </button>
      </li>
      <li>
        <ThreadsLink workspaceId={workspaceId} />
      </li>
      {LINKS.map(({ list, Icon }) => (
        <li key={list}>
          <NavLink to={ownPath(workspaceId, list)} className={classes.channel}>
            <Icon size={16} aria-hidden="true" className={classes.kind} />
            <span className={classes.name}>{chatTexts.ownList[list]}</span>
            {list === 'utkast' && begun > 0 && <span className={classes.amount}>{begun}</span>}
          </NavLink>
        </li>
      ))}
    </ul>
  );
}
