import '@mantine/core/styles/Checkbox.layer.css';
import '@mantine/core/styles/InlineInput.layer.css';
import { Button, Checkbox, NativeSelect, Textarea, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { currentOf, messageOf } from '@/api/ApiError.ts';
import { ConfirmCall } from '@/area/ConfirmCall.tsx';
import { FormAlert } from '@/components/FormAlert.tsx';
import { toast } from '@/components/toast.ts';
import { courseTexts, courseEditTexts as texts } from '@/texts/courses.ts';
import { courseCalls, courseKey, coursesKey, refresh } from '../api.ts';
import { COURSES, coursePath, editPath } from '../paths.ts';
import type { Course } from '../types.ts';
import { ChannelField } from './ChannelField.tsx';
import classes from './edit.module.css';

const ACCESSES = ['PUBLIC', 'MEMBERS', 'INVITED'] as const;

/** What a course is called and whom it admits; publishing, archiving, copying, removing. */
export function CourseSettings({ course }: { course: Course }) {
  const client = useQueryClient();
  const took = (now: Course) => {
    client.setQueryData(courseKey(now.id), now);
    void refresh(client, now.id);
  };
  return (
    <section className={classes.pane} aria-label={texts.settings}>
      <SettingsForm course={course} onSaved={took} />
      <Acts course={course} onDone={took} />
    </section>
  );
}

type SettingsFormProps = { course: Course; onSaved: (now: Course) => void };

/** Sent with the version that was read: what somebody else has changed meanwhile is shown, and not overwritten. */
function SettingsForm({ course, onSaved }: SettingsFormProps) {
  const [form, setForm] = useState(course);
  const [message, setMessage] = useState<string | null>(null);
  const change = (patch: Partial<Course>) => setForm({ ...form, ...patch });
  const { title, summary, access, sequential, certificate } = form;
  const idEntity = course.idEntity ?? null;
  const [idChannel, setChannel] = useState(course.channel?.id ?? 0);
  // One that I do not read is not mine to change.
  const isMoved = idChannel !== (form.channel?.id ?? 0);
  const save = useMutation({
    mutationFn: () =>
      courseCalls.change(course.id, {
        title,
        summary,
        access,
        sequential,
        certificate,
        ...(isMoved && { idChannel }),
        version: form.version,
      }),
    onSuccess: (now) => {
      setForm(now);
      setMessage(null);
      onSaved(now);
      toast({ type: 'success', message: texts.saved });
    },
    onError: (error) => {
      const current = currentOf<Course>(error);
      // Written again over what stands now only when somebody saves once more.
      if (current) setForm({ ...form, version: current.version });
      setMessage(messageOf(error));
    },
  });
  return (
    <form
      className={classes.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!title.trim()) return setMessage(texts.untitled);
        save.mutate();
      }}
    >
      <FormAlert message={message} />
      <TextInput
        label={texts.name}
        maxLength={150}
        value={title}
        onChange={({ currentTarget }) => change({ title: currentTarget.value })}
      />
      <Textarea
        label={texts.summary}
        rows={3}
        maxLength={1_000}
        value={summary}
        onChange={({ currentTarget }) => change({ summary: currentTarget.value })}
      />
      <NativeSelect
        label={texts.access}
        value={access}
        data={ACCESSES.filter((one) => one !== 'MEMBERS' || course.idEntity).map((value) => ({
          value,
          label: texts.accesses[value],
        }))}
        onChange={({ currentTarget }) =>
          change({ access: currentTarget.value as Course['access'] })
        }
      />
      <Checkbox
        label={texts.sequential}
        checked={sequential}
        onChange={({ currentTarget }) => change({ sequential: currentTarget.checked })}
      />
      <Checkbox
        label={texts.certificate}
        checked={certificate}
        onChange={({ currentTarget }) => change({ certificate: currentTarget.checked })}
      />
      {idEntity !== null && (
        <ChannelField
          idEntity={idEntity}
          channel={form.channel ?? null}
          value={idChannel}
          onChange={setChannel}
        />
      )}
      <div className={classes.buttons}>
        <Button type="submit" variant="default" loading={save.isPending}>
          {texts.save}
        </Button>
      </div>
    </form>
  );
}

type Asking = 'remove' | 'archive' | null;

function Acts({ course, onDone }: { course: Course; onDone: (now: Course) => void }) {
  const { id, abilities, status } = course;
  const client = useQueryClient();
  const navigate = useNavigate();
  const [asks, setAsks] = useState<Asking>(null);
  const act = useMutation({
    mutationFn: ({ call }: { call: () => Promise<Course>; said: string }) => call(),
    onSuccess: (now, { said }) => {
      onDone(now);
      toast({ type: 'success', message: said });
      if (now.id !== id) void navigate(editPath(now.id));
    },
    onError: (error) => toast({ type: 'error', message: messageOf(error) }),
  });
  const run = (call: () => Promise<Course>, said: string) => () => act.mutate({ call, said });
  const unpublish = () => courseCalls.change(id, { status: 'DRAFT', version: course.version });
  return (
    <div className={classes.buttons}>
      <span className={classes.state}>{courseTexts.status[status]}</span>
      {abilities.includes('PUBLISH') && (
        <Button
          loading={act.isPending}
          onClick={run(() => courseCalls.publish(id), texts.said.published)}
        >
          {texts.publish}
        </Button>
      )}
      <Button component={Link} to={coursePath(id)} variant="default">
        {texts.show}
      </Button>
      {abilities.includes('UNPUBLISH') && (
        <Button variant="default" onClick={run(unpublish, texts.said.unpublished)}>
          {texts.unpublish}
        </Button>
      )}
      {abilities.includes('ARCHIVE') && (
        <Button variant="default" onClick={() => setAsks('archive')}>
          {texts.archive}
        </Button>
      )}
      <Button variant="default" onClick={run(() => courseCalls.copy(id), texts.said.copied)}>
        {texts.copy}
      </Button>
      <Button variant="default" onClick={() => setAsks('remove')}>
        {texts.remove}
      </Button>
      {asks === 'archive' && (
        <ConfirmCall
          title={texts.archiveTitle}
          text={texts.archiveText}
          action={texts.archive}
          call={() => courseCalls.archive(id)}
          said={texts.said.archived}
          onDone={onDone}
          onClose={() => setAsks(null)}
        />
      )}
      {asks === 'remove' && (
        <ConfirmCall
          danger
          title={texts.removeTitle}
          text={texts.removeText}
          action={texts.remove}
          call={() => courseCalls.remove(id)}
          said={texts.said.removed}
          onDone={() => {
            void navigate(COURSES);
            void client.invalidateQueries({ queryKey: coursesKey });
          }}
          onClose={() => setAsks(null)}
        />
      )}
    </div>
  );
}
