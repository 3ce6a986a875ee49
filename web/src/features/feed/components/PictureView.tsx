import { PicturesDialog } from '@/components/PicturesDialog.tsx';
import { postTexts } from '@/texts/feed.ts';
import type { PostMedia } from '../types.ts';

/** The widest that is fetched (px). */
const WIDEST = 1024;

type PictureViewProps = { media: readonly PostMedia[]; first: number; onClose: () => void };

/** A post's pictures in full view, with what is to be seen on them. */
export default function PictureView({ media, first, onClose }: PictureViewProps) {
  const which = (index: number) => postTexts.picture(index + 1, media.length);
  return (
    <PicturesDialog
      pictures={media.map((one, index) => ({
        id: one.id,
        src: `${one.url}&w=${WIDEST}`,
        alt: one.alt || which(index),
        width: one.width,
        height: one.height,
        caption: one.alt || undefined,
      }))}
      first={first}
      title={which}
      which={which}
      onClose={onClose}
    />
  );
}
