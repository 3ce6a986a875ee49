import { Button } from '@mantine/core';
import { IconPhotoPlus } from '@tabler/icons-react';
import { type ChangeEvent, type Ref, useRef, useState } from 'react';
import { messageOf } from '@/api/ApiError.ts';
import { checkPicture, PICTURE_TYPES } from '@/lib/picture.ts';
import { pictureFieldTexts } from '@/texts/area.ts';
import { composerTexts as texts } from '@/texts/posting.ts';
import { feedCalls } from '../api.ts';
import type { DraftPicture } from '../begun.ts';
import { PICTURES_MAX } from '../draft.ts';

type Adding = {
  /** How many there are already. */
  count: number;
  /** How many are on their way. */
  adding: number;
  add: (files: readonly File[]) => Promise<void>;
};

/** Brings chosen pictures to the server, one after another; each is told of as it comes. */
export function useAddPictures(
  count: number,
  onAdded: (picture: DraftPicture) => void,
  onProblem: (problem: string | null) => void,
): Adding {
  const [adding, setAdding] = useState(0);
  const add = async (files: readonly File[]) => {
    const room = PICTURES_MAX - count;
    onProblem(files.length > room ? texts.tooMany : null);
    const chosen = files.slice(0, room);
    setAdding((held) => held + chosen.length);
    for (const file of chosen) {
      const wrong = checkPicture(file);
      try {
        if (wrong) onProblem(pictureFieldTexts[wrong]);
        else {
          const { id, url } = await feedCalls.sendPicture(file);
          onAdded({ id, url, alt: '' });
        }
      } catch (error) {
        onProblem(messageOf(error));
      } finally {
        setAdding((held) => held - 1);
      }
    }
  };
  return { count, adding, add };
}

type AddPicturesProps = { pictures: Adding; button?: Ref<HTMLButtonElement> };

export function AddPictures({ pictures: { count, adding, add }, button }: AddPicturesProps) {
  const chooser = useRef<HTMLInputElement>(null);
  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    const files = [...(event.currentTarget.files ?? [])];
    event.currentTarget.value = '';
    void add(files);
  };
  return (
    <>
      <input
        ref={chooser}
        type="file"
        hidden
        multiple
        accept={PICTURE_TYPES.join(',')}
        aria-label={texts.addPicture}
        onChange={choose}
      />
      <Button
        ref={button}
        variant="default"
        leftSection={<IconPhotoPlus size={18} stroke={1.75} aria-hidden="true" />}
        loading={adding > 0}
        disabled={count >= PICTURES_MAX}
        onClick={() => chooser.current?.click()}
      >
        {texts.addPicture}
      </Button>
    </>
  );
}
