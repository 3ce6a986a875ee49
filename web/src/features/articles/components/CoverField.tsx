import { Button } from '@mantine/core';
import { type ChangeEvent, type ReactNode, useRef, useState } from 'react';
import { checkPicture, PICTURE_TYPES } from '@/lib/picture.ts';
import { pictureFieldTexts } from '@/texts/area.ts';
import { articleEditorTexts as texts } from '@/texts/articles.ts';
import type { Article } from '../types.ts';
import classes from './articles.module.css';

type CoverFieldProps = {
  cover: Article['coverImage'];
  hint: string;
  pending: boolean;
  onChoose: (file: File) => void;
  onRemove: () => void;
  /** What is asked of a picture that is there. */
  children: ReactNode;
};

/** The picture over an article: chosen, and the server's at once. */
export function CoverField({
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
    setProblem(wrong && pictureFieldTexts[wrong]);
    if (!wrong) onChoose(chosen);
  }
  return (
    <fieldset className={classes.picture}>
      <legend>{texts.cover}</legend>
      {cover && (
        <img
          className={classes.cover}
          src={`${cover.url}&w=1024`}
          width={cover.width}
          height={cover.height}
          alt={cover.alt}
        />
      )}
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
          {cover ? texts.changePicture : texts.choose}
        </Button>
        {cover && (
          <Button variant="subtle" disabled={pending} onClick={onRemove}>
            {texts.removePicture}
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
