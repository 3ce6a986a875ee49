import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { currentOf, messageOf } from '@/api/ApiError.ts';
import { toast } from '@/components/toast.ts';
import { PERSONAL, readStored, writeStored } from '@/lib/storage.ts';
import { quizEditTexts as texts } from '@/texts/quizEdit.ts';
import { quizCalls, quizKey } from '../api.ts';
import type { Quiz } from '../types.ts';
import {
  changeOf,
  formOf,
  over,
  type Problems,
  problemsOf,
  type QuestionForm,
  type QuizForm,
  sameForm,
} from './form.ts';

const keyOf = (id: number) => `${PERSONAL}quiz-form-${id}`;

/** What was written and not saved when the page was left; null: nothing. */
function keptForm(id: number): QuizForm | null {
  try {
    const form = JSON.parse(readStored(keyOf(id)) ?? 'null') as QuizForm | null;
    return Array.isArray(form?.questions) && form.settings?.opens ? form : null;
  } catch {
    return null;
  }
}

/** A quiz while it is written: kept on this device until it is saved, and never saved over somebody else's. */
export function useQuizEditor(first: Quiz) {
  const client = useQueryClient();
  const { id } = first;
  const [kept] = useState(() => keptForm(id));
  const [base, setBase] = useState(first);
  const [form, setForm] = useState(() => kept ?? formOf(first));
  const [restored, setRestored] = useState(kept !== null);
  const [problems, setProblems] = useState<Problems>({});
  const [theirs, setTheirs] = useState<Quiz | null>(null);
  /** Raised when all fields are read anew. */
  const [reading, setReading] = useState(0);
  const isDirty = useMemo(() => !sameForm(form, formOf(base)), [form, base]);

  useEffect(() => {
    writeStored(keyOf(id), isDirty ? JSON.stringify(form) : null);
  }, [id, form, isDirty]);

  const took = (quiz: Quiz) => {
    setBase(quiz);
    client.setQueryData(quizKey(id), quiz);
  };

  const save = useMutation({
    mutationFn: (sent: QuizForm) => quizCalls.change(id, changeOf(sent)),
    onSuccess: (quiz, sent) => {
      took(quiz);
      setRestored(false);
      const read = formOf(quiz);
      // What was written meanwhile stands, over what is saved now.
      setForm((now) =>
        now === sent
          ? read
          : {
              ...now,
              version: quiz.version,
              baseId: read.nextId,
              nextId: Math.max(now.nextId, read.nextId),
            },
      );
      toast({ type: 'success', message: texts.saved });
    },
    onError: (error) => setTheirs(currentOf<Quiz>(error)),
  });

  return {
    form,
    base,
    problems,
    isDirty,
    reading,
    restored,
    theirs,
    isSaving: save.isPending,
    error: save.error && !currentOf(save.error) ? messageOf(save.error) : null,
    isStale: currentOf(save.error) !== null,
    change(next: QuizForm) {
      setForm(next);
      // A field is told to be right as soon as it is; a new one is not told to be wrong while it is written.
      setProblems((held) => {
        const now = problemsOf(next);
        return Object.fromEntries(
          Object.keys(held).flatMap((field) => (now[field] ? [[field, now[field]]] : [])),
        );
      });
    },
    /** A question that was removed is back in its place; what was written since stands. */
    putBack: (question: QuestionForm, at: number) =>
      setForm((now) => ({ ...now, questions: now.questions.toSpliced(at, 0, question) })),
    /** The first field that is wrong; null: it is sent. */
    save(): string | null {
      const found = problemsOf(form);
      setProblems(found);
      const wrong = Object.keys(found)[0] ?? null;
      if (wrong === null) save.mutate(form);
      return wrong;
    },
    /** What somebody else, or a file, has made of it. */
    take(quiz: Quiz) {
      took(quiz);
      setForm(formOf(quiz));
      setReading(reading + 1);
      setProblems({});
      setRestored(false);
      setTheirs(null);
      save.reset();
    },
    keepMine() {
      if (!theirs) return;
      const mine = over(form, theirs);
      took(theirs);
      setForm(mine);
      setTheirs(null);
      save.mutate(mine);
    },
    leave: () => setTheirs(null),
    compare: () => setTheirs(currentOf<Quiz>(save.error)),
  };
}

export type QuizEditing = ReturnType<typeof useQuizEditor>;
