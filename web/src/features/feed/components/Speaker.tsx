import { Link } from 'react-router';
import type { Speaker as Who } from '../types.ts';
import classes from './feed.module.css';

/** In whose name it is: a person's opens their card, an organisation's leads to its page. */
export function SpeakerName({
  who,
}: {
  who: Pick<Who, 'kind' | 'idUser' | 'slug' | 'displayName'>;
}) {
  const { kind, idUser, slug, displayName } = who;
  if (!slug) return <span className={classes.name}>{displayName}</span>;
  return (
    <Link
      className={classes.name}
      to={kind === 'person' ? `/u/${slug}` : `/${slug}`}
      data-person={(kind === 'person' && idUser) || undefined}
      dir="auto"
    >
      {displayName}
    </Link>
  );
}
