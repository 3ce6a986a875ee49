import { Button, TextInput } from '@mantine/core';
import { IconMapPinOff } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import { messageOf } from '@/api/ApiError.ts';
import { PicturesPart } from '@/area/PicturesPart.tsx';
import { FormAlert } from '@/components/FormAlert.tsx';
import { EmptyState, ErrorState, LoadingState } from '@/components/states.tsx';
import { toast } from '@/components/toast.ts';
import { usePageTitle } from '@/hooks/usePageTitle.ts';
import { useSubmit } from '@/hooks/useSubmit.ts';
import {
  infopointPageTexts,
  infopointPictureTexts,
  infopointFormTexts as texts,
} from '@/texts/infopoints.ts';
import { changedAnew, currentOf, infopointCalls, infopointQuery } from './api.ts';
import { ConflictDialog } from './components/ConflictDialog.tsx';
import classes from './components/infopoints.module.css';
import { MoreFields } from './components/MoreFields.tsx';
import { PositionFields } from './components/PositionFields.tsx';
import { formOf, MOST, writtenOf, wrongPlace, wrongRest } from './lib/form.ts';
import { INFOPOINTS, infopointPath } from './paths.ts';
import type { Created, Infopoint } from './types.ts';

/** /infopoint/12/redigera: a place is changed by who has added it, or writes for the organisation that has. */
export default function EditInfopointPage() {
  usePageTitle(texts.editTitle);
  const id = Number(useParams().idInfopoint);
  const isId = Number.isSafeInteger(id) && id > 0;
  const { data, error, refetch } = useQuery({ ...infopointQuery(id), enabled: isId });
  /** Another state of it begins the form anew. */
  const [taken, setTaken] = useState(0);
  if (error && data === undefined) {
    return <ErrorState error={error} page onRetry={() => void refetch()} />;
  }
  if (data?.abilities.includes('EDIT')) {
    return <EditForm key={taken} point={data} onTaken={() => setTaken((n) => n + 1)} />;
  }
  if (data === undefined && isId) return <LoadingState />;
  return (
    <EmptyState
      page
      title={infopointPageTexts.absent.title}
      text={infopointPageTexts.absent.text}
      icon={<IconMapPinOff size={28} stroke={1.5} />}
    >
      <Button component={Link} to={INFOPOINTS} variant="default">
        {infopointPageTexts.back}
      </Button>
    </EmptyState>
  );
}

type EditFormProps = {
  point: Infopoint;
  /** What somebody else has written stands in the place of what was written here. */
  onTaken: () => void;
};

function EditForm({ point, onTaken }: EditFormProps) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const { idInfopoint: id } = point;
  const [form, setForm] = useState(() => formOf(point));
  /** The version that what is written began with; one's own changes of pictures raise it. */
  const [version, setVersion] = useState(point.version);
  const [theirs, setTheirs] = useState<Infopoint | null>(null);

  const save = async (by: number): Promise<Created | null> => {
    const written = writtenOf(form);
    if (!written) throw new Error('the checks have let something pass');
    try {
      return await infopointCalls.change(id, written, by);
    } catch (error) {
      const current = currentOf(error);
      if (!current) throw error;
      setTheirs(current);
      return null;
    }
  };
  const saved = async (now: Created | null) => {
    if (!now) return;
    void changedAnew(client, now);
    toast({ type: 'success', message: texts.saved });
    if (now.warnings.includes('OUTSIDE_SWEDEN')) toast({ type: 'warning', message: texts.outside });
    await navigate(infopointPath(id), { replace: true });
  };
  const { submit, pending, message, fieldError } = useSubmit<Created | null>({
    check: () => ({ ...wrongPlace(form), ...wrongRest(form) }),
    send: () => save(version),
    done: saved,
  });
  const pictured = (now: Infopoint) => {
    // Where somebody else has written meanwhile as well, what is written here has not seen it.
    if (now.version === version + 1) setVersion(now.version);
    void changedAnew(client, now);
  };
  return (
    <div className={classes.page}>
      <h1 className={classes.title} tabIndex={-1}>
        {texts.editTitle}
      </h1>
      <form className={classes.form} onSubmit={submit} noValidate>
        <FormAlert message={message} />
        <TextInput
          name="name"
          label={texts.name}
          maxLength={MOST.name}
          autoComplete="off"
          value={form.name}
          error={fieldError('name')}
          onChange={({ currentTarget }) => setForm({ ...form, name: currentTarget.value })}
        />
        <PositionFields form={form} onChange={setForm} wrong={fieldError} />
        <MoreFields form={form} onChange={setForm} wrong={fieldError} />
        <div className={classes.buttons}>
          <Button component={Link} to={infopointPath(id)} variant="default">
            {texts.cancel}
          </Button>
          <Button type="submit" loading={pending}>
            {texts.save}
          </Button>
        </div>
      </form>
      <section className={classes.section} aria-labelledby="infopoint-pictures">
        <h2 id="infopoint-pictures">{infopointPictureTexts.title}</h2>
        <PicturesPart
          pictures={point.pictures.map(({ image, ...one }) => ({ id: image, ...one }))}
          calls={{
            arrange: (all) =>
              infopointCalls.arrange(
                point,
                all.map(({ id: image, alt }) => ({ image, alt })),
              ),
            add: (file) => infopointCalls.addPicture(id, file),
            remove: (image) => infopointCalls.removePicture(id, image),
          }}
          lead={infopointPictureTexts.lead}
          isStale={(error) => currentOf(error) !== null}
          conflict={infopointPictureTexts.conflict}
          onSaved={pictured}
          onReload={() => void client.invalidateQueries({ queryKey: infopointQuery(id).queryKey })}
        />
      </section>
      {theirs && (
        <ConflictDialog
          theirs={theirs}
          onKeep={() => {
            setTheirs(null);
            save(theirs.version).then(saved, (error) =>
              toast({ type: 'error', message: messageOf(error) }),
            );
          }}
          onTake={() => {
            void changedAnew(client, theirs);
            setTheirs(null);
            onTaken();
          }}
          onClose={() => setTheirs(null)}
        />
      )}
    </div>
  );
}
