import { lazy, Suspense } from 'react';
import { Sheet } from '@/components/Sheet.tsx';
import { loadPart } from '@/lib/loadPart.ts';
import { chatTexts } from '@/texts/chat.ts';
import classes from './EmojiPanel.module.css';

const EmojiPanel = lazy(() => loadPart(() => import('./EmojiPanel.tsx')));

interface Props {
  anchor: Element;
  onPick: (emoji: string) => void;
  onClose: () => void;
}

export default function EmojiSheet({ anchor, onPick, onClose }: Props) {
  return (
    <Sheet label={chatTexts.emoji} anchor={anchor} onClose={onClose}>
      <Suspense fallback={<div className={classes.root} />}>
        <EmojiPanel onPick={onPick} />
      </Suspense>
    </Sheet>
  );
}
