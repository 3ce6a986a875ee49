import { IconBell, IconBellFilled, IconHeart, IconHeartFilled } from '@tabler/icons-react';
import { useSignedIn } from '@/lib/session.ts';
import { infopointActTexts as texts } from '@/texts/infopoints.ts';
import { useToggle } from '../connections.ts';
import type { Flag, Infopoint } from '../types.ts';
import classes from './infopoints.module.css';

const FLAGS: {
  flag: Flag;
  on: typeof IconBell;
  off: typeof IconBell;
  name: 'favorite' | 'notification';
}[] = [
  { flag: 'flFavorite', on: IconHeartFilled, off: IconHeart, name: 'favorite' },
  { flag: 'flNotification', on: IconBellFilled, off: IconBell, name: 'notification' },
];

type ConnectionButtonsProps = {
  point: Infopoint;
  /** With words beside the signs, where there is one place only. */
  words?: boolean;
};

/** The heart and the bell of a place; for who is signed in. */
export function ConnectionButtons({ point, words = false }: ConnectionButtonsProps) {
  const toggle = useToggle();
  if (!useSignedIn()) return null;
  return (
    <span className={classes.toggles}>
      {FLAGS.map(({ flag, on: On, off: Off, name }) => {
        const isOn = point.connection?.[flag] ?? false;
        const Icon = isOn ? On : Off;
        return (
          <button
            key={flag}
            type="button"
            className={classes.toggle}
            aria-pressed={isOn}
            aria-label={texts[`${name}Of`](point.name)}
            title={texts[name]}
            onClick={() => toggle(point, flag)}
          >
            <Icon size={20} stroke={1.75} aria-hidden="true" />
            {words && texts[name]}
          </button>
        );
      })}
    </span>
  );
}
