import { Button } from '@mantine/core';
import { type ReactNode, useRef, useState } from 'react';
import { PictureInput } from '@/components/PictureInput.tsx';
import { checkPicture } from '@/lib/picture.ts';
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
  function choose(chosen: File) {
    const wrong = checkPicture(chosen);
    setProblem(wrong && texts[wrong]);
    if (!wrong) onChoose(chosen);
  }
  return (
    <fieldset className={classes.picture}>
      <legend>{label}</legend>
      {cover && <img className={classes.cover} {...cover} alt={cover.alt} />}
      <PictureInput ref={input} label={texts.choose} onChoose={choose} />
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
