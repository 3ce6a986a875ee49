import { Button } from '@mantine/core';
import { Dialog } from '@/components/Dialog.tsx';
import { quizTexts } from '@/texts/quiz.ts';
import { quizEditTexts as texts } from '@/texts/quizEdit.ts';
import type { Quiz } from '../types.ts';
import classes from './quizEdit.module.css';
import type { QuizEditing } from './useQuizEditor.ts';

type ConflictProps = { theirs: Quiz; editor: QuizEditing };

/** Somebody has saved the quiz meanwhile: theirs is shown, and a person chooses. */
export function Conflict({ theirs, editor }: ConflictProps) {
  const words = texts.conflict;
  return (
    <Dialog title={words.title} onClose={editor.leave}>
      <p>{words.text}</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long list is scrolled by keyboard */}
      <section className={classes.theirs} aria-label={words.theirs} tabIndex={0}>
        <ol>
          {(theirs.questions ?? []).map(({ id, text, marks }) => (
            <li key={id}>
              <span dir="auto">{text}</span> ({quizTexts.marks(marks)})
            </li>
          ))}
        </ol>
      </section>
      <div className={classes.buttons}>
        <Button onClick={editor.keepMine}>{words.keep}</Button>
        <Button variant="default" onClick={() => editor.take(theirs)}>
          {words.take}
        </Button>
        <Button variant="subtle" onClick={editor.leave}>
          {words.leave}
        </Button>
      </div>
    </Dialog>
  );
}
