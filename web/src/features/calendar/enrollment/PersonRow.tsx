import { Avatar } from '@/components/Avatar.tsx';
import { clockTime } from '@/lib/times.ts';
import { doorTexts, enrolledTexts as texts } from '@/texts/enrollment.ts';
import type { Enrollment, Verb } from './api.ts';
import classes from './enrollment.module.css';
import { verbsOf } from './offers.ts';
import type { Seen } from './people.ts';

type PersonRowProps = {
  person: Seen;
  questions: Enrollment['questions'];
  online: boolean;
  pending: boolean;
  onVerb: (verb: Verb) => void;
};

/** What one most likely wants to do. */
const WANTED: Verb[] = ['approve', 'promote', 'checkin'];
/** What is done without a network as well. */
const offline = (verb: Verb, isWaiting: boolean) =>
  verb === 'checkin' || (verb === 'undo' && isWaiting);

function wordsOf({ status, waitlistPosition, checkedInAt }: Seen): string {
  if (status === 'WAITLISTED' && waitlistPosition !== null) return texts.waiting(waitlistPosition);
  if (status === 'ATTENDED' && checkedInAt) return texts.at(clockTime(checkedInAt));
  return texts.statuses[status];
}

export function PersonRow({ person, questions, online, pending, onVerb }: PersonRowProps) {
  const { displayName, profileImage, status, guests, answers, isWaiting } = person;
  const said = questions.filter(({ id }) => answers[id]);
  return (
    <li className={classes.person} data-status={status}>
      <Avatar name={displayName} image={profileImage} size={36} />
      <div className={classes.who}>
        <span className={classes.name}>{displayName}</span>
        <span className={classes.status}>
          {wordsOf(person)}
          {guests > 0 && ` ${texts.guests(guests)}`}
          {isWaiting && ` (${doorTexts.waitsOne})`}
        </span>
        {said.length > 0 && (
          <details className={classes.answers}>
            <summary>{texts.answers}</summary>
            <dl>
              {said.map(({ id, text }) => (
                <div key={id}>
                  <dt>{text}</dt>
                  <dd>{answers[id]}</dd>
                </div>
              ))}
            </dl>
          </details>
        )}
      </div>
      <span className={classes.verbs}>
        {verbsOf(status).map((verb) => (
          <button
            key={verb}
            type="button"
            className={classes.verb}
            data-first={WANTED.includes(verb) || undefined}
            disabled={offline(verb, isWaiting) ? false : pending || !online}
            aria-label={texts.for(texts.verbs[verb], displayName)}
            onClick={() => onVerb(verb)}
          >
            {texts.verbs[verb]}
          </button>
        ))}
      </span>
    </li>
  );
}
