import { Button } from '@mantine/core';
import { IconMapPin } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { RefObject } from 'react';
import { EmptyState, ErrorState, LoadingState } from '@/components/states.tsx';
import { useOnline } from '@/hooks/useOnline.ts';
import { listTexts } from '@/texts/area.ts';
import { errorTexts } from '@/texts/errors.ts';
import { infopointTexts as texts } from '@/texts/infopoints.ts';
import { type Asked, foundQuery } from '../api.ts';
import { nearestTown } from '../lib/towns.ts';
import type { Cluster, Infopoint } from '../types.ts';
import classes from './infopoints.module.css';
import { PointRow } from './PointRow.tsx';

type ResultsProps = {
  asked: Asked;
  selected: number | null;
  onShow: (point: Infopoint) => void;
  onCluster: (cluster: Cluster) => void;
  /** Back to the whole country; left out where that is what is looked at. */
  onWhole: (() => void) | null;
  /** It has the focus after a step into a group, whose row is gone. */
  heading: RefObject<HTMLHeadingElement | null>;
};

/** The list beside the map: every place, or every group of places, that the map shows. */
export function Results({ asked, selected, onShow, onCluster, onWhole, heading }: ResultsProps) {
  const { data, error, refetch, isPlaceholderData, isPending } = useQuery(foundQuery(asked));
  const online = useOnline();
  const title = asked.by === 'q' ? texts.heading.q(asked.q) : texts.heading[asked.by];
  const empty = texts.empty[asked.by];
  const { content, clusters = [], truncated = false } = data ?? {};
  const total = clusters.reduce((sum, { count }) => sum + count, 0);
  return (
    <section
      className={classes.results}
      aria-labelledby="infopoints-found"
      aria-busy={isPlaceholderData}
    >
      <div className={classes.resultsHead}>
        <h2 id="infopoints-found" ref={heading} tabIndex={-1}>
          {title}
        </h2>
        {onWhole && (
          <Button variant="subtle" size="compact-md" onClick={onWhole}>
            {texts.wholeCountry}
          </Button>
        )}
      </div>
      <p className={classes.count} role="status">
        {data &&
          !isPlaceholderData &&
          (clusters.length > 0 ? texts.clusters(total) : texts.found(content?.length ?? 0))}
      </p>
      {isPending && !error && (online ? <LoadingState /> : <p>{listTexts.offline}</p>)}
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {error && data && (
        <p role="alert">
          {listTexts.stale}{' '}
          <Button variant="subtle" size="compact-md" onClick={() => void refetch()}>
            {errorTexts.retry}
          </Button>
        </p>
      )}
      {clusters.length > 0 && (
        <ul className={classes.list} aria-label={title}>
          {[...clusters]
            .sort((a, b) => b.count - a.count)
            .map((cluster) => (
              <li key={`${cluster.lon},${cluster.lat}`}>
                <button
                  type="button"
                  className={classes.cluster}
                  onClick={() => onCluster(cluster)}
                >
                  {texts.cluster(
                    cluster.count,
                    nearestTown({ longitude: cluster.lon, latitude: cluster.lat }),
                  )}
                </button>
              </li>
            ))}
        </ul>
      )}
      {content && content.length > 0 && (
        <ul className={classes.list} aria-label={title}>
          {content.map((point) => (
            <li key={point.idInfopoint}>
              <PointRow point={point} selected={point.idInfopoint === selected} onShow={onShow} />
            </li>
          ))}
        </ul>
      )}
      {truncated && <p className={classes.count}>{texts.truncated}</p>}
      {data && clusters.length === 0 && content?.length === 0 && (
        <EmptyState
          title={empty.title}
          text={empty.text}
          icon={<IconMapPin size={28} stroke={1.5} />}
        />
      )}
    </section>
  );
}
