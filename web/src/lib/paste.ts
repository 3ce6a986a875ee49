/** Pastes as people mean it (pasting.ts). Loaded with the first paste that the browser would not do so itself. */
import { toast } from '@/components/toast.ts';
import { pasteTexts as texts } from '@/texts/paste.ts';
import { applyChange, insertText } from './editText.ts';
import { type Clip, pasted } from './pasting.ts';

/** Long enough to be read and reached (ms). */
const OFFERED_MS = 12_000;
/** The picture beside what was pasted last: a word that still stands is not said anew. */
let asPicture = () => {};

/** `attach` takes files; without it there is no place for them. */
export function paste(
  field: HTMLTextAreaElement,
  clip: Clip<File>,
  attach?: (files: readonly File[]) => void,
) {
  const { value, selectionStart: start, selectionEnd: end } = field;
  const act = pasted(attach ? clip : { ...clip, files: [] }, { value, start, end });
  if (act.kind === 'attach') {
    attach?.(act.files);
    return;
  }
  const { change, pictures } = act;
  applyChange(field, change);
  if (!attach || pictures.length === 0) return;
  asPicture = () => {
    // In place of the text, if that still stands as it was pasted.
    const { start: from, insert } = change;
    if (field.isConnected && field.value.startsWith(insert, from))
      insertText(field, from, from + insert.length, '');
    attach(pictures);
  };
  toast({
    type: 'info',
    message: texts.asText,
    duration: OFFERED_MS,
    action: { label: texts.asPicture, run: () => asPicture() },
  });
}
