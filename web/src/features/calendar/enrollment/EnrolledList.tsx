import { Button, NativeSelect, TextInput } from '@mantine/core';
import { IconDownload, IconQrcode, IconUserCheck, IconUserPlus } from '@tabler/icons-react';
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useState } from 'react';
import { messageOf } from '@/api/ApiError.ts';
import { Confirm } from '@/components/Dialog.tsx';
import { ErrorState, LoadingState } from '@/components/states.tsx';
import { toast } from '@/components/toast.ts';
import { useOnline } from '@/hooks/useOnline.ts';
import { loadPart } from '@/lib/loadPart.ts';
import { doorTexts, enrolledTexts as texts } from '@/texts/enrollment.ts';
import type { CalendarEvent } from '../types.ts';
import {
  type EnrolledPerson,
  type EnrollmentStatus,
  enrolledKey,
  enrolledQuery,
  enrollmentCalls,
  type Occurrence,
  tablePath,
  type Verb,
} from './api.ts';
import classes from './enrollment.module.css';
import { PersonRow } from './PersonRow.tsx';
import { foundIn, seenAs } from './people.ts';
import { useCheckIns } from './useCheckIns.ts';

const peopleDialogs = () => loadPart(() => import('./peopleDialogs.tsx'));
const EnrolDialog = lazy(async () => ({ default: (await peopleDialogs()).EnrolDialog }));
const InviteDialog = lazy(async () => ({ default: (await peopleDialogs()).InviteDialog }));
const TicketReader = lazy(() => loadPart(() => import('./TicketReader.tsx')));

/** Two doors hear of each other so often: what happens there takes no seat. */
const OTHER_DOOR_MS = 30_000;
const LISTS = Object.keys(texts.lists) as (keyof typeof texts.lists)[];
/** What one click does not take back. */
const ASKED: Verb[] = ['remove', 'reject'];

type Doing = { person: EnrolledPerson; verb: Verb };
type Open = 'invite' | 'enrol' | 'read' | Doing | null;

/** Who comes, waits or was there, for who runs it: asked, judged and checked in here. */
export default function EnrolledList({ of, event }: { of: Occurrence; event: CalendarEvent }) {
  const client = useQueryClient();
  const online = useOnline();
  const [status, setStatus] = useState<EnrollmentStatus | null>(null);
  const [typed, setTyped] = useState('');
  const [open, setOpen] = useState<Open>(null);
  const query = useInfiniteQuery({
    ...enrolledQuery(of, status),
    refetchInterval: OTHER_DOOR_MS,
  });
  const { data, error, refetch, hasNextPage, isFetching, fetchNextPage } = query;
  const door = useCheckIns(of);
  const judge = useMutation({
    mutationFn: ({ person, verb }: Doing) => enrollmentCalls.judge(of, person.idUser, verb),
    onError: (failed) => toast({ type: 'error', message: messageOf(failed) }),
    onSettled: async () => {
      setOpen(null);
      await client.invalidateQueries({ queryKey: enrolledKey(of) });
    },
  });
  // Whom one looks for may stand further down.
  const seeks = typed.trim() !== '';
  useEffect(() => {
    if (seeks && hasNextPage && !isFetching) void fetchNextPage();
  }, [seeks, hasNextPage, isFetching, fetchNextPage]);

  const all = seenAs(data?.pages.flatMap(({ content }) => content) ?? [], door.waiting);
  const people = foundIn(all, typed);

  function act(doing: Doing) {
    const { person, verb } = doing;
    const waiting = door.waiting.find(({ idUser }) => idUser === person.idUser);
    if (verb === 'checkin') door.checkIn(person);
    else if (verb === 'undo' && waiting) door.takeBack(waiting);
    else if (ASKED.includes(verb)) setOpen(doing);
    else judge.mutate(doing);
  }

  return (
    <section className={classes.card} aria-labelledby="enrolled">
      <div className={classes.head}>
        <h2 id="enrolled">{texts.title}</h2>
        <div className={classes.buttons}>
          <Button
            leftSection={<IconUserPlus size={18} stroke={1.75} aria-hidden="true" />}
            onClick={() => setOpen('invite')}
          >
            {texts.invite}
          </Button>
          <Button
            variant="default"
            leftSection={<IconUserCheck size={18} stroke={1.75} aria-hidden="true" />}
            onClick={() => setOpen('enrol')}
          >
            {texts.enrol}
          </Button>
          <Button
            variant="default"
            leftSection={<IconQrcode size={18} stroke={1.75} aria-hidden="true" />}
            onClick={() => setOpen('read')}
          >
            {doorTexts.read}
          </Button>
        </div>
      </div>
      {door.waiting.length > 0 && (
        <div className={classes.waits} role="status">
          <span>{doorTexts.waits(door.waiting.length)}</span>
          {online && (
            <Button size="sm" variant="default" onClick={() => void door.send()}>
              {doorTexts.send}
            </Button>
          )}
        </div>
      )}
      <div className={classes.filters}>
        <NativeSelect
          label={texts.show}
          value={status ?? ''}
          data={[
            { value: '', label: texts.all },
            ...LISTS.map((value) => ({ value, label: texts.lists[value] })),
          ]}
          onChange={({ currentTarget: { value } }) =>
            setStatus(value ? (value as EnrollmentStatus) : null)
          }
        />
        <TextInput
          type="search"
          label={texts.search}
          value={typed}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        />
      </div>
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {error && data && online && <p role="alert">{texts.failed}</p>}
      {!data && !error && <LoadingState />}
      {data && all.length === 0 && <p>{status ? texts.noneSuch : texts.none}</p>}
      {data && all.length > 0 && people.length === 0 && !isFetching && <p>{texts.notFound}</p>}
      {people.length > 0 && (
        <ul className={classes.people} aria-label={texts.shown(people.length)}>
          {people.map((one) => (
            <PersonRow
              key={one.idUser}
              person={one}
              questions={event.enrollment?.questions ?? []}
              online={online}
              pending={judge.isPending}
              onVerb={(verb) => act({ person: one, verb })}
            />
          ))}
        </ul>
      )}
      {hasNextPage && !seeks && (
        <Button
          variant="default"
          className={classes.start}
          loading={query.isFetchingNextPage}
          onClick={() => void fetchNextPage()}
        >
          {texts.more}
        </Button>
      )}
      <a className={classes.download} href={tablePath(of)} download>
        <IconDownload size={18} stroke={1.75} aria-hidden="true" />
        {texts.download}
      </a>
      <Suspense>
        {open === 'invite' && (
          <InviteDialog of={of} calendarUUID={event.calendarUUID} onClose={() => setOpen(null)} />
        )}
        {open === 'enrol' && <EnrolDialog of={of} event={event} onClose={() => setOpen(null)} />}
        {open === 'read' && <TicketReader of={of} people={all} onClose={() => setOpen(null)} />}
      </Suspense>
      {open && typeof open === 'object' && (
        <Confirm
          danger
          title={
            open.verb === 'reject'
              ? texts.rejectTitle(open.person.displayName)
              : texts.removeTitle(open.person.displayName)
          }
          text={open.verb === 'reject' ? texts.rejectText : texts.removeText}
          action={texts.verbs[open.verb]}
          pending={judge.isPending}
          onConfirm={() => judge.mutate(open)}
          onClose={() => setOpen(null)}
        />
      )}
    </section>
  );
}
