import { type RefObject, useState } from 'react';
import { messageOf } from '@/api/ApiError.ts';
import { applyChange } from '@/lib/editText.ts';
import { checkPicture } from '@/lib/picture.ts';
import { pictureFieldTexts } from '@/texts/area.ts';
import { lessonEditTexts as texts } from '@/texts/courses.ts';
import { courseCalls } from '../api.ts';
import type { CoursePicture } from '../types.ts';
import { withPicture } from './toolbar.ts';

/** Nobody's next key goes into another field than the one they write in. */
const isWritingElsewhere = (area: HTMLTextAreaElement) =>
  document.activeElement !== area &&
  document.activeElement?.matches('textarea, input:not([type=file]), select') === true;

type Told = { message: string; isTrouble: boolean };

/** Pictures that are brought into a text: each as a line of its own where the cursor is when it has come. */
export function usePictures(
  courseId: number,
  field: RefObject<HTMLTextAreaElement | null>,
  onChange: (text: string) => void,
) {
  const [added, setAdded] = useState<readonly CoursePicture[]>([]);
  const [told, setTold] = useState<Told | null>(null);
  const failed = (message: string) => setTold({ message, isTrouble: true });

  async function bring(picture: File) {
    const wrong = checkPicture(picture);
    if (wrong) return failed(pictureFieldTexts[wrong]);
    setTold({ message: texts.pictureAdding, isTrouble: false });
    try {
      const kept = await courseCalls.addPicture(courseId, picture);
      setAdded((before) => [...before, kept]);
      const area = field.current;
      // Another lesson was opened meanwhile: it is gone in a day.
      if (!area?.isConnected) return;
      const { value: text, selectionStart: start, selectionEnd: end } = area;
      const next = withPicture({ text, from: start, to: end }, kept.id);
      setTold({ message: texts.pictureAdded, isTrouble: false });
      if (isWritingElsewhere(area)) return onChange(next.text);
      const insert = next.text.slice(start, next.text.length - (text.length - end));
      applyChange(area, { start, end, insert, selectFrom: next.from, selectTo: next.to });
    } catch (error) {
      failed(texts.pictureFailed(messageOf(error)));
    }
  }

  return { added, told, bring };
}
