import { Button, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type ChangeEvent, useRef, useState } from 'react';
import { ApiError, messageOf } from '@/api/ApiError.ts';
import { Form } from '@/area/Form.tsx';
import { toast } from '@/components/toast.ts';
import { textOf } from '@/hooks/useSubmit.ts';
import { checkPicture, PICTURE_TYPES } from '@/lib/picture.ts';
import { pictureFieldTexts } from '@/texts/area.ts';
import { bookablePictureTexts as texts } from '@/texts/bookingsPictures.ts';
import { bookingCalls } from '../api.ts';
import { described, MOST_PICTURES, moved, srcOf } from '../pictures.ts';
import type { Bookable, BookablePicture } from '../types.ts';
import { isStaleCode } from './BookableForm.tsx';
import classes from './pictures.module.css';

/** Most of what is said of a picture (characters). */
const ALT_MAX = 300;

type PicturesPartProps = {
  bookable: Bookable;
  /** It has changed on the server. */
  onSaved: (bookable: Bookable) => void;
  /** Somebody else has changed it: what stands now is wanted. */
  onReload: () => void;
};

/** The pictures of a bookable, for who manages it: each change is the server's at once. */
export function PicturesPart({ bookable, onSaved, onReload }: PicturesPartProps) {
  const { idBookable, pictures } = bookable;
  const change = useMutation({
    mutationFn: (act: () => Promise<Bookable>) => act(),
    onSuccess: onSaved,
    onError: (error) => {
      const isStale = error instanceof ApiError && isStaleCode(error.code);
      if (isStale) onReload();
      toast({ type: 'error', message: isStale ? texts.conflict : messageOf(error) });
    },
  });
  const order = (n: number, by: -1 | 1) =>
    change.mutate(() => bookingCalls.arrange(bookable, moved(pictures, n, by)));
  const remove = (id: string) =>
    change.mutate(() => bookingCalls.removePicture(idBookable, id), {
      onSuccess: () => toast({ type: 'success', message: texts.removed }),
    });
  return (
    <>
      <p className={classes.faint}>{texts.lead}</p>
      {pictures.length === 0 && <p>{texts.none}</p>}
      {pictures.length > 0 && (
        <ol className={classes.list} aria-label={texts.title}>
          {pictures.map((one, n) => (
            <li key={one.id} className={classes.picture}>
              <img src={srcOf(one, 512)} width={one.width} height={one.height} alt={one.alt} />
              <AltForm bookable={bookable} picture={one} onSaved={onSaved} />
              <div className={classes.buttons}>
                {(
                  [
                    [texts.earlier, -1, n > 0],
                    [texts.later, 1, n < pictures.length - 1],
                  ] as const
                ).map(
                  ([act, by, isPossible]) =>
                    isPossible && (
                      <Button
                        key={act}
                        variant="default"
                        disabled={change.isPending}
                        aria-label={texts.of(act, n + 1)}
                        onClick={() => order(n, by)}
                      >
                        {act}
                      </Button>
                    ),
                )}
                <Button
                  variant="subtle"
                  disabled={change.isPending}
                  aria-label={texts.of(texts.remove, n + 1)}
                  onClick={() => remove(one.id)}
                >
                  {texts.remove}
                </Button>
              </div>
            </li>
          ))}
        </ol>
      )}
      {pictures.length < MOST_PICTURES ? (
        <AddPicture
          pending={change.isPending}
          onChoose={(file) => change.mutate(() => bookingCalls.addPicture(idBookable, file))}
        />
      ) : (
        <p className={classes.faint}>{texts.full}</p>
      )}
    </>
  );
}

type AltFormProps = {
  bookable: Bookable;
  picture: BookablePicture;
  onSaved: (bookable: Bookable) => void;
};

function AltForm({ bookable, picture: { id, alt }, onSaved }: AltFormProps) {
  return (
    <Form
      submit={texts.save}
      send={(values) =>
        bookingCalls.arrange(bookable, described(bookable.pictures, id, textOf(values, 'alt')))
      }
      done={(saved: Bookable) => {
        toast({ type: 'success', message: texts.saved });
        onSaved(saved);
      }}
    >
      {(field) => (
        <TextInput
          label={texts.alt}
          description={texts.altHint}
          maxLength={ALT_MAX}
          defaultValue={alt}
          {...field('alt')}
        />
      )}
    </Form>
  );
}

type AddPictureProps = { pending: boolean; onChoose: (file: File) => void };

function AddPicture({ pending, onChoose }: AddPictureProps) {
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
    <div>
      <input
        ref={input}
        type="file"
        hidden
        accept={PICTURE_TYPES.join(',')}
        aria-label={texts.add}
        onChange={choose}
      />
      <Button variant="default" loading={pending} onClick={() => input.current?.click()}>
        {texts.add}
      </Button>
      {problem && (
        <p className={classes.error} role="alert">
          {problem}
        </p>
      )}
    </div>
  );
}
