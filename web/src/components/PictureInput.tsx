import type { RefObject } from 'react';
import { PICTURE_TYPES } from '@/lib/picture.ts';

type PictureInputProps = {
  /** A button clicks it. */
  ref: RefObject<HTMLInputElement | null>;
  label: string;
  onChoose: (picture: File) => void;
};

/** The browser's chooser of a picture, which is not seen. */
export function PictureInput({ ref, label, onChoose }: PictureInputProps) {
  return (
    <input
      ref={ref}
      type="file"
      hidden
      accept={PICTURE_TYPES.join(',')}
      aria-label={label}
      onChange={({ currentTarget }) => {
        const [picture] = currentTarget.files ?? [];
        // The same file can be chosen again after a failure.
        currentTarget.value = '';
        if (picture) onChoose(picture);
      }}
    />
  );
}
