import '@mantine/core/styles/Checkbox.layer.css';
import '@mantine/core/styles/InlineInput.layer.css';
import { Button, Checkbox, NativeSelect, Textarea, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { useTextPictures } from '@/area/useTextPictures.ts';
import { Dialog } from '@/components/Dialog.tsx';
import { EmptyState, ErrorState, LoadingState } from '@/components/states.tsx';
import { WriteOrPreview } from '@/components/WriteOrPreview.tsx';
import { courseTexts, lessonTexts, lessonEditTexts as texts } from '@/texts/courses.ts';
import { courseCalls, lessonQuery } from '../api.ts';
import shared from '../components/courses.module.css';
import LessonText from '../components/LessonText.tsx';
import type { Course, Lesson, LessonKind } from '../types.ts';
import { writtenOf } from './autosave.ts';
import classes from './edit.module.css';
import { pasteInto } from './pasting.ts';
import { Toolbar } from './Toolbar.tsx';
import { undescribed } from './toolbar.ts';
import { useLessonEditor } from './useLessonEditor.ts';

const QuizEditor = lazy(() => import('../quiz/edit/QuizEditor.tsx'));

const TITLE_MAX = 150;
const BODY_MAX = 50_000;
/** Between which a lesson may be changed: a quiz is one from the beginning. */
const KINDS = ['TEXT', 'VIDEO', 'FILE'] as const;
const TROUBLE = ['failed', 'stale', 'wrong'];

/** A lesson is written beside the outline. */
export function LessonEditor({ id, course }: { id: number; course: Course }) {
  const { data, error, refetch, isFetchedAfterMount } = useQuery({
    ...lessonQuery(id, true),
    refetchOnMount: 'always',
  });
  // Never over an older copy than what stands.
  if (data && isFetchedAfterMount) return <Opened first={data} course={course} />;
  if (data === null) return <EmptyState {...lessonTexts.gone} />;
  if (error) return <ErrorState error={error} onRetry={refetch} />;
  return <LoadingState />;
}

function Opened({ first, course }: { first: Lesson; course: Course }) {
  const editor = useLessonEditor(first);
  const { lesson, written, state, message, theirs } = editor;
  const [previews, setPreviews] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  const brought = useTextPictures(
    (picture) => courseCalls.addPicture(course.id, picture),
    field,
    (body) => editor.change({ body }),
  );
  const pictures = [...lesson.pictures, ...brought.added];
  const silent = undescribed(written.body);
  const isQuiz = lesson.kind === 'QUIZ';
  // Results and grading have the place to themselves.
  const isElsewhere = useSearchParams()[0].has('flik') && isQuiz;
  const isLive = course.status !== 'DRAFT';
  const said =
    state === 'wrong' ? texts.state.wrong(message ?? courseTexts.title) : texts.state[state];
  return (
    <section className={classes.pane} aria-labelledby="edit-lesson">
      <h2 id="edit-lesson" dir="auto">
        {written.title}
      </h2>
      <p
        className={classes.state}
        data-trouble={TROUBLE.includes(state) || undefined}
        role="status"
      >
        {said}
      </p>
      {!isQuiz && (
        <WriteOrPreview
          className={classes.bar}
          label={texts.mode}
          write={texts.write}
          preview={texts.show}
          previews={previews}
          onChange={setPreviews}
        />
      )}
      {isElsewhere ? null : previews ? (
        <section className={classes.preview} aria-label={texts.show}>
          {written.body.trim() ? (
            <LessonText text={written.body} pictures={pictures} />
          ) : (
            <p className={shared.hint}>{lessonTexts.nothing}</p>
          )}
        </section>
      ) : (
        <div className={classes.form}>
          <TextInput
            label={texts.title}
            maxLength={TITLE_MAX}
            value={written.title}
            onChange={({ currentTarget }) => editor.change({ title: currentTarget.value })}
          />
          {!isQuiz && (
            <NativeSelect
              label={texts.kind}
              value={lesson.kind}
              data={KINDS.map((value) => ({ value, label: courseTexts.kinds[value] }))}
              onChange={({ currentTarget }) =>
                editor.set({ kind: currentTarget.value as LessonKind })
              }
            />
          )}
          {lesson.kind !== 'TEXT' && !isQuiz && (
            <TextInput
              label={texts.media[lesson.kind]}
              type="url"
              placeholder="https://"
              value={written.media}
              onChange={({ currentTarget }) => editor.change({ media: currentTarget.value })}
            />
          )}
          <div>
            <Toolbar
              field={field}
              onChange={(body) => editor.change({ body })}
              onPicture={(picture) => void brought.bring(picture)}
            />
            <Textarea
              ref={field}
              label={isQuiz ? texts.intro : texts.body}
              description={texts.bodyHint}
              rows={isQuiz ? 4 : 18}
              maxLength={BODY_MAX}
              value={written.body}
              onChange={({ currentTarget }) => editor.change({ body: currentTarget.value })}
              onPaste={(event) => pasteInto(event, (picture) => void brought.bring(picture))}
            />
            <p
              className={classes.state}
              role="status"
              data-trouble={brought.told?.isTrouble || undefined}
            >
              {brought.told?.message}
            </p>
            {silent > 0 && <p className={shared.hint}>{texts.undescribed(silent)}</p>}
          </div>
          <Checkbox
            label={texts.preview}
            checked={lesson.preview}
            onChange={({ currentTarget }) => editor.set({ preview: currentTarget.checked })}
          />
          <Checkbox
            label={texts.required}
            checked={lesson.required}
            onChange={({ currentTarget }) => editor.set({ required: currentTarget.checked })}
          />
        </div>
      )}
      {isLive && (
        <div className={classes.buttons}>
          {(lesson.draft || !lesson.published || state !== 'saved') && (
            <Button onClick={() => void editor.publish()}>{texts.publish}</Button>
          )}
          {!lesson.published ? (
            <span className={shared.hint}>{texts.hidden}</span>
          ) : (
            lesson.draft && <span className={shared.hint}>{texts.draft}</span>
          )}
        </div>
      )}
      {isQuiz && (
        <Suspense fallback={<LoadingState />}>
          <QuizEditor id={lesson.id} courseId={course.id} />
        </Suspense>
      )}
      {theirs && <Conflict theirs={theirs} onKeep={editor.keepMine} onTake={editor.takeTheirs} />}
    </section>
  );
}

type ConflictProps = { theirs: Lesson; onKeep: () => void; onTake: () => void };

/** Somebody has changed the lesson meanwhile: theirs is shown, and a person chooses. */
function Conflict({ theirs, onKeep, onTake }: ConflictProps) {
  const [isOpen, setOpen] = useState(true);
  const words = texts.conflict;
  const { title, body } = writtenOf(theirs);
  if (!isOpen) {
    return (
      <div className={classes.buttons}>
        <Button onClick={() => setOpen(true)}>{words.title}</Button>
      </div>
    );
  }
  return (
    <Dialog title={words.title} onClose={() => setOpen(false)}>
      <p>{words.text}</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long text is scrolled by keyboard */}
      <section className={classes.theirs} aria-label={words.theirs} tabIndex={0}>
        <h3>{title}</h3>
        <LessonText text={body} pictures={theirs.pictures} />
      </section>
      <div className={classes.buttons}>
        <Button onClick={onKeep}>{words.keep}</Button>
        <Button variant="default" onClick={onTake}>
          {words.take}
        </Button>
        <Button variant="subtle" onClick={() => setOpen(false)}>
          {words.leave}
        </Button>
      </div>
    </Dialog>
  );
}
