import { Button } from '@mantine/core';
import { useRef, useState } from 'react';
import { FormAlert } from '@/components/FormAlert.tsx';
import hidden from '@/components/spoken.module.css';
import { toast } from '@/components/toast.ts';
import { WriteOrPreview } from '@/components/WriteOrPreview.tsx';
import { quizTexts } from '@/texts/quiz.ts';
import { quizEditTexts as texts } from '@/texts/quizEdit.ts';
import type { QuestionType, Quiz } from '../types.ts';
import { Conflict } from './Conflict.tsx';
import {
  addQuestion,
  copyQuestion,
  numberOf,
  QUESTIONS_MAX,
  questionWith,
  removeQuestion,
  step,
} from './form.ts';
import { Preview } from './Preview.tsx';
import { QuestionRow } from './QuestionRow.tsx';
import { QuizFiles } from './QuizFiles.tsx';
import classes from './quizEdit.module.css';
import { SettingsFields } from './SettingsFields.tsx';
import { useQuizEditor } from './useQuizEditor.ts';

const TYPES: QuestionType[] = ['SINGLE', 'MULTI', 'TEXT', 'OPEN'];

/** The questions of a quiz and its settings, saved by a click: each saved quiz is what attempts from then on have. */
export function Questions({ first }: { first: Quiz }) {
  const editor = useQuizEditor(first);
  const { form, problems } = editor;
  const { questions } = form;
  const [open, setOpen] = useState<number | null>(null);
  const [previews, setPreviews] = useState(false);
  const [said, setSaid] = useState('');
  const part = useRef<HTMLFormElement>(null);

  const change = editor.change;
  const moveTo = (id: number, by: -1 | 1) => {
    const moved = step(questions, id, by);
    if (!moved) return;
    change({ ...form, questions: moved });
    setSaid(texts.moved(moved.findIndex((one) => one.id === id) + 1, moved.length));
  };
  const add = (type: QuestionType) => {
    change(addQuestion(form, type));
    setOpen(form.nextId);
    focusSoon(`#fraga-${form.nextId} textarea`);
  };
  const remove = (id: number, n: number) => {
    const at = n - 1;
    const removed = questions[at];
    change(removeQuestion(form, id));
    toast({
      type: 'info',
      message: texts.removed(n),
      ...(removed && {
        action: { label: texts.undo, run: () => editor.putBack(removed, at) },
      }),
    });
    focusSoon(`#fraga-${questions[n]?.id ?? questions[n - 2]?.id} [data-open]`);
  };
  const save = () => {
    const wrong = editor.save();
    if (wrong === null) return;
    setPreviews(false);
    const question = questionWith(form, wrong);
    if (question !== null) setOpen(question);
    focusSoon('[aria-invalid="true"]');
  };
  /** Once it is drawn. */
  function focusSoon(selector: string) {
    requestAnimationFrame(() => part.current?.querySelector<HTMLElement>(selector)?.focus());
  }

  const marks = questions.reduce((sum, one) => sum + (numberOf(one.marks) ?? 0), 0);
  const hasProblems = Object.keys(problems).length > 0;
  return (
    <form
      ref={part}
      className={classes.part}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <State editor={editor} />
      <FormAlert
        message={editor.error ?? (hasProblems ? texts.wrong : null)}
        hint={editor.error ? texts.state.failed : null}
      />
      <WriteOrPreview
        className={classes.buttons}
        label={texts.mode}
        write={texts.write}
        preview={texts.preview}
        previews={previews}
        onChange={setPreviews}
      />
      {previews ? (
        <Preview form={form} />
      ) : (
        <>
          <p className={classes.hint}>
            {questions.length === 0
              ? texts.none
              : `${texts.total(quizTexts.questions(questions.length), quizTexts.marks(marks))}. ${texts.hint}`}
          </p>
          <p className={hidden.spoken} role="status">
            {said}
          </p>
          <ol className={classes.list} aria-label={texts.title}>
            {questions.map((question, at) => (
              <li key={question.id} id={`fraga-${question.id}`}>
                <QuestionRow
                  form={form}
                  question={question}
                  n={at + 1}
                  problems={problems}
                  isOpen={open === question.id}
                  onToggle={() => setOpen(open === question.id ? null : question.id)}
                  onChange={change}
                  onStep={(by) => moveTo(question.id, by)}
                  onCopy={() => change(copyQuestion(form, question.id))}
                  onRemove={() => remove(question.id, at + 1)}
                />
              </li>
            ))}
          </ol>
          {questions.length < QUESTIONS_MAX && (
            <fieldset className={classes.adding}>
              <legend>{texts.addTitle}</legend>
              {TYPES.map((type) => (
                <Button key={type} variant="default" onClick={() => add(type)}>
                  {texts.add[type]}
                </Button>
              ))}
            </fieldset>
          )}
          <SettingsFields
            key={editor.reading}
            settings={form.settings}
            problems={problems}
            onChange={(settings) => change({ ...form, settings })}
          />
        </>
      )}
      <div className={classes.save} data-dirty={editor.isDirty || undefined}>
        <Button type="submit" loading={editor.isSaving} disabled={!editor.isDirty}>
          {texts.save}
        </Button>
        <span className={classes.hint}>{texts.savedHint}</span>
      </div>
      <QuizFiles quiz={editor.base} isDirty={editor.isDirty} onTake={editor.take} />
      {editor.theirs && <Conflict theirs={editor.theirs} editor={editor} />}
    </form>
  );
}

type StateProps = { editor: ReturnType<typeof useQuizEditor> };

function State({ editor }: StateProps) {
  const { isDirty, isStale, restored, theirs } = editor;
  const said = isStale ? texts.state.stale : isDirty ? texts.state.dirty : texts.state.saved;
  return (
    <div className={classes.buttons}>
      <p className={classes.state} data-trouble={isStale || undefined} role="status">
        {restored && isDirty && !isStale ? texts.restored : said}
      </p>
      {restored && isDirty && !isStale && (
        <Button variant="subtle" onClick={() => editor.take(editor.base)}>
          {texts.discard}
        </Button>
      )}
      {isStale && !theirs && <Button onClick={editor.compare}>{texts.conflict.title}</Button>}
    </div>
  );
}
