import { lazy, Suspense } from 'react';
import type { Attachment } from '@/api/types.ts';
import { loadWithin } from '@/lib/loadPart.ts';
import { fileTexts } from '@/texts/chat.ts';
import { fitted } from '../lib/files.ts';
import classes from './Attachments.module.css';
import { useMessageActions } from './actions.ts';

const OtherFile = lazy(() => loadWithin(() => import('../voice/OtherFile.tsx')));

/** How large a picture stands in the list (px): one alone, and one of several. */
const ALONE = { width: 360, height: 270 };
const OF_MANY = { width: 160, height: 120 };

interface Props {
  files: readonly Attachment[];
  /** Whose they are. */
  from: string;
}

/** The files of a message: pictures in a grid that has its size before they are there, what plays, and what is downloaded. */
export function Attachments({ files, from }: Props) {
  const actions = useMessageActions();
  const pictures = files.filter((file) => file.previewUrl);
  const others = files.filter((file) => !file.previewUrl);
  const room = pictures.length === 1 ? ALONE : OF_MANY;
  return (
    <div className={classes.files}>
      {pictures.length > 0 && (
        <div className={classes.pictures}>
          {pictures.map((picture, index) => (
            <button
              key={picture.id}
              type="button"
              className={classes.picture}
              aria-label={fileTexts.show(picture.name)}
              onClick={() => actions.showPictures(pictures, index)}
            >
              <img
                src={`${picture.previewUrl}?w=${room === ALONE ? 960 : 480}`}
                alt=""
                loading="lazy"
                decoding="async"
                {...(room === ALONE ? fitted(picture, ALONE.width, ALONE.height) : OF_MANY)}
              />
            </button>
          ))}
        </div>
      )}
      {others.map((file) => (
        <Suspense
          key={file.id}
          fallback={<div className={classes.waiting} data-kind={file.contentType} />}
        >
          <OtherFile file={file} from={from} />
        </Suspense>
      ))}
    </div>
  );
}
