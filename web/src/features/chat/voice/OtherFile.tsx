import { IconDownload, IconFile } from '@tabler/icons-react';
import type { Attachment } from '@/api/types.ts';
import { sizeOf } from '@/lib/sizes.ts';
import PdfPage from '../pdf/PdfPage.tsx';
import AudioPlayer from './AudioPlayer.tsx';
import classes from './OtherFile.module.css';

/** Largest PDF (bytes) whose first page is shown: it is fetched whole for that. */
const PAGE_MAX = 10_000_000;

/** Whether its first page stands beside its name. */
const hasPage = ({ contentType, size }: { contentType: string; size: number }): boolean =>
  contentType === 'application/pdf' && size <= PAGE_MAX;

interface Props {
  file: Attachment;
  /** Whose it is. */
  from: string;
}

/** A file that is no picture: it plays where it stands, or is opened or downloaded. */
export default function OtherFile({ file, from }: Props) {
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
  if (file.kind === 'AUDIO') return <AudioPlayer file={file} from={from} />;
  const isShown = file.contentType === 'application/pdf';
  const icon = <IconFile size={24} stroke={1.5} aria-hidden="true" />;
  return (
    <a
      className={classes.file}
      href={file.url}
      {...(isShown ? { target: '_blank', rel: 'noopener' } : { download: file.name })}
    >
      {hasPage(file) ? (
        <span className={classes.page}>
          <PdfPage url={file.url}>{icon}</PdfPage>
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
