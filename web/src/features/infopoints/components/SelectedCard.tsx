import { IconX } from '@tabler/icons-react';
import { Link } from 'react-router';
import { infopointTexts as texts } from '@/texts/infopoints.ts';
import { infopointPath } from '../paths.ts';
import type { Infopoint } from '../types.ts';
import { ConnectionButtons } from './ConnectionButtons.tsx';
import classes from './infopoints.module.css';
import { aboutOf } from './PointRow.tsx';

type SelectedCardProps = { point: Infopoint; onClose: () => void };

/** The place that is chosen on the map, in short. */
export function SelectedCard({ point, onClose }: SelectedCardProps) {
  const { name, idInfopoint, hours, address } = point;
  return (
    <section className={classes.card} aria-label={name}>
      <div className={classes.cardHead}>
        <Link className={classes.name} to={infopointPath(idInfopoint)} dir="auto">
          {name}
        </Link>
        <button type="button" className={classes.toggle} aria-label={texts.close} onClick={onClose}>
          <IconX size={20} stroke={1.75} aria-hidden="true" />
        </button>
      </div>
      <p className={classes.about}>{aboutOf(point)}</p>
      {address && <p dir="auto">{address}</p>}
      {hours && (
        <p className={classes.hours} dir="auto">
          {hours}
        </p>
      )}
      <ConnectionButtons point={point} words />
    </section>
  );
}
