import { IconShieldCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { capped } from '@/components/CountBadge.tsx';
import hidden from '@/components/spoken.module.css';
import { moderationTexts as texts } from '@/texts/moderation.ts';
import { openQuery } from '../api.ts';
import { moderationPath } from '../paths.ts';
import classes from './link.module.css';

const CAP = 99;

/** To an organisation's queue; nothing for who does not moderate there. */
export default function ModerationLink({ idEntity, slug }: { idEntity: number; slug: string }) {
  const { data: open } = useQuery(openQuery(idEntity));
  if (open === undefined) return null;
  return (
    <Link className={classes.link} to={moderationPath(slug)}>
      <IconShieldCheck size={20} stroke={1.75} aria-hidden="true" />
      {/* A narrow bar has no room for the word. */}
      <span className={classes.word} aria-hidden="true">
        {texts.title}
      </span>
      {open > 0 && (
        <span className={classes.count} aria-hidden="true">
          {capped(open, CAP)}
        </span>
      )}
      <span className={hidden.spoken}>{open > 0 ? texts.open(open) : texts.title}</span>
    </Link>
  );
}
