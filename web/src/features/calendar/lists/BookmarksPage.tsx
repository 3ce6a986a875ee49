import { Button } from '@mantine/core';
import { IconBookmark, IconBookmarkOff } from '@tabler/icons-react';
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { Link } from 'react-router';
import { messageOf } from '@/api/ApiError.ts';
import { PagedList } from '@/area/PagedList.tsx';
import { EmptyState } from '@/components/states.tsx';
import { toast } from '@/components/toast.ts';
import { usePageTitle } from '@/hooks/usePageTitle.ts';
import { bookmarkTexts as texts } from '@/texts/engagement.ts';
import { calendarKey } from '../api.ts';
import { setToggle } from '../engagement/calls.ts';
import { CALENDAR, EVENTS } from '../paths.ts';
import { bookmarksQuery } from './api.ts';
import { EventRow } from './EventRow.tsx';
import classes from './lists.module.css';

/** /kalender/bokmarken: the events that I keep in mind. */
export default function BookmarksPage() {
  const client = useQueryClient();
  const heading = useRef<HTMLHeadingElement>(null);
  const query = useInfiniteQuery(bookmarksQuery);
  const refresh = () => client.invalidateQueries({ queryKey: calendarKey });
  const fail = (error: unknown) => toast({ type: 'error', message: messageOf(error) });
  const remove = useMutation({
    mutationFn: (eventUUID: string) => setToggle(eventUUID, 'bookmark', false),
    onSuccess: async (_, eventUUID) => {
      await refresh();
      // The button that had the focus is gone with its row.
      heading.current?.focus();
      toast({
        type: 'success',
        message: texts.removed,
        action: {
          label: texts.undo,
          run: () => void setToggle(eventUUID, 'bookmark', true).then(refresh, fail),
        },
      });
    },
    onError: fail,
  });
  usePageTitle(texts.title);
  return (
    <div className={classes.page} data-tour="area">
      <div className={classes.head}>
        <h1 ref={heading} className={classes.title} tabIndex={-1}>
          {texts.title}
        </h1>
        <Button component={Link} to={CALENDAR} variant="default">
          {texts.calendar}
        </Button>
      </div>
      <p className={classes.lead}>{texts.lead}</p>
      <PagedList
        query={query}
        items={query.data?.pages.flatMap(({ content }) => content) ?? []}
        keyOf={({ idBookmark }) => idBookmark}
        label={texts.list}
        className={classes.list}
        rowClassName={classes.item}
        row={({ event, coverImage }) => (
          <EventRow event={event} coverImage={coverImage} level={2}>
            <button
              type="button"
              className={classes.remove}
              aria-label={texts.remove(event.title)}
              title={texts.remove(event.title)}
              disabled={remove.isPending}
              onClick={() => remove.mutate(event.eventUUID)}
            >
              <IconBookmarkOff size={20} stroke={1.75} aria-hidden="true" />
            </button>
          </EventRow>
        )}
        empty={
          <EmptyState
            title={texts.empty}
            text={texts.emptyText}
            icon={<IconBookmark size={28} stroke={1.5} />}
          >
            <Button component={Link} to={EVENTS}>
              {texts.find}
            </Button>
          </EmptyState>
        }
      />
    </div>
  );
}
