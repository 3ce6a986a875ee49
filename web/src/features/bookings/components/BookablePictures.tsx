import { ApiError } from '@/api/ApiError.ts';
import { PicturesPart } from '@/area/PicturesPart.tsx';
import { bookablePictureTexts as texts } from '@/texts/bookingsPictures.ts';
import { bookingCalls } from '../api.ts';
import type { Bookable } from '../types.ts';
import { isStaleCode } from './BookableForm.tsx';

type BookablePicturesProps = {
  bookable: Bookable;
  onSaved: (bookable: Bookable) => void;
  onReload: () => void;
};

/** The pictures of a bookable, for who manages it. */
export function BookablePictures({ bookable, ...props }: BookablePicturesProps) {
  const { idBookable, pictures } = bookable;
  return (
    <PicturesPart
      pictures={pictures}
      calls={{
        arrange: (all) => bookingCalls.arrange(bookable, all),
        add: (file) => bookingCalls.addPicture(idBookable, file),
        remove: (id) => bookingCalls.removePicture(idBookable, id),
      }}
      lead={texts.lead}
      isStale={(error) => error instanceof ApiError && isStaleCode(error.code)}
      conflict={texts.conflict}
      {...props}
    />
  );
}
