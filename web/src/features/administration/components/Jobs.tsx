import { Button } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { EmptyState } from '@/components/states.tsx';
import { shortTime } from '@/lib/times.ts';
import { administrationTexts, adminJobsTexts as texts } from '@/texts/administration.ts';
import { administrationCalls, jobsQuery } from '../api.ts';
import type { Administration, FailedJob } from '../types.ts';
import { useRetry } from '../useRetry.ts';
import classes from './administration.module.css';
import { WholeList } from './WholeList.tsx';

/** What was given up, to be tried again. */
export default function Jobs({ of: { idEntity } }: { of: Administration }) {
  const query = useQuery(jobsQuery(idEntity));
  return (
    <section className={classes.part} aria-labelledby="jobs">
      <h2 id="jobs" tabIndex={-1}>
        {texts.title}
      </h2>
      <p className={classes.faint}>{texts.lead}</p>
      <WholeList
        query={query}
        label={texts.title}
        keyOf={({ idJob }) => idJob}
        row={(job) => <JobRow idEntity={idEntity} job={job} />}
        empty={<EmptyState {...texts.none} icon={<IconRefresh size={28} stroke={1.5} />} />}
      />
    </section>
  );
}

function JobRow({ idEntity, job }: { idEntity: number; job: FailedJob }) {
  const { idJob, kind, tries, failed, error } = job;
  const what = texts.kinds[kind] ?? kind;
  const retry = useRetry(
    idEntity,
    () => administrationCalls.retryJob(idEntity, idJob),
    texts.retried,
  );
  return (
    <>
      <div className={classes.about}>
        <p className={classes.strong}>{what}</p>
        <p className={classes.faint}>{texts.failed(shortTime(failed), tries)}</p>
        {job.idEntity !== null && job.idEntity !== idEntity && (
          <p className={classes.faint}>{texts.entity(job.idEntity)}</p>
        )}
        {error && <pre className={classes.error}>{error}</pre>}
      </div>
      <Button
        variant="default"
        aria-label={texts.retryOf(what)}
        loading={retry.isPending}
        onClick={() => retry.mutate()}
      >
        {administrationTexts.retry}
      </Button>
    </>
  );
}
