import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { messageOf } from '@/api/ApiError.ts';
import { api } from '@/api/client.ts';
import { Avatar } from '@/components/Avatar.tsx';
import { PictureInput } from '@/components/PictureInput.tsx';
import { checkPicture } from '@/lib/picture.ts';
import { pictureFieldTexts as texts } from '@/texts/area.ts';
import classes from './PictureField.module.css';

const SIZE = 96;

type PictureFieldProps<T> = {
  /** Whose it is: drawn of the name while there is none. */
  name: string;
  image: string | null;
  /** What fits, and what it is good for. */
  hint: string;
  /** PUT takes it there as `image` of a form, and answers whose it is. */
  path: string;
  onSaved: (owner: T) => void;
};

/** A picture of somebody or something: chosen, looked at, saved. */
export function PictureField<T>({ name, image, hint, path, onSaved }: PictureFieldProps<T>) {
  const input = useRef<HTMLInputElement>(null);
  const [file, setFile] = useState<File | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const preview = useObjectUrl(file);

  const upload = useMutation({
    mutationFn: (chosen: File) => {
      const body = new FormData();
      body.set('image', chosen);
      return api.put<T>(path, body);
    },
    onSuccess: (owner) => {
      setFile(null);
      onSaved(owner);
    },
    onError: (error) => setProblem(messageOf(error)),
  });

  function choose(chosen: File) {
    const wrong = checkPicture(chosen);
    setProblem(wrong && texts[wrong]);
    setFile(wrong ? null : chosen);
  }

  return (
    <div className={classes.picture}>
      {preview ? (
        <img className={classes.preview} src={preview} alt={texts.preview} />
      ) : (
        <Avatar name={name} image={image} size={SIZE} />
      )}
      <div className={classes.actions}>
        <PictureInput ref={input} label={texts.choose} onChoose={choose} />
        <div className={classes.buttons}>
          {file && (
            <Button loading={upload.isPending} onClick={() => upload.mutate(file)}>
              {texts.save}
            </Button>
          )}
          <Button variant="default" onClick={() => input.current?.click()}>
            {image || file ? texts.change : texts.choose}
          </Button>
          {file && (
            <Button variant="subtle" onClick={() => setFile(null)}>
              {texts.cancel}
            </Button>
          )}
        </div>
        <p className={problem ? classes.error : classes.hint} role={problem ? 'alert' : undefined}>
          {problem ?? hint}
        </p>
      </div>
    </div>
  );
}

/** An address for showing a chosen file; given back when it is no longer shown. */
function useObjectUrl(file: File | null): string | null {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    if (!file) return;
    const made = URL.createObjectURL(file);
    setUrl(made);
    return () => {
      URL.revokeObjectURL(made);
      setUrl(null);
    };
  }, [file]);
  return url;
}
