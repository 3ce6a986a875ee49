import { IconPencil, IconTrash } from '@tabler/icons-react';
import { useState, useSyncExternalStore } from 'react';
import { ConfirmCall } from '@/area/ConfirmCall.tsx';
import { EmptyState } from '@/components/states.tsx';
import { shortTime } from '@/lib/times.ts';
import { ownTexts as texts } from '@/texts/everyday.ts';
import side from '../components/SidePane.module.css';
import { type BegunText, draftKey } from '../lib/drafts.ts';
import { useChatSession } from '../session.ts';
import classes from './everyday.module.css';
import own from './own.module.css';
import { PlaceName } from './PlaceName.tsx';

/** What I have begun to write, the last first: what this device holds, which the server's is folded into. */
export function DraftList() {
  const { drafts } = useChatSession();
  // Compared by its words: the list is made anew each time it is read.
  const held = useSyncExternalStore(drafts.subscribe, () => JSON.stringify(drafts.list()));
  const list = JSON.parse(held) as BegunText[];
  const [dropping, setDropping] = useState<BegunText | null>(null);
  if (list.length === 0)
    return (
      <EmptyState
        title={texts.noDrafts}
        text={texts.noDraftsHint}
        icon={<IconPencil size={28} />}
      />
    );
  return (
    <>
      <ul className={`${side.plain} ${own.cards}`} aria-label={texts.drafts}>
        {list.map((draft) => (
          <li key={draftKey(draft.channelId, draft.threadId)} className={side.card}>
            <div className={own.place}>
              <PlaceName {...draft} />
              <time dateTime={new Date(draft.at).toISOString()}>
                {shortTime(new Date(draft.at).toISOString())}
              </time>
            </div>
            <p className={own.text} dir="auto">
              {draft.text}
            </p>
            <div className={classes.foot}>
              {draft.threadId !== null && <span className={own.note}>{texts.onDevice}</span>}
              <button
                type="button"
                className={side.icon}
                aria-label={texts.dropDraft}
                title={texts.dropDraft}
                onClick={() => setDropping(draft)}
              >
                <IconTrash size={18} aria-hidden="true" />
              </button>
            </div>
          </li>
        ))}
      </ul>
      {dropping && (
        <ConfirmCall
          title={texts.dropTitle}
          text={texts.dropText}
          action={texts.dropDraft}
          danger
          call={async () => drafts.set(draftKey(dropping.channelId, dropping.threadId), '')}
          said={texts.dropped}
          onDone={() => {}}
          onClose={() => setDropping(null)}
        />
      )}
    </>
  );
}
