import {
  IconCalendarQuestion,
  IconChartBar,
  IconChecks,
  IconFlag3,
  IconLetterCase,
  IconMoodEdit,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { openStatus } from '@/commands/events.ts';
import { Sheet } from '@/components/Sheet.tsx';
import { pollTexts, announceTexts as texts, whenTexts } from '@/texts/asking.ts';
import { chatTexts } from '@/texts/chat.ts';
import { statusMarkTexts } from '@/texts/shell.ts';
import type { Announcement } from '../api.ts';
import menu from '../components/MessageMenu.module.css';
import classes from './menu.module.css';

interface Props {
  anchor: Element;
  /** Set where I may announce. */
  announcement: Announcement | null;
  onAnnounce: (announcement: Announcement) => void;
  /** `times`: one that asks who can when. */
  onPoll: (times: boolean) => void;
  onFormat: () => void;
  onClose: () => void;
}

/** What else than text can be sent, and how. */
export default function ComposerMenu(props: Props) {
  const { anchor, announcement, onAnnounce, onPoll, onFormat, onClose } = props;
  const after = (run: () => void) => () => {
    onClose();
    // The sheet gives the focus back first.
    setTimeout(run);
  };
  const important = announcement?.priority === 'IMPORTANT';
  const asks = announcement?.requestedAck === true;
  return (
    <Sheet label={chatTexts.addMore} anchor={anchor} side="start" onClose={onClose}>
      <ul className={menu.items}>
        <Item
          icon={<IconChartBar size={18} />}
          label={pollTexts.make}
          run={after(() => onPoll(false))}
        />
        <Item
          icon={<IconCalendarQuestion size={18} />}
          label={whenTexts.make}
          run={after(() => onPoll(true))}
        />
        {announcement && (
          <>
            <Item
              icon={<IconFlag3 size={18} />}
              label={chatTexts.important}
              hint={texts.importantHint}
              on={important}
              run={after(() =>
                onAnnounce({ ...announcement, priority: important ? 'NORMAL' : 'IMPORTANT' }),
              )}
            />
            <Item
              icon={<IconChecks size={18} />}
              label={chatTexts.requestAck}
              hint={texts.requestHint}
              on={asks}
              run={after(() => onAnnounce({ ...announcement, requestedAck: !asks }))}
            />
          </>
        )}
        <Item
          icon={<IconMoodEdit size={18} />}
          label={statusMarkTexts.set}
          run={after(() => openStatus('status'))}
        />
        <li className={classes.narrow}>
          <button type="button" className={menu.item} onClick={after(onFormat)}>
            <IconLetterCase size={18} aria-hidden="true" />
            {chatTexts.formatting}
          </button>
        </li>
      </ul>
    </Sheet>
  );
}

function Item(props: {
  icon: ReactNode;
  label: string;
  hint?: string;
  on?: boolean;
  run: () => void;
}) {
  return (
    <li>
      <button type="button" className={menu.item} aria-pressed={props.on} onClick={props.run}>
        <span aria-hidden="true">{props.icon}</span>
        <span className={classes.words}>
          {props.label}
          {props.hint && <small>{props.hint}</small>}
        </span>
      </button>
    </li>
  );
}
