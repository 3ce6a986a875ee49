import { IconFile, IconRefresh, IconX } from '@tabler/icons-react';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useOnline } from '@/hooks/useOnline.ts';
import { loadPart } from '@/lib/loadPart.ts';
import { sizeOf } from '@/lib/sizes.ts';
import { chatTexts } from '@/texts/chat.ts';
import { uploadTexts } from '@/texts/uploads.ts';
import type { Upload } from '../lib/draftFiles.ts';
import { isHeic } from '../lib/files.ts';
import classes from './UploadStrip.module.css';
import { useStable } from './useStable.ts';

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
              <Glimpse upload={one} />
              <span className={classes.words}>
                <span className={classes.name}>{one.name}</span>
                <State upload={one} />
              </span>
            </>
          )}
          {isStuck(one) && (
            <button
              type="button"
              className={classes.button}
              aria-label={uploadTexts.again(one.name)}
              onClick={() => onRetry(one.key)}
            >
              <IconRefresh size={16} aria-hidden="true" />
            </button>
          )}
          <button
            type="button"
            className={classes.button}
            aria-label={uploadTexts.remove(one.name)}
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
  const { name, reason, attachment, progress, waits } = upload;
  const online = useOnline();
  if (reason !== null) {
    return (
      <span className={classes.reason} role="alert">
        {isStuck(upload) && !online ? uploadTexts.offline : reason}
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
    <span className={classes.size}>
      {isHeic(name) ? uploadTexts.heic : sizeOf(upload.file?.size ?? attachment.size)}
    </span>
  );
}

/** The picture itself, as the browser has it; chosen before the page was loaded anew, as the server has it. */
function Glimpse({ upload: { file, attachment } }: { upload: Upload }) {
  const [address, setAddress] = useState(file ? null : (attachment?.previewUrl ?? null));
  useEffect(() => {
    if (!file || !/^image\/(jpeg|png|webp|gif)$/.test(file.type)) return;
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
