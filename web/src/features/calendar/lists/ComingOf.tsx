import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import type { SlotProps } from '@/area/slots.ts';
import { useSignedIn } from '@/lib/session.ts';
import { comingTexts as texts } from '@/texts/engagement.ts';
import { comingQuery, type Owner } from './api.ts';
import { EventRow } from './EventRow.tsx';
import classes from './lists.module.css';

/** On a page: the rest is in the calendar. */
const FEW = 4;

/**
 * What an organisation or a person has ahead, as far as the reader may see it; nothing where there is none, or none to be had.
 * Who is not signed in sees what the organisation shows to everybody.
 */
export function ComingOf({ owner, name }: { owner: Owner; name: string }) {
  const heading = useId();
  const { data = [] } = useQuery(comingQuery(owner, useSignedIn()));
  if (data.length === 0) return null;
  return (
    <section className={classes.section} aria-labelledby={heading}>
      <h2 id={heading}>{texts.title}</h2>
      <ul className={classes.coming} aria-label={texts.of(name)}>
        {data.slice(0, FEW).map(({ event, coverImage }) => (
          <li key={`${event.eventUUID} ${event.start}`}>
            <EventRow event={event} coverImage={coverImage} level={3} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** As it stands on the page of an organisation or a person. */
export default function ComingOfPage(page: SlotProps['organisation'] | SlotProps['person']) {
  return <ComingOf owner={page} name={page.name} />;
}
