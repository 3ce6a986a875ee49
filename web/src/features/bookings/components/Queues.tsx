import { Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from 'react-router';
import { messageOf } from '@/api/ApiError.ts';
import { FormAlert } from '@/components/FormAlert.tsx';
import { toast } from '@/components/toast.ts';
import { shortDate } from '@/lib/dates.ts';
import { queueTexts as texts } from '@/texts/bookings.ts';
import { bookedAnew, bookingCalls, queuedQuery } from '../api.ts';
import { bookPath } from '../paths.ts';
import { clockOf, dateIn, whenOf } from '../times.ts';
import type { QueuedTime } from '../types.ts';
import classes from './bookings.module.css';

/** The times for which one waits, and those that are held because it is one's turn; nothing where there are none. */
export function Queues() {
  const { data } = useQuery(queuedQuery);
  if (!data || data.content.length === 0) return null;
  return (
    <section className={classes.section} aria-labelledby="queues">
      <h2 id="queues">{texts.title}</h2>
      <ul className={classes.list} aria-labelledby="queues">
        {data.content.map((one) => (
          <li key={one.idWaiting}>
            <Queued time={one} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Queued({ time }: { time: QueuedTime }) {
  const client = useQueryClient();
  const { idBookable, bookableName, entityName, entitySlug, offeredUntil } = time;
  const what = `${bookableName}, ${whenOf(time)}`;
  const leave = useMutation({
    mutationFn: () => bookingCalls.stopWaiting(idBookable, time),
    onSuccess: async () => {
      toast({ type: 'success', message: offeredUntil ? texts.declined : texts.left });
      await bookedAnew(client);
    },
  });
  return (
    <article className={classes.card} aria-label={what}>
      <div className={classes.cardHead}>
        <h3>{whenOf(time)}</h3>
        <span className={classes.status} data-waiting={!offeredUntil || undefined}>
          {offeredUntil ? texts.offered : texts.waits}
        </span>
      </div>
      <p>
        {bookableName} {texts.at}{' '}
        <Link className={classes.place} to={`/${entitySlug}`}>
          {entityName}
        </Link>
      </p>
      {offeredUntil && (
        <p className={classes.faint}>
          {texts.held(`${shortDate(dateIn(offeredUntil))} ${clockOf(offeredUntil)}`)}
        </p>
      )}
      <FormAlert message={leave.error && messageOf(leave.error)} />
      <div className={classes.actions}>
        {offeredUntil && (
          <Button
            component={Link}
            to={bookPath(entitySlug, { bookable: idBookable, date: dateIn(time.start) })}
            aria-label={texts.bookOf(what)}
          >
            {texts.book}
          </Button>
        )}
        <Button
          variant="default"
          loading={leave.isPending}
          aria-label={offeredUntil ? texts.declineOf(what) : texts.leaveOf(what)}
          onClick={() => leave.mutate()}
        >
          {offeredUntil ? texts.decline : texts.leave}
        </Button>
      </div>
    </article>
  );
}
