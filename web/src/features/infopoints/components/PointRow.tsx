import { IconMapPin } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { infopointTypes, infopointTexts as texts } from '@/texts/infopoints.ts';
import { distanceWords } from '../lib/coordinates.ts';
import { infopointPath } from '../paths.ts';
import type { Infopoint } from '../types.ts';
import { ConnectionButtons } from './ConnectionButtons.tsx';
import classes from './infopoints.module.css';

/** What a place is and where, in a line. */
export const aboutOf = ({ idType, municipality, distance }: Infopoint): string =>
  [
    infopointTypes[idType] ?? infopointTypes.OTHER,
    municipality,
    distance !== undefined && texts.distance(distanceWords(distance)),
  ]
    .filter(Boolean)
    .join(' · ');

type PointRowProps = {
  point: Infopoint;
  /** It is chosen on the map. */
  selected?: boolean;
  /** Shows it there; left out where there is no map. */
  onShow?: (point: Infopoint) => void;
};

/** A place in a list: its page, its place on the map, favourite and bell. */
export function PointRow({ point, selected = false, onShow }: PointRowProps) {
  const row = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (selected) row.current?.scrollIntoView({ block: 'nearest' });
  }, [selected]);
  const [picture] = point.pictures;
  return (
    <div ref={row} className={classes.row} data-selected={selected || undefined}>
      {picture && (
        <img className={classes.thumb} src={`${picture.url}&w=256`} alt="" loading="lazy" />
      )}
      <div className={classes.words}>
        <Link className={classes.name} to={infopointPath(point.idInfopoint)} dir="auto">
          {point.name}
        </Link>
        <span className={classes.about}>{aboutOf(point)}</span>
        {point.hidden && <span className={classes.mark}>{texts.hidden}</span>}
      </div>
      <span className={classes.toggles}>
        {onShow && (
          <button
            type="button"
            className={classes.toggle}
            aria-label={texts.showOnMap(point.name)}
            title={texts.tabs.karta}
            onClick={() => onShow(point)}
          >
            <IconMapPin size={20} stroke={1.75} aria-hidden="true" />
          </button>
        )}
        <ConnectionButtons point={point} />
      </span>
    </div>
  );
}
