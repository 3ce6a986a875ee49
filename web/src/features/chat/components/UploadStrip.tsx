import { IconFile, IconRefresh, IconX } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { chatTexts } from '@/texts/chat.ts';
import { uploadTexts } from '@/texts/uploads.ts';
import { isHeic, sizeOf } from '../lib/files.ts';
import classes from './UploadStrip.module.css';
import type { Upload } from './useUploads.ts';

interface Props {
  uploads: readonly Upload[];
  onRemove: (key: string) => void;
  onRetry: (key: string) => void;
}

/** What goes with the message, above its field. */
export default function UploadStrip({ uploads, onRemove, onRetry }: Props) {
  return (
    <ul className={classes.strip} aria-label={uploadTexts.chosen}>
      {uploads.map((one) => (
        <li key={one.key} className={classes.file} data-failed={one.reason !== null || undefined}>
          <Glimpse file={one.file} />
          <span className={classes.words}>
            <span className={classes.name}>{one.file.name}</span>
            <State upload={one} />
          </span>
          {one.reason !== null && one.attachment === null && !one.refused && (
            <button
              type="button"
              className={classes.button}
              aria-label={uploadTexts.again(one.file.name)}
              onClick={() => onRetry(one.key)}
            >
              <IconRefresh size={16} aria-hidden="true" />
            </button>
          )}
          <button
            type="button"
            className={classes.button}
            aria-label={uploadTexts.remove(one.file.name)}
            onClick={() => onRemove(one.key)}
          >
            <IconX size={16} aria-hidden="true" />
          </button>
        </li>
      ))}
    </ul>
  );
}

function State({ upload: { file, reason, attachment, progress, waits } }: { upload: Upload }) {
  if (reason !== null) {
    return (
      <span className={classes.reason} role="alert">
        {reason}
      </span>
    );
  }
  if (attachment === null && waits) {
    return (
      <span className={classes.size} role="status">
        {uploadTexts.waits}
      </span>
    );
  }
  if (attachment === null) {
    return (
      <progress className={classes.progress} value={progress} aria-label={chatTexts.sending} />
    );
  }
  return (
    <span className={classes.size}>{isHeic(file.name) ? uploadTexts.heic : sizeOf(file.size)}</span>
  );
}

/** The picture itself, as the browser has it. */
function Glimpse({ file }: { file: File }) {
  const [address, setAddress] = useState<string | null>(null);
  useEffect(() => {
    if (!/^image\/(jpeg|png|webp|gif)$/.test(file.type)) return;
    const made = URL.createObjectURL(file);
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  return address ? (
    <img className={classes.glimpse} src={address} alt="" />
  ) : (
    <span className={classes.glimpse} aria-hidden="true">
      <IconFile size={20} />
    </span>
  );
}
