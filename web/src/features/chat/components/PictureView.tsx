import { IconChevronLeft, IconChevronRight, IconDownload } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import type { Attachment } from '@/api/types.ts';
import { Dialog } from '@/components/Dialog.tsx';
import { fileTexts } from '@/texts/chat.ts';
import { fitted } from '../lib/files.ts';
import classes from './PictureView.module.css';

/** How far a finger moves (px) for the next picture. */
const SWIPE = 48;

interface Props {
  pictures: readonly Attachment[];
  first: number;
  onClose: () => void;
}

/** Pictures of a message, one at a time: by arrow key, button or swipe. */
export default function PictureView({ pictures, first, onClose }: Props) {
  const [index, setIndex] = useState(first);
  const from = useRef<number | null>(null);
  const picture = pictures[index];
  if (!picture) return null;
  const step = (by: number) =>
    setIndex((held) => Math.min(Math.max(held + by, 0), pictures.length - 1));
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the buttons do the same
    <div
      onKeyDown={(event) => {
        if (event.key === 'ArrowRight') step(1);
        else if (event.key === 'ArrowLeft') step(-1);
      }}
    >
      <Dialog title={picture.name} onClose={onClose}>
        <div
          className={classes.stage}
          onTouchStart={(event) => {
            from.current = event.touches.length === 1 ? (event.touches[0]?.clientX ?? null) : null;
          }}
          onTouchEnd={(event) => {
            const moved = (event.changedTouches[0]?.clientX ?? 0) - (from.current ?? 0);
            if (from.current !== null && Math.abs(moved) > SWIPE) step(moved < 0 ? 1 : -1);
            from.current = null;
          }}
        >
          <img
            key={picture.id}
            className={classes.picture}
            src={`${picture.previewUrl}?w=1920`}
            alt={picture.name}
            {...fitted(picture, 1920, 1920)}
          />
          <div className={classes.tools}>
            <button
              type="button"
              className={classes.button}
              aria-label={fileTexts.previous}
              disabled={index === 0}
              onClick={() => step(-1)}
            >
              <IconChevronLeft size={22} aria-hidden="true" />
            </button>
            <span role="status">{fileTexts.which(index + 1, pictures.length)}</span>
            <button
              type="button"
              className={classes.button}
              aria-label={fileTexts.next}
              disabled={index === pictures.length - 1}
              onClick={() => step(1)}
            >
              <IconChevronRight size={22} aria-hidden="true" />
            </button>
            <a
              className={classes.button}
              href={picture.url}
              download={picture.name}
              aria-label={fileTexts.download}
            >
              <IconDownload size={20} aria-hidden="true" />
            </a>
          </div>
        </div>
      </Dialog>
    </div>
  );
}
