import { Button } from '@mantine/core';
import { type ChangeEvent, type ReactNode, useRef, useState } from 'react';
import { checkPicture, PICTURE_TYPES } from '@/lib/picture.ts';
import { pictureFieldTexts as texts } from '@/texts/area.ts';
import classes from './CoverField.module.css';

type CoverFieldProps = {
  label: string;
  /** As it is shown; null: there is none. */
  cover: { src: string; width?: number; height?: number; alt: string } | null;
  hint: string;
  pending: boolean;
  onChoose: (file: File) => void;
  onRemove: () => void;
  /** What is asked of a picture that is there. */
  children?: ReactNode;
};

/** The picture over something: chosen, and the server's at once. */
export function CoverField({
  label,
  cover,
  hint,
  pending,
  onChoose,
  onRemove,
  children,
}: CoverFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState<string | null>(null);
  function choose(event: ChangeEvent<HTMLInputElement>) {
    const chosen = event.currentTarget.files?.[0];
    // The same file can be chosen again after a failure.
    event.currentTarget.value = '';
    if (!chosen) return;
    const wrong = checkPicture(chosen);
    setProblem(wrong && texts[wrong]);
    if (!wrong) onChoose(chosen);
  }
  return (
    <fieldset className={classes.picture}>
      <legend>{label}</legend>
      {cover && <img className={classes.cover} {...cover} alt={cover.alt} />}
      <input
        ref={input}
        type="file"
        hidden
        accept={PICTURE_TYPES.join(',')}
        aria-label={texts.choose}
        onChange={choose}
      />
      <div className={classes.buttons}>
        <Button variant="default" loading={pending} onClick={() => input.current?.click()}>
          {cover ? texts.change : texts.choose}
        </Button>
        {cover && (
          <Button variant="subtle" disabled={pending} onClick={onRemove}>
            {texts.remove}
          </Button>
        )}
      </div>
      <p className={problem ? classes.error : classes.hint} role={problem ? 'alert' : undefined}>
        {problem ?? hint}
      </p>
      {cover && children}
    </fieldset>
  );
}
