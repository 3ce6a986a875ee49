import '@mantine/core/styles/ActionIcon.layer.css';
import { ActionIcon, TextInput } from '@mantine/core';
import { IconChevronLeft, IconChevronRight, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import hidden from '@/components/spoken.module.css';
import { composerTexts as texts } from '@/texts/posting.ts';
import type { DraftPicture } from '../begun.ts';
import { moved } from '../draft.ts';
import classes from './composer.module.css';

const ALT_MAX = 1_000;
const GLIMPSE = 256;

type ComposerPicturesProps = {
  pictures: readonly DraftPicture[];
  onChange: (pictures: DraftPicture[]) => void;
};

/** The post's pictures, in order: dragged, or moved by buttons; each with what is to be seen on it. */
export default function ComposerPictures({ pictures, onChange }: ComposerPicturesProps) {
  const [dragged, setDragged] = useState<number | null>(null);
  const [said, setSaid] = useState('');
  const move = (from: number, to: number) => {
    onChange(moved(pictures, from, to));
    setSaid(texts.moved(to + 1));
  };
  return (
    <>
      <ol className={classes.pictures} aria-label={texts.pictures}>
        {pictures.map((one, index) => (
          <li
            key={one.id}
            className={classes.picture}
            data-dragged={dragged === index || undefined}
            onDragOver={(event) => dragged !== null && event.preventDefault()}
            onDrop={(event) => {
              if (dragged === null) return;
              event.preventDefault();
              if (dragged !== index) move(dragged, index);
              setDragged(null);
            }}
          >
            <img
              className={classes.glimpse}
              src={`${one.url}&w=${GLIMPSE}`}
              alt={one.alt}
              width={96}
              height={96}
              draggable
              onDragStart={(event) => {
                event.dataTransfer.effectAllowed = 'move';
                setDragged(index);
              }}
              onDragEnd={() => setDragged(null)}
            />
            <div className={classes.about}>
              <TextInput
                label={texts.alt(index + 1)}
                description={texts.altHint}
                maxLength={ALT_MAX}
                value={one.alt}
                onChange={(event) => {
                  const alt = event.currentTarget.value;
                  onChange(pictures.map((other) => (other === one ? { ...one, alt } : other)));
                }}
              />
              <div className={classes.moves}>
                <ActionIcon
                  variant="subtle"
                  size="lg"
                  aria-label={texts.earlier(index + 1)}
                  disabled={index === 0}
                  onClick={() => move(index, index - 1)}
                >
                  <IconChevronLeft size={20} aria-hidden="true" />
                </ActionIcon>
                <ActionIcon
                  variant="subtle"
                  size="lg"
                  aria-label={texts.later(index + 1)}
                  disabled={index === pictures.length - 1}
                  onClick={() => move(index, index + 1)}
                >
                  <IconChevronRight size={20} aria-hidden="true" />
                </ActionIcon>
                <ActionIcon
                  variant="subtle"
                  color="red.9"
                  size="lg"
                  aria-label={texts.removePicture(index + 1)}
                  onClick={() => onChange(pictures.filter((other) => other !== one))}
                >
                  <IconX size={20} aria-hidden="true" />
                </ActionIcon>
              </div>
            </div>
          </li>
        ))}
      </ol>
      <p className={hidden.spoken} role="status">
        {said}
      </p>
    </>
  );
}
