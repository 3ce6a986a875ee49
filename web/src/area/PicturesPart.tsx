import { Button, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { messageOf } from '@/api/ApiError.ts';
import { PictureInput } from '@/components/PictureInput.tsx';
import { toast } from '@/components/toast.ts';
import { textOf } from '@/hooks/useSubmit.ts';
import { checkPicture } from '@/lib/picture.ts';
import { pictureFieldTexts } from '@/texts/area.ts';
import { picturesTexts as texts } from '@/texts/pictures.ts';
import { Form } from './Form.tsx';
import classes from './PicturesPart.module.css';
import {
  described,
  MOST_PICTURES,
  moved,
  type SaidPicture,
  type ShownPicture,
  srcOf,
} from './pictures.ts';

/** Most of what is said of a picture (characters). */
const ALT_MAX = 300;

/** What changes the pictures of something on the server; each answers it as it stands then. */
export type PictureCalls<T> = {
  /** Its pictures in that order, with those texts. */
  arrange: (pictures: SaidPicture[]) => Promise<T>;
  add: (file: File) => Promise<T>;
  remove: (id: string) => Promise<T>;
};

type PicturesPartProps<T> = {
  pictures: readonly ShownPicture[];
  calls: PictureCalls<T>;
  /** Where they are seen, and what fits. */
  lead: string;
  /** Whether somebody else has changed it meanwhile, and what is said then. */
  isStale: (error: unknown) => boolean;
  conflict: string;
  /** It has changed on the server. */
  onSaved: (owner: T) => void;
  /** Somebody else has changed it: what stands now is wanted. */
  onReload: () => void;
};

/** The pictures of something, for who looks after it: each change is the server's at once. */
export function PicturesPart<T>(props: PicturesPartProps<T>) {
  const { pictures, calls, lead, isStale, conflict, onSaved, onReload } = props;
  const change = useMutation({
    mutationFn: (act: () => Promise<T>) => act(),
    onSuccess: onSaved,
    onError: (error) => {
      const stale = isStale(error);
      if (stale) onReload();
      toast({ type: 'error', message: stale ? conflict : messageOf(error) });
    },
  });
  const order = (n: number, by: -1 | 1) =>
    change.mutate(() => calls.arrange(moved(pictures, n, by)));
  const remove = (id: string) =>
    change.mutate(() => calls.remove(id), {
      onSuccess: () => toast({ type: 'success', message: texts.removed }),
    });
  return (
    <>
      <p className={classes.faint}>{lead}</p>
      {pictures.length === 0 && <p>{texts.none}</p>}
      {pictures.length > 0 && (
        <ol className={classes.list} aria-label={texts.title}>
          {pictures.map((one, n) => (
            <li key={one.id} className={classes.picture}>
              <img src={srcOf(one, 512)} width={one.width} height={one.height} alt={one.alt} />
              <AltForm
                pictures={pictures}
                picture={one}
                arrange={calls.arrange}
                onSaved={onSaved}
              />
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
          onChoose={(file) => change.mutate(() => calls.add(file))}
        />
      ) : (
        <p className={classes.faint}>{texts.full}</p>
      )}
    </>
  );
}

type AltFormProps<T> = {
  pictures: readonly ShownPicture[];
  picture: ShownPicture;
  arrange: PictureCalls<T>['arrange'];
  onSaved: (owner: T) => void;
};

function AltForm<T>({ pictures, picture: { id, alt }, arrange, onSaved }: AltFormProps<T>) {
  return (
    <Form
      submit={texts.save}
      send={(values) => arrange(described(pictures, id, textOf(values, 'alt')))}
      done={(saved: T) => {
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
  function choose(chosen: File) {
    const wrong = checkPicture(chosen);
    setProblem(wrong && pictureFieldTexts[wrong]);
    if (!wrong) onChoose(chosen);
  }
  return (
    <div>
      <PictureInput ref={input} label={texts.add} onChoose={choose} />
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
