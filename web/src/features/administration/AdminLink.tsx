import { IconSettings } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { SlotProps } from '@/area/slots.ts';
import { myEntitiesQuery } from '@/features/accounts/api.ts';
import { administrationTexts as texts } from '@/texts/administration.ts';
import classes from './components/link.module.css';
import { administers, adminPathOf } from './paths.ts';

/** Acting for an organisation: to its administration, for those who may. */
export default function AdminLink({ idEntity, slug }: SlotProps['acting']) {
  const { data } = useQuery(myEntitiesQuery);
  const mine = data?.find((one) => one.idEntity === idEntity);
  if (!mine || !administers(mine)) return null;
  return (
    <Link className={classes.link} to={adminPathOf(idEntity, slug)} aria-label={texts.title}>
      <IconSettings size={20} stroke={1.75} aria-hidden="true" />
      {/* A narrow bar has no room for the word. */}
      <span className={classes.word}>{texts.title}</span>
    </Link>
  );
}
