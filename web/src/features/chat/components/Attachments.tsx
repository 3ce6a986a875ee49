import { IconDownload, IconFile } from '@tabler/icons-react';
import { lazy, Suspense } from 'react';
import type { Attachment } from '@/api/types.ts';
import { loadWithin } from '@/lib/loadPart.ts';
import { fileTexts } from '@/texts/chat.ts';
import { fitted, sizeOf } from '../lib/files.ts';
import classes from './Attachments.module.css';
import { useMessageActions } from './actions.ts';

const PdfPage = lazy(() => loadWithin(() => import('../pdf/PdfPage.tsx')));

/** Largest PDF (bytes) whose first page is drawn: it is fetched whole for that. */
const PDF_MAX = 10_000_000;
/** How large a picture stands in the list (px): one alone, and one of several. */
const ALONE = { width: 360, height: 270 };
const OF_MANY = { width: 160, height: 120 };

/** The files of a message: pictures in a grid that has its size before they are there, what plays, and what is downloaded. */
export function Attachments({ files }: { files: readonly Attachment[] }) {
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
        <Other key={file.id} file={file} />
      ))}
    </div>
  );
}

function Other({ file }: { file: Attachment }) {
  if (file.kind === 'VIDEO') {
    return (
      // biome-ignore lint/a11y/useMediaCaption: people's own films have none
      <video
        className={classes.video}
        src={file.url}
        controls
        preload="metadata"
        aria-label={file.name}
      />
    );
  }
  if (file.kind === 'AUDIO') {
    return (
      // biome-ignore lint/a11y/useMediaCaption: people's own recordings have none
      <audio
        className={classes.audio}
        src={file.url}
        controls
        preload="none"
        aria-label={file.name}
      />
    );
  }
  const isShown = file.contentType === 'application/pdf';
  const icon = <IconFile size={24} stroke={1.5} aria-hidden="true" />;
  return (
    <a
      className={classes.file}
      href={file.url}
      {...(isShown ? { target: '_blank', rel: 'noopener' } : { download: file.name })}
    >
      {isShown && file.size <= PDF_MAX ? (
        <span className={classes.page}>
          <Suspense fallback={icon}>
            <PdfPage url={file.url}>{icon}</PdfPage>
          </Suspense>
        </span>
      ) : (
        icon
      )}
      <span className={classes.words}>
        <span className={classes.name}>{file.name}</span>
        <span className={classes.size}>{sizeOf(file.size)}</span>
      </span>
      {!isShown && <IconDownload size={18} aria-hidden="true" />}
    </a>
  );
}
