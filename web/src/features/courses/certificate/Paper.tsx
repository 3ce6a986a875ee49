import { dateOf } from '@/lib/dates.ts';
import { certificateTexts as texts } from '@/texts/quiz.ts';
import type { Certificate } from '../quiz/types.ts';
import classes from './certificate.module.css';

/** What a certificate says. */
export function Paper({ certificate }: { certificate: Certificate }) {
  const { name, course, issuer, daFinished, code } = certificate;
  return (
    <article className={classes.paper}>
      <p className={classes.kind}>{texts.title}</p>
      <p className={classes.name} dir="auto">
        {name}
      </p>
      <p>{texts.hasFinished}</p>
      <p className={classes.course} dir="auto">
        {course}
      </p>
      <p>{texts.finished(dateOf(daFinished))}</p>
      <p className={classes.foot}>
        <span dir="auto">{texts.by(issuer)}</span>
        <span className={classes.code}>{texts.code(code)}</span>
      </p>
    </article>
  );
}
