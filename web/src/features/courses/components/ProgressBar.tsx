import { courseTexts as texts } from '@/texts/courses.ts';
import type { CourseProgress } from '../types.ts';
import classes from './courses.module.css';

/** How far somebody is, in words and as a bar. */
export function ProgressBar({ progress, of }: { progress: CourseProgress; of: string }) {
  const { percent, doneCount, requiredCount } = progress;
  return (
    <div className={classes.progress}>
      <span>
        {texts.percent(percent)} · {texts.progress(doneCount, requiredCount)}
      </span>
      <div
        className={classes.bar}
        role="progressbar"
        aria-label={of}
        aria-valuenow={percent}
        aria-valuemin={0}
        aria-valuemax={100}
      >
        <span style={{ width: `${percent}%` }} />
      </div>
    </div>
  );
}
