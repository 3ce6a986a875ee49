import { type RefObject, useState } from 'react';
import { messageOf } from '@/api/ApiError.ts';
import { applyChange } from '@/lib/editText.ts';
import { checkPicture } from '@/lib/picture.ts';
import { type TextPicture, withPicture } from '@/lib/textPictures.ts';
import { pictureFieldTexts, textPictureTexts as texts } from '@/texts/area.ts';

/** Nobody's next key goes into another field than the one they write in. */
const isWritingElsewhere = (area: HTMLTextAreaElement) =>
  document.activeElement !== area &&
  document.activeElement?.matches('textarea, input:not([type=file]), select') === true;

type Told = { message: string; isTrouble: boolean };

/** Pictures that are brought into a text: each as a line of its own where the cursor is when it has come. */
export function useTextPictures(
  add: (picture: File) => Promise<TextPicture>,
  field: RefObject<HTMLTextAreaElement | null>,
  onChange: (text: string) => void,
) {
  const [added, setAdded] = useState<readonly TextPicture[]>([]);
  const [told, setTold] = useState<Told | null>(null);
  const failed = (message: string) => setTold({ message, isTrouble: true });

  async function bring(picture: File) {
    const wrong = checkPicture(picture);
    if (wrong) return failed(pictureFieldTexts[wrong]);
    setTold({ message: texts.adding, isTrouble: false });
    try {
      const kept = await add(picture);
      setAdded((before) => [...before, kept]);
      const area = field.current;
      // Another text was opened meanwhile: it is gone in a day.
      if (!area?.isConnected) return;
      const { value: text, selectionStart: start, selectionEnd: end } = area;
      const next = withPicture({ text, from: start, to: end }, kept.id);
      setTold({ message: texts.added, isTrouble: false });
      if (isWritingElsewhere(area)) return onChange(next.text);
      const insert = next.text.slice(start, next.text.length - (text.length - end));
      applyChange(area, { start, end, insert, selectFrom: next.from, selectTo: next.to });
    } catch (error) {
      failed(texts.failed(messageOf(error)));
    }
  }

  return { added, told, bring };
}
