import { Button, NativeSelect } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { messageOf } from '@/api/ApiError.ts';
import { FormAlert } from '@/components/FormAlert.tsx';
import { useActing } from '@/features/context/index.ts';
import type { PostWish } from '@/features/create/index.ts';
import { loadPart } from '@/lib/loadPart.ts';
import { audienceTexts } from '@/texts/feed.ts';
import { composerTexts as texts } from '@/texts/posting.ts';
import {
  beginsFor,
  type Draft,
  emptyDraft,
  isEmpty,
  keepAudience,
  keepDraft,
  readDraft,
} from '../begun.ts';
import { audiencesOf, inNameOf, mayPublish } from '../draft.ts';
import type { Audience } from '../types.ts';
import { useCreatePost } from '../usePosting.ts';
import { useSpeakers } from '../useSpeakers.ts';
import { lengthOf, TEXT_MAX } from '../words.ts';
import { AddPictures, useAddPictures } from './AddPictures.tsx';
import classes from './composer.module.css';
import { NameField } from './NameField.tsx';

const Pictures = lazy(() => loadPart(() => import('./ComposerPictures.tsx')));

const LEFT_FROM = 500;
const MINE = 'me';

/** Before a word is written, each name has its own beginning; after that nothing is widened. */
const renamed = (draft: Draft, idEntity: number | null): Draft =>
  isEmpty(draft)
    ? { ...draft, idEntity, audience: beginsFor(idEntity) }
    : inNameOf(draft, idEntity);

type ComposerProps = { wish: PostWish | undefined; onClose: () => void };

/** A post as it is written, in whose name and for whom; it closes when it is published. */
export default function Composer({ wish, onClose }: ComposerProps) {
  const { me, organisations } = useSpeakers();
  const acting = useActing();
  const [draft, setDraft] = useState<Draft>(readDraft);
  const [problem, setProblem] = useState<string | null>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const pictureButton = useRef<HTMLButtonElement>(null);
  const attempt = useRef({ key: '', content: '' });
  const create = useCreatePost(() => {
    keepDraft(emptyDraft);
    onClose();
  });

  const change = (next: Draft) => {
    setDraft(next);
    keepDraft(next);
  };

  // In whose name it begins: as was wished, or as one acts at present. What is being written keeps its own.
  const led = organisations.find((one) => ['OWNER', 'ADMINISTRATOR'].includes(one.txRelationType));
  const begins = acting?.id ?? (wish?.asOrganization ? led?.idEntity : undefined) ?? null;
  useEffect(() => {
    setDraft((held) =>
      isEmpty(held) ? { ...held, idEntity: begins, audience: beginsFor(begins) } : held,
    );
  }, [begins]);

  useEffect(() => {
    (wish?.focusMedia ? pictureButton : field).current?.focus();
  }, [wish]);

  const pictures = useAddPictures(
    draft.pictures.length,
    (picture) =>
      setDraft((held) => {
        const next = { ...held, pictures: [...held.pictures, picture] };
        keepDraft(next);
        return next;
      }),
    setProblem,
  );
  const { adding } = pictures;

  const publish = () => {
    if (!mayPublish(draft) || create.isPending || adding > 0) return;
    const content = JSON.stringify(draft);
    // After a lost answer the same post goes out under the same key.
    if (attempt.current.content !== content)
      attempt.current = { key: crypto.randomUUID(), content };
    setProblem(null);
    create.mutate(
      {
        txMessage: draft.text.trim(),
        audience: draft.audience,
        media: draft.pictures.map(({ id, alt }) => ({ id, alt: alt.trim() })),
        clientPostId: attempt.current.key,
        ...(draft.idEntity !== null && { idEntity: draft.idEntity }),
      },
      { onError: (error) => setProblem(messageOf(error)) },
    );
  };

  const left = TEXT_MAX - lengthOf(draft.text);
  return (
    <form
      className={classes.composer}
      aria-label={texts.title}
      onSubmit={(event) => {
        event.preventDefault();
        publish();
      }}
    >
      <FormAlert message={problem} />
      <NameField
        field={field}
        label={texts.text}
        plain
        rows={4}
        placeholder={wish?.promotional ? texts.offer : texts.placeholder}
        value={draft.text}
        error={left < LEFT_FROM ? texts.left(left) : undefined}
        onChange={(text) => change({ ...draft, text })}
        onSend={publish}
        onPictures={(files) => void pictures.add(files)}
      />
      {draft.pictures.length > 0 && (
        <Suspense>
          <Pictures
            pictures={draft.pictures}
            onChange={(changed) => change({ ...draft, pictures: changed })}
          />
        </Suspense>
      )}
      <div className={classes.choices}>
        {organisations.length > 0 && (
          <NativeSelect
            label={texts.as}
            value={draft.idEntity ?? MINE}
            onChange={({ currentTarget: { value } }) =>
              change(renamed(draft, value === MINE ? null : Number(value)))
            }
            data={[
              { value: MINE, label: texts.me(me?.displayName ?? '') },
              ...organisations.map(({ idEntity, entityName }) => ({
                value: String(idEntity),
                label: entityName,
              })),
            ]}
          />
        )}
        <NativeSelect
          label={texts.audience}
          description={audienceTexts[draft.audience].hint}
          inputWrapperOrder={['label', 'input', 'description']}
          value={draft.audience}
          onChange={({ currentTarget: { value } }) => {
            const next = { ...draft, audience: value as Audience };
            change(next);
            keepAudience(next);
          }}
          data={audiencesOf(draft.idEntity).map((value) => ({
            value,
            label: audienceTexts[value].label,
          }))}
        />
      </div>
      <div className={classes.buttons}>
        <AddPictures pictures={pictures} button={pictureButton} />
        <span className={classes.grow} />
        <Button
          variant="subtle"
          leftSection={<IconX size={18} stroke={1.75} aria-hidden="true" />}
          onClick={onClose}
        >
          {isEmpty(draft) ? texts.cancel : texts.close}
        </Button>
        <Button
          type="submit"
          loading={create.isPending}
          disabled={!mayPublish(draft) || adding > 0}
        >
          {texts.publish}
        </Button>
      </div>
    </form>
  );
}
