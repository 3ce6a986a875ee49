import { Button } from '@mantine/core';
import { IconBellRinging } from '@tabler/icons-react';
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { messageOf } from '@/api/ApiError.ts';
import type { Message, ReceiptPerson, Receipts } from '@/api/types.ts';
import { Avatar } from '@/components/Avatar.tsx';
import { Dialog } from '@/components/Dialog.tsx';
import { ErrorState, LoadingState } from '@/components/states.tsx';
import { shortTime } from '@/lib/times.ts';
import { listTexts } from '@/texts/area.ts';
import { announceTexts as texts } from '@/texts/asking.ts';
import type { Timeline } from '../cache/model.ts';
import { chatKeys } from '../queries.ts';
import classes from './asking.module.css';
import { receiptsQuery, remind } from './calls.ts';

/** Who has confirmed a message and who has not; those can be asked once more. */
export default function ReceiptsDialog({
  message,
  onClose,
}: {
  message: Message;
  onClose: () => void;
}) {
  const ackCount = useAckCount(message);
  const query = useInfiniteQuery(receiptsQuery(message.id, ackCount));
  const pages = query.data?.pages;
  return (
    <Dialog title={texts.title} onClose={onClose}>
      {!pages && query.error && <ErrorState error={query.error} onRetry={query.refetch} />}
      {!pages && !query.error && <LoadingState />}
      {pages && (
        <div className={classes.receipts}>
          <Sum message={message} pages={pages} />
          {groupsOf(pages).map(({ key, people }) => (
            <section key={key}>
              <h3>
                {texts.groups[key]} <span className={classes.note}>{people.length}</span>
              </h3>
              {people.length === 0 ? (
                <p className={classes.note}>{texts.nobody}</p>
              ) : (
                <ul aria-label={texts.groups[key]}>{people.map(line)}</ul>
              )}
            </section>
          ))}
          <p className={classes.note}>{texts.groupHint}</p>
          {query.hasNextPage && (
            <Button
              variant="default"
              loading={query.isFetchingNextPage}
              onClick={() => void query.fetchNextPage()}
            >
              {listTexts.more}
            </Button>
          )}
        </div>
      )}
    </Dialog>
  );
}

/** Followed while it is open. */
function useAckCount({ id, channelId, ackCount }: Message): number {
  const held = useQuery<Timeline>({ queryKey: chatKeys.messages(channelId), enabled: false }).data;
  return held?.byId[id]?.ackCount ?? ackCount ?? 0;
}

function groupsOf(pages: readonly Receipts[]) {
  const all = (key: 'acked' | 'read' | 'waiting') => pages.flatMap((page) => page[key]);
  const acked = all('acked');
  const done = new Set(acked.map(({ userId }) => userId));
  const read = all('read').filter(({ userId }) => !done.has(userId));
  const seen = new Set(read.map(({ userId }) => userId));
  return [
    { key: 'waiting', people: all('waiting').filter(({ userId }) => !seen.has(userId)) },
    { key: 'read', people: read },
    { key: 'acked', people: acked },
  ] as const;
}

function Sum({ message, pages }: { message: Message; pages: readonly Receipts[] }) {
  const client = useQueryClient();
  const newest = pages[0];
  const { mutate, data, error, isPending } = useMutation({
    mutationFn: () => remind(message.id),
    onSuccess: () => client.invalidateQueries({ queryKey: ['chat', 'receipts', message.id] }),
  });
  if (!newest) return null;
  const { ackCount, audience, reminded } = newest;
  return (
    <div className={classes.sum}>
      <p>
        <b>{texts.count(ackCount, audience)}</b>
        {reminded && (
          <span className={classes.note}> · {texts.lastReminded(shortTime(reminded))}</span>
        )}
      </p>
      {ackCount < audience && (
        <Button
          variant="default"
          leftSection={<IconBellRinging size={18} aria-hidden="true" />}
          loading={isPending}
          onClick={() => mutate()}
        >
          {texts.remind}
        </Button>
      )}
      <p role="status" className={classes.told}>
        {data && texts.reminded(data.reminded)}
      </p>
      {error && (
        <p role="alert" className={classes.failure}>
          {messageOf(error)}
        </p>
      )}
    </div>
  );
}

const line = ({ userId, displayName, avatar, at }: ReceiptPerson) => (
  <li key={userId}>
    <Avatar name={displayName} image={avatar ?? null} size={28} />
    <span dir="auto">{displayName}</span>
    {at && <time dateTime={at}>{shortTime(at)}</time>}
  </li>
);
