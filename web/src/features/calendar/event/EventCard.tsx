import { IconCalendarEvent } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { CardFrame } from '@/area/CardFrame.tsx';
import { cardTexts as texts } from '@/texts/cards.ts';
import { eventQuery } from '../api.ts';
import { formOf } from '../editor/form.ts';
import type { Enrollment } from '../enrollment/api.ts';
import { SeatFacts } from '../enrollment/SeatFacts.tsx';
import { useSeats } from '../enrollment/useSeats.ts';
import { eventPath } from '../paths.ts';
import { repeatWords } from '../repeat.ts';
import type { CalendarEvent } from '../types.ts';
import { formWhen } from '../words.ts';
import { coverAt } from './cover.ts';
import classes from './event.module.css';

/** An event within a message, as it is now and as far as one may see it. */
export default function EventCard({ id }: { id: string }) {
  const { data: event, error } = useQuery({ ...eventQuery(id, true), retry: false });
  return (
    <CardFrame
      icon={<IconCalendarEvent size={20} stroke={1.75} aria-hidden="true" />}
      kind={texts.event}
      error={error}
      loading={!event}
    >
      {event && <Told event={event} />}
    </CardFrame>
  );
}

function Told({ event }: { event: CalendarEvent }) {
  const form = formOf(event);
  const enrollment = event.enrollment as Enrollment | null;
  const isOver = event.eventStatus === 'CANCELLED';
  const cover = coverAt(event.coverImage, 512);
  return (
    <>
      {cover && (
        <img className={classes.cover} src={cover} alt={event.coverAlt ?? ''} loading="lazy" />
      )}
      <Link to={eventPath(event.eventUUID)}>
        <b dir="auto">{event.title}</b>
      </Link>
      {isOver && <span>{texts.cancelled}</span>}
      <span>
        {event.rrule ? repeatWords(event.rrule, form.startDate, event.timeZone) : formWhen(form)}
      </span>
      {event.place && <span dir="auto">{event.place.name}</span>}
      {enrollment && !event.rrule && !isOver && <Places event={event} enrollment={enrollment} />}
    </>
  );
}

function Places({ event, enrollment }: { event: CalendarEvent; enrollment: Enrollment }) {
  useSeats(event, null, false);
  return (
    <>
      <SeatFacts enrollment={enrollment} />
      <Link to={eventPath(event.eventUUID)}>{texts.answer}</Link>
    </>
  );
}
