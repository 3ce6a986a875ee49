import { Button } from '@mantine/core';
import { IconClock, IconLock, IconMapPin, IconRepeat, IconRss } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { CSSProperties } from 'react';
import { Link } from 'react-router';
import { Sheet } from '@/components/Sheet.tsx';
import { myEntitiesQuery } from '@/features/accounts/api.ts';
import { eventTexts as texts } from '@/texts/calendar.ts';
import { colorOf, writes } from '../calendars.ts';
import type { EventWish } from '../event/wish.ts';
import type { Entry } from '../layout.ts';
import { editPath, eventPath, ME } from '../paths.ts';
import { originOf } from '../subscribe/source.ts';
import type { Calendar } from '../types.ts';
import { capital, whenOf } from '../words.ts';
import classes from './sheets.module.css';

type EventSheetProps = {
  entry: Entry;
  calendar: Calendar | undefined;
  at: HTMLElement;
  onWish: (wish: EventWish) => void;
  onClose: () => void;
};

/** The most important of an event, where one has met it. */
export default function EventSheet({ entry, calendar, at, onWish, onClose }: EventSheetProps) {
  const { event } = entry;
  const { data: organisations = [] } = useQuery(myEntitiesQuery);
  const owner = organisations.find(({ idEntity }) => idEntity === calendar?.idEntity);
  const origin = calendar ? originOf(calendar) : null;
  const context = owner?.entitySlug ?? ME;
  const act = (kind: 'askMove' | 'remove') => {
    onClose();
    onWish({ kind, met: event });
  };
  const icon = { size: 18, stroke: 1.75, 'aria-hidden': true } as const;
  return (
    <Sheet label={event.title} anchor={at} side="start" onClose={onClose}>
      <div className={classes.event}>
        <h3 className={classes.title}>{event.title}</h3>
        <ul className={classes.facts}>
          <li className={classes.fact}>
            <IconClock {...icon} />
            <span>{capital(whenOf(entry))}</span>
          </li>
          {event.place && (
            <li className={classes.fact}>
              <IconMapPin {...icon} />
              <span>{event.place.name}</span>
            </li>
          )}
          {(event.isRecurring || event.idSeries) && (
            <li className={classes.fact}>
              <IconRepeat {...icon} />
              <span>{texts.ofSeries}</span>
            </li>
          )}
          {event.eventStatus !== 'CONFIRMED' && (
            <li className={classes.fact}>
              <strong>{texts.statuses[event.eventStatus]}</strong>
            </li>
          )}
          {event.visibility === 'PRIVATE' && (
            <li className={classes.fact}>
              <IconLock {...icon} />
              <span>{texts.private}</span>
            </li>
          )}
          {calendar && (
            <li className={classes.fact}>
              <span
                className={classes.swatch}
                style={{ '--c': colorOf(calendar) } as CSSProperties}
              />
              <span>{calendar.name}</span>
            </li>
          )}
          {origin && (
            <li className={classes.fact}>
              <IconRss {...icon} />
              <span>{origin}</span>
            </li>
          )}
        </ul>
        <div className={classes.buttons}>
          <Button component={Link} to={eventPath(event.eventUUID, event.recurrenceId)}>
            {texts.open}
          </Button>
          {calendar && writes(calendar) && (
            <>
              <Button
                component={Link}
                to={editPath(event.eventUUID, context, event.recurrenceId)}
                variant="default"
              >
                {texts.edit}
              </Button>
              <Button variant="default" onClick={() => act('askMove')}>
                {texts.move}
              </Button>
              <Button variant="subtle" color="red" onClick={() => act('remove')}>
                {texts.remove}
              </Button>
            </>
          )}
        </div>
      </div>
    </Sheet>
  );
}
