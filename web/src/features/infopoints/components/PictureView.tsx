import { PicturesDialog } from '@/components/PicturesDialog.tsx';
import { infopointPageTexts as texts } from '@/texts/infopoints.ts';
import type { Picture } from '../types.ts';

/** The widest that is fetched (px). */
const WIDEST = 1024;

type PictureViewProps = { pictures: readonly Picture[]; first: number; onClose: () => void };

/** A place's pictures in full view. */
export default function PictureView({ pictures, first, onClose }: PictureViewProps) {
  const which = (index: number) => texts.picture(index + 1, pictures.length);
  return (
    <PicturesDialog
      pictures={pictures.map(({ image, url, alt, width, height }, index) => ({
        id: image,
        src: `${url}&w=${WIDEST}`,
        alt: alt || which(index),
        width,
        height,
        ...(alt && { caption: alt }),
      }))}
      first={first}
      title={which}
      which={which}
      onClose={onClose}
    />
  );
}
