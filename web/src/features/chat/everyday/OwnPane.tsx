import { IconArrowLeft } from '@tabler/icons-react';
import { chatTexts } from '@/texts/chat.ts';
import header from '../components/PaneHeader.module.css';
import side from '../components/SidePane.module.css';
import { useLeave } from '../components/useLeave.ts';
import type { OwnList } from '../paths.ts';
import { DraftList } from './DraftList.tsx';
import classes from './own.module.css';
import { SavedList } from './SavedList.tsx';
import { ScheduledList } from './ScheduledList.tsx';
import { ThreadList } from './ThreadList.tsx';

const LISTS = { tradar: ThreadList, sparade: SavedList, utkast: DraftList, senare: ScheduledList };

/** What is one's own, in a channel's place: what one keeps, has begun, sends later. */
export default function OwnPane({ list, workspaceId }: { list: OwnList; workspaceId: number }) {
  const leave = useLeave();
  const List = LISTS[list];
  const title = chatTexts.ownList[list];
  return (
    <section className={side.pane} aria-label={title} data-region>
      <header className={header.header}>
        <button
          type="button"
          className={`${header.button} ${header.back}`}
          aria-label={chatTexts.back}
          onClick={() => leave.toList(workspaceId)}
        >
          <IconArrowLeft size={20} aria-hidden="true" />
        </button>
        <div className={header.titles}>
          <h1 className={header.title}>{title}</h1>
        </div>
      </header>
      <div className={side.scroll}>
        <div className={classes.column}>
          <List />
        </div>
      </div>
    </section>
  );
}
