import { Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { messageOf } from '@/api/ApiError.ts';
import { Card } from '@/components/Card.tsx';
import { ErrorState, LoadingState } from '@/components/states.tsx';
import { toast } from '@/components/toast.ts';
import { progressTexts as texts } from '@/texts/invitations.ts';
import { batchQuery, inviteCalls, isOver } from '../api.ts';
import { tablePath } from '../paths.ts';
import type { BatchRow } from '../types.ts';
import classes from './invitations.module.css';

type ProgressProps = {
  idBatch: number;
  /** What failed is to be mended and sent again. */
  onMend: (rows: BatchRow[]) => void;
  onAnother: () => void;
};

/** How far a batch is, asked for until it is over; then what became of it. */
export function Progress({ idBatch, onMend, onAnother }: ProgressProps) {
  const client = useQueryClient();
  const query = batchQuery(idBatch);
  const { data, error, refetch } = useQuery(query);
  const failed = (failure: unknown) => toast({ type: 'error', message: messageOf(failure) });
  const cancel = useMutation({
    mutationFn: () => inviteCalls.cancel(idBatch),
    onSuccess: (batch) => {
      client.setQueryData(query.queryKey, batch);
      toast({ type: 'info', message: texts.cancelled });
      return client.invalidateQueries({ queryKey: query.queryKey });
    },
    onError: failed,
  });
  const mend = useMutation({
    mutationFn: () => inviteCalls.failedRows(idBatch),
    onSuccess: onMend,
    onError: failed,
  });
  if (!data) {
    return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <LoadingState />;
  }
  const { total, waiting, sent, skipped, status } = data;
  const over = isOver(data);
  return (
    <Card id="utskicket" title={texts.title}>
      <div className={classes.stack}>
        <p role="status">{texts.status[status]}</p>
        <progress
          className={classes.bar}
          aria-label={texts.bar}
          value={total - waiting}
          max={Math.max(total, 1)}
        />
        <p className={classes.faint}>
          {texts.counts(sent, skipped, data.failed)}
          {waiting > 0 && ` · ${texts.left(waiting)}`}
        </p>
        <div className={classes.buttons}>
          {over && data.failed > 0 && (
            <Button loading={mend.isPending} onClick={() => mend.mutate()}>
              {texts.retry(data.failed)}
            </Button>
          )}
          {over ? (
            <Button variant="default" onClick={onAnother}>
              {texts.another}
            </Button>
          ) : (
            <Button
              variant="default"
              loading={cancel.isPending}
              disabled={data.stopped !== undefined}
              onClick={() => cancel.mutate()}
            >
              {texts.cancel}
            </Button>
          )}
          <Button variant="default" component="a" href={tablePath(idBatch)} download>
            {texts.table}
          </Button>
        </div>
      </div>
    </Card>
  );
}
