import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { Avatar } from '@/components/Avatar.tsx';
import { ago } from '@/lib/dates.ts';
import { fullTime } from '@/lib/times.ts';
import { moderationTexts as texts } from '@/texts/moderation.ts';
import { nameOf } from '../fold.ts';
import type { Case, CaseAbility, Speaker } from '../types.ts';
import classes from './moderation.module.css';

type CaseCardProps = { one: Case; onAct: (act: CaseAbility) => void };

/** What was reported or waits: whose it is, what it says, who has reported it and why, and what can be done. */
export function CaseCard({ one, onAct }: CaseCardProps) {
  const { targetType, author, content, created, path, reports, nrReports, objection } = one;
  const { outcome, moderator, closed, abilities } = one;
  const name = nameOf(one);
  const more = nrReports - reports.length;
  return (
    <article className={classes.case} aria-label={name}>
      <div className={classes.head}>
        {author && (
          <Avatar name={author.displayName} image={author.profileImage ?? null} size={40} />
        )}
        <div className={classes.who}>
          <p>
            <Name of={author} />
          </p>
          <p className={classes.faint}>
            {texts.what[targetType]}
            {' · '}
            <time dateTime={created} title={fullTime(created)}>
              {ago(created)}
            </time>
          </p>
        </div>
      </div>
      {targetType !== 'PERSON' && (
        <blockquote className={classes.content} dir="auto">
          {content ?? <span className={classes.faint}>{texts.gone}</span>}
        </blockquote>
      )}
      {nrReports > 0 && (
        <div>
          <h2 className={classes.heading}>{texts.reports(nrReports)}</h2>
          <ul className={classes.reports}>
            {reports.map(({ reporter, reason, created: at }) => (
              <li key={`${reporter.idUser}-${at}`}>
                <Name of={reporter} />{' '}
                <time className={classes.faint} dateTime={at} title={fullTime(at)}>
                  {ago(at)}
                </time>
                <p dir="auto">{reason}</p>
              </li>
            ))}
            {more > 0 && <li className={classes.faint}>{texts.moreReports(more)}</li>}
          </ul>
        </div>
      )}
      {objection && (
        <div className={classes.objection}>
          <h2 className={classes.heading}>
            {texts.objection(author?.displayName ?? texts.author)}
          </h2>
          <p dir="auto">{objection.text}</p>
        </div>
      )}
      {outcome && (
        <p className={classes.outcome}>
          {moderator
            ? texts.outcomeBy(
                texts.outcomes[outcome],
                moderator.displayName,
                closed ? ago(closed) : '',
              )
            : texts.outcomes[outcome]}
        </p>
      )}
      <div className={classes.acts}>
        {path && (
          <Link className={classes.show} to={path}>
            {texts.show}
          </Link>
        )}
        {abilities.map((act) => (
          <Button
            key={act}
            size="sm"
            variant={act === 'APPROVE' ? 'filled' : 'default'}
            aria-label={texts.actOn(texts.acts[act], name)}
            onClick={() => onAct(act)}
          >
            {texts.acts[act]}
          </Button>
        ))}
      </div>
    </article>
  );
}

function Name({ of }: { of: Speaker | null | undefined }) {
  if (!of?.slug) return <b>{of?.displayName ?? texts.nobody}</b>;
  const { kind, idUser, slug, displayName } = of;
  const person = kind === 'person';
  return (
    <Link
      className={classes.name}
      to={person ? `/u/${slug}` : `/${slug}`}
      data-person={(person && idUser) || undefined}
      dir="auto"
    >
      {displayName}
    </Link>
  );
}
