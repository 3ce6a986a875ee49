import { useState } from 'react';
import { takingTexts } from '@/texts/quiz.ts';
import { quizEditTexts as texts } from '@/texts/quizEdit.ts';
import { type Answers, answerOf } from '../answers.ts';
import { QuestionView } from '../QuestionView.tsx';
import { changeOf, type QuizForm } from './form.ts';
import classes from './quizEdit.module.css';

/** The questions as they are answered; nothing is saved. */
export function Preview({ form }: { form: QuizForm }) {
  const [answers, setAnswers] = useState<Answers>({});
  const { questions } = changeOf(form);
  return (
    <section className={classes.preview} aria-label={texts.preview}>
      <p className={classes.hint}>{texts.previewHint}</p>
      {questions.map((question, at) => {
        const heading = `preview-${question.id}`;
        const answer = answerOf(answers, question.id);
        const set = (change: Partial<typeof answer>) =>
          setAnswers({ ...answers, [question.id]: { ...answer, ...change } });
        return (
          <article key={question.id} className={classes.part}>
            <h3 id={heading}>{takingTexts.question(at + 1, questions.length)}</h3>
            <QuestionView
              question={question}
              answer={answer}
              labelledBy={heading}
              onChoose={(options) => set({ options })}
              onWrite={(text) => set({ text })}
            />
          </article>
        );
      })}
    </section>
  );
}
