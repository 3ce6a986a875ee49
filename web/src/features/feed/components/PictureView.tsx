import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useState } from 'react';
import { Dialog } from '@/components/Dialog.tsx';
import { postTexts } from '@/texts/feed.ts';
import { postDoing as texts } from '@/texts/posting.ts';
import type { PostMedia } from '../types.ts';
import classes from './pictures.module.css';

const WIDEST = 1024;

type PictureViewProps = { media: readonly PostMedia[]; first: number; onClose: () => void };

/** A post's pictures one at a time, with what is to be seen on them: by arrow key or button. */
export default function PictureView({ media, first, onClose }: PictureViewProps) {
  const [index, setIndex] = useState(first);
  const one = media[index];
  if (!one) return null;
  const step = (by: number) =>
    setIndex((held) => Math.min(Math.max(held + by, 0), media.length - 1));
  const which = postTexts.picture(index + 1, media.length);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the buttons do the same
    <div
      onKeyDown={(event) => {
        if (event.key === 'ArrowRight') step(1);
        else if (event.key === 'ArrowLeft') step(-1);
      }}
    >
      <Dialog title={which} onClose={onClose}>
        <figure className={classes.stage}>
          <img
            key={one.id}
            className={classes.full}
            src={`${one.url}&w=${WIDEST}`}
            alt={one.alt || which}
            width={one.width}
            height={one.height}
          />
          {one.alt && <figcaption className={classes.caption}>{one.alt}</figcaption>}
        </figure>
        {media.length > 1 && (
          <div className={classes.tools}>
            <button
              type="button"
              aria-label={texts.previous}
              disabled={index === 0}
              onClick={() => step(-1)}
            >
              <IconChevronLeft size={22} aria-hidden="true" />
            </button>
            <span role="status">{which}</span>
            <button
              type="button"
              aria-label={texts.next}
              disabled={index === media.length - 1}
              onClick={() => step(1)}
            >
              <IconChevronRight size={22} aria-hidden="true" />
            </button>
          </div>
        )}
      </Dialog>
    </div>
  );
}
