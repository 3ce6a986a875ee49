import { lazy, Suspense, useState } from 'react';
import { loadPart } from '@/lib/loadPart.ts';
import { postTexts as texts } from '@/texts/feed.ts';
import type { PostMedia } from '../types.ts';
import classes from './pictures.module.css';

const PictureView = lazy(() => loadPart(() => import('./PictureView.tsx')));

/** Shown beside each other; the rest is in the full view. */
const SHOWN = 4;
/** Pixels of a copy, for dense screens. */
const ALONE = 1024;
const BESIDE = 640;

/** A post's pictures. Each has its room before it is there, so that nothing moves when it comes. */
export function PictureGrid({ media }: { media: readonly PostMedia[] }) {
  const [open, setOpen] = useState<number | null>(null);
  const shown = media.slice(0, SHOWN);
  const [first] = shown;
  if (!first) return null;
  const alone = shown.length === 1;
  return (
    <>
      <ul className={classes.grid} data-count={shown.length} aria-label={texts.pictures}>
        {shown.map((one, index) => (
          <li
            key={one.id}
            style={alone ? { aspectRatio: `${one.width} / ${one.height}` } : undefined}
          >
            <button
              type="button"
              className={classes.open}
              aria-label={texts.showPicture(one.alt || texts.picture(index + 1, media.length))}
              onClick={() => setOpen(index)}
            >
              <img
                src={`${one.url}&w=${alone ? ALONE : BESIDE}`}
                alt=""
                width={one.width}
                height={one.height}
                loading="lazy"
                decoding="async"
              />
              {index === SHOWN - 1 && media.length > SHOWN && (
                <span className={classes.rest} aria-hidden="true">
                  +{media.length - SHOWN}
                </span>
              )}
            </button>
          </li>
        ))}
      </ul>
      {open !== null && (
        <Suspense>
          <PictureView media={media} first={open} onClose={() => setOpen(null)} />
        </Suspense>
      )}
    </>
  );
}
