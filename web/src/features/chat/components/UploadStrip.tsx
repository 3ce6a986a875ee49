import { IconFile, IconRefresh, IconX } from '@tabler/icons-react';
import { lazy, Suspense, useEffect, useState } from 'react';
import { loadPart } from '@/lib/loadPart.ts';
// What brings them comes with what shows them, also while there is a network.
import '@/api/upload.ts';
import { chatTexts } from '@/texts/chat.ts';
import { uploadTexts } from '@/texts/uploads.ts';
import { isHeic, sizeOf } from '../lib/files.ts';
import classes from './UploadStrip.module.css';
import { useStable } from './useStable.ts';
import type { Upload } from './useUploads.ts';

const AudioPlayer = lazy(() => loadPart(() => import('../voice/AudioPlayer.tsx')));

interface Props {
  uploads: readonly Upload[];
  onRemove: (key: string) => void;
  onRetry: (key: string) => void;
}

/** What goes with the message, above its field. */
export default function UploadStrip({ uploads, onRemove, onRetry }: Props) {
  // What could not be reached is tried again once there is a network.
  const retry = useStable(() => {
    for (const one of uploads) if (isStuck(one)) onRetry(one.key);
  });
  useEffect(() => {
    window.addEventListener('online', retry);
    return () => window.removeEventListener('online', retry);
  }, [retry]);
  return (
    <ul className={classes.strip} aria-label={uploadTexts.chosen}>
      {uploads.map((one) => (
        <li
          key={one.key}
          className={classes.file}
          data-failed={one.reason !== null || undefined}
          data-sound={one.attachment?.kind === 'AUDIO' || undefined}
        >
          {one.attachment?.kind === 'AUDIO' ? (
            // From where it lies: so what is heard is what is sent, and the page may play nothing but what is the server's.
            <Suspense fallback={<span className={classes.sound} />}>
              <AudioPlayer file={one.attachment} from={null} />
            </Suspense>
          ) : (
            <>
              <Glimpse file={one.file} />
              <span className={classes.words}>
                <span className={classes.name}>{one.file.name}</span>
                <State upload={one} />
              </span>
            </>
          )}
          {isStuck(one) && (
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

/** It may come through another time. */
const isStuck = ({ reason, refused }: Upload) => reason !== null && !refused;

function State({ upload }: { upload: Upload }) {
  const { file, reason, attachment, progress, waits } = upload;
  if (reason !== null) {
    return (
      <span className={classes.reason} role="alert">
        {isStuck(upload) && !navigator.onLine ? uploadTexts.offline : reason}
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
