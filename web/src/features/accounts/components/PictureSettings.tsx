import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ChangeEvent, useEffect, useRef, useState } from 'react';
import { messageOf } from '@/api/ApiError.ts';
import { api } from '@/api/client.ts';
import type { User } from '@/api/types.ts';
import { Avatar } from '@/components/Avatar.tsx';
import { Card } from '@/components/Card.tsx';
import { toast } from '@/components/toast.ts';
import { checkPicture, PICTURE_TYPES } from '@/lib/picture.ts';
import { accountTexts } from '@/texts/accounts.ts';
import { meQuery } from '../api.ts';
import classes from './settings.module.css';

const texts = accountTexts.settings;
const SIZE = 96;

export function PictureSettings({ me }: { me: User }) {
  const client = useQueryClient();
  const input = useRef<HTMLInputElement>(null);
  const [file, setFile] = useState<File | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const preview = useObjectUrl(file);

  const upload = useMutation({
    mutationFn: (image: File) => {
      const body = new FormData();
      body.set('image', image);
      return api.put<User>('/api/v1/me/image', body);
    },
    onSuccess: (user) => {
      client.setQueryData(meQuery.queryKey, user);
      setFile(null);
      toast({ type: 'success', message: texts.pictureSaved });
    },
    onError: (error) => setProblem(messageOf(error)),
  });

  function choose(event: ChangeEvent<HTMLInputElement>) {
    const chosen = event.currentTarget.files?.[0] ?? null;
    // The same file can be chosen again after a failure.
    event.currentTarget.value = '';
    if (!chosen) return;
    const wrong = checkPicture(chosen);
    setProblem(wrong && texts[wrong]);
    setFile(wrong ? null : chosen);
  }

  return (
    <Card id="picture" title={texts.picture}>
      <div className={classes.picture}>
        {preview ? (
          <img className={classes.preview} src={preview} alt={texts.preview} />
        ) : (
          <Avatar name={me.displayName} image={me.profileImage} size={SIZE} person />
        )}
        <div className={classes.pictureActions}>
          <input
            ref={input}
            type="file"
            hidden
            accept={PICTURE_TYPES.join(',')}
            aria-label={texts.choosePicture}
            onChange={choose}
          />
          <div className={classes.buttons}>
            {file && (
              <Button loading={upload.isPending} onClick={() => upload.mutate(file)}>
                {texts.savePicture}
              </Button>
            )}
            <Button variant="default" onClick={() => input.current?.click()}>
              {me.profileImage || file ? texts.changePicture : texts.choosePicture}
            </Button>
            {file && (
              <Button variant="subtle" onClick={() => setFile(null)}>
                {texts.cancel}
              </Button>
            )}
          </div>
          <p
            className={problem ? classes.error : classes.hint}
            role={problem ? 'alert' : undefined}
          >
            {problem ?? texts.pictureHint}
          </p>
        </div>
      </div>
    </Card>
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
