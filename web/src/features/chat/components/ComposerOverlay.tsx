/** What opens beside the composer: one at a time, each loaded when it is first asked for. */
import { lazy, Suspense } from 'react';
import type { Channel, Message } from '@/api/types.ts';
import { loadPart } from '@/lib/loadPart.ts';
import type { Announcement } from '../api.ts';
import EmojiSheet from './EmojiSheet.tsx';

const ComposerMenu = lazy(() => loadPart(() => import('../asking/ComposerMenu.tsx')));
const PollDialog = lazy(() => loadPart(() => import('../asking/PollDialog.tsx')));
const LaterSheet = lazy(() => loadPart(() => import('../everyday/LaterSheet.tsx')));
const SaveSheet = lazy(() => loadPart(() => import('../everyday/SaveSheet.tsx')));

export type Overlay =
  | { kind: 'emoji' | 'later' | 'menu'; anchor: Element }
  | { kind: 'poll'; anchor: null; question: string; times?: boolean }
  | { kind: 'save'; anchor: Element | null; message: Message };

interface Props {
  overlay: Overlay;
  channel: Channel;
  threadId: number | null;
  content: string;
  /** Set where I may announce. */
  announcement: Announcement | null;
  onAnnounce: (announcement: Announcement) => void;
  onFormat: () => void;
  onEmoji: (emoji: string) => void;
  onPlanned: () => void;
  onOpen: (overlay: Overlay | null) => void;
}

export default function ComposerOverlay(props: Props) {
  const { overlay, channel, threadId, onOpen } = props;
  const close = () => onOpen(null);
  switch (overlay.kind) {
    case 'emoji':
      return (
        <EmojiSheet
          anchor={overlay.anchor}
          onClose={close}
          onPick={(emoji) => {
            close();
            props.onEmoji(emoji);
          }}
        />
      );
    case 'later':
      return (
        <Suspense>
          <LaterSheet
            channel={channel}
            content={props.content}
            anchor={overlay.anchor}
            onClose={close}
            onPlanned={props.onPlanned}
          />
        </Suspense>
      );
    case 'menu':
      return (
        <Suspense>
          <ComposerMenu
            anchor={overlay.anchor}
            announcement={props.announcement}
            onAnnounce={props.onAnnounce}
            onPoll={(times) => onOpen({ kind: 'poll', anchor: null, question: '', times })}
            onFormat={props.onFormat}
            onClose={close}
          />
        </Suspense>
      );
    case 'poll':
      return (
        <Suspense>
          <PollDialog
            channel={channel}
            threadId={threadId}
            question={overlay.question}
            times={overlay.times === true}
            onClose={close}
          />
        </Suspense>
      );
    case 'save':
      return (
        overlay.anchor && (
          <Suspense>
            <SaveSheet message={overlay.message} anchor={overlay.anchor} onClose={close} />
          </Suspense>
        )
      );
  }
}
