import { useInfiniteQuery } from '@tanstack/react-query';
import { PagedList } from '@/area/PagedList.tsx';
import { Card } from '@/components/Card.tsx';
import { shortTime } from '@/lib/times.ts';
import { contactsFailed, contactsTexts as texts } from '@/texts/contacts.ts';
import { incomingQuery, outgoingQuery } from '../api.ts';
import { distinct } from '../lists.ts';
import type { ContactRequest, StatusName } from '../types.ts';
import { usePersonActions } from '../usePersonActions.tsx';
import classes from './contacts.module.css';
import { PersonLine } from './PersonLine.tsx';
import { MoreActions, NextActions } from './StatusButton.tsx';

/** Who waits for me, and for whom I wait. */
export default function RequestLists() {
  return (
    <>
      <Requests id="incoming" query={incomingQuery} status="request_received" />
      <Requests id="outgoing" query={outgoingQuery} status="request_sent" />
    </>
  );
}

type RequestsProps = {
  id: 'incoming' | 'outgoing';
  query: typeof incomingQuery;
  status: StatusName;
};

function Requests({ id, query: asked, status }: RequestsProps) {
  const query = useInfiniteQuery(asked);
  return (
    <Card id={id} title={texts[id]}>
      <PagedList
        query={query}
        items={distinct(query.data, (one) => one.id)}
        keyOf={(one) => one.id}
        label={texts[id]}
        failed={contactsFailed[id]}
        className={classes.plainRows}
        rowClassName={classes.row}
        empty={
          <p className={classes.note} role="status">
            {texts.empty[id]}
          </p>
        }
        row={(request) => <Row request={request} status={status} />}
      />
    </Card>
  );
}

function Row({ request, status }: { request: ContactRequest; status: StatusName }) {
  const { user, message, created } = request;
  const { next, more, dialog } = usePersonActions(user, {
    userId: user.id,
    status,
    canRequest: false,
    isFollowing: false,
    requestId: request.id,
  });
  const when = shortTime(created);
  return (
    <>
      <PersonLine
        person={user}
        facts={status === 'request_sent' ? texts.sent(when) : texts.came(when)}
        controls={
          <>
            <NextActions actions={next} />
            {status === 'request_received' && (
              <MoreActions
                name={user.displayName}
                actions={more.filter((one) => one.id === 'block')}
              />
            )}
          </>
        }
      >
        {message && (
          <blockquote className={classes.quote} dir="auto">
            {message}
          </blockquote>
        )}
      </PersonLine>
      {dialog}
    </>
  );
}
