import type { Attachment } from '@/api/types.ts';
import { PicturesDialog } from '@/components/PicturesDialog.tsx';
import { pictureTexts } from '@/texts/pictures.ts';
import { fitted } from '../lib/files.ts';

/** The widest that is fetched (px). */
const WIDEST = 1920;

interface Props {
  pictures: readonly Attachment[];
  first: number;
  onClose: () => void;
}

/** Pictures of a message in full view. */
export default function PictureView({ pictures, first, onClose }: Props) {
  return (
    <PicturesDialog
      pictures={pictures.map((picture) => ({
        id: picture.id,
        src: `${picture.previewUrl}?w=${WIDEST}`,
        alt: picture.name,
        file: { url: picture.url, name: picture.name },
        ...fitted(picture, WIDEST, WIDEST),
      }))}
      first={first}
      title={(index) => pictures[index]?.name ?? ''}
      which={(index) => pictureTexts.which(index + 1, pictures.length)}
      onClose={onClose}
    />
  );
}
