import { Button } from '@mantine/core';
import { IconDownload, IconListDetails } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { PagedList } from '@/area/PagedList.tsx';
import { EmptyState } from '@/components/states.tsx';
import { shortTime } from '@/lib/times.ts';
import { moderationTexts as texts } from '@/texts/moderation.ts';
import { csvPath, logQuery } from '../api.ts';
import classes from './moderation.module.css';

/** Every step, the newest first. Nothing of it is ever changed. */
export function Log({ idEntity }: { idEntity: number }) {
  const query = useInfiniteQuery(logQuery(idEntity));
  const steps = query.data?.pages.flatMap(({ content }) => content) ?? [];
  return (
    <>
      {steps.length > 0 && (
        <div>
          <Button
            component="a"
            href={csvPath(idEntity)}
            download
            variant="default"
            size="sm"
            leftSection={<IconDownload size={18} stroke={1.75} aria-hidden="true" />}
          >
            {texts.csv}
          </Button>
        </div>
      )}
      <PagedList
        query={query}
        items={steps}
        keyOf={({ idStep }) => idStep}
        label={texts.log}
        className={classes.steps}
        row={({ moderator, author, action, targetType, created, note }) => (
          <div className={classes.step}>
            <p>
              {texts.step(
                moderator?.displayName ?? texts.author,
                action,
                targetType,
                author?.displayName,
              )}
            </p>
            <time className={classes.faint} dateTime={created}>
              {shortTime(created)}
            </time>
            {note && (
              <p className={classes.note} dir="auto">
                {note}
              </p>
            )}
          </div>
        )}
        empty={
          <EmptyState {...texts.empty.log} icon={<IconListDetails size={28} stroke={1.5} />} />
        }
      />
    </>
  );
}
