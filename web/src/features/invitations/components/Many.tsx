import { Button, NativeSelect, Textarea } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ChangeEvent, useRef, useState } from 'react';
import { messageOf } from '@/api/ApiError.ts';
import type { Entity } from '@/api/types.ts';
import { Card } from '@/components/Card.tsx';
import { FormAlert } from '@/components/FormAlert.tsx';
import { manyTexts as texts } from '@/texts/invitations.ts';
import { batchesQuery, inviteCalls, isOver, type List } from '../api.ts';
import { rolesOf } from '../roles.ts';
import { failedAs, goodOf, type Row, rowsOf, sentAs } from '../rows.ts';
import type { Batch, BatchRow } from '../types.ts';
import classes from './invitations.module.css';
import { Progress } from './Progress.tsx';
import { Rows } from './Rows.tsx';

/** Many at once: a list is pasted or chosen, looked at, mended, sent, and followed until it is over. */
export default function Many({ entity }: { entity: Entity }) {
  const client = useQueryClient();
  const { data: batches } = useQuery(batchesQuery(entity.idEntity));
  /** The one that is followed; undefined: the newest, while it is on its way. Null: none, a list is made. */
  const [chosen, setChosen] = useState<number | null | undefined>(undefined);
  const [failed, setFailed] = useState<Row[] | null>(null);
  const running = batches?.find((batch) => !isOver(batch))?.idBatchInvitation;
  const followed = chosen === undefined ? running : (chosen ?? undefined);
  if (followed !== undefined) {
    return (
      <Progress
        key={followed}
        idBatch={followed}
        onMend={(rows: BatchRow[]) => {
          setFailed(failedAs(rows));
          setChosen(null);
        }}
        onAnother={() => {
          setFailed(null);
          setChosen(null);
        }}
      />
    );
  }
  return (
    <NewList
      entity={entity}
      begin={failed}
      onSent={(batch) => {
        setFailed(null);
        setChosen(batch.idBatchInvitation);
        void client.invalidateQueries({ queryKey: batchesQuery(entity.idEntity).queryKey });
      }}
    />
  );
}

type NewListProps = { entity: Entity; begin: Row[] | null; onSent: (batch: Batch) => void };

function NewList({ entity, begin, onSent }: NewListProps) {
  const [rows, setRows] = useState<Row[] | null>(begin);
  const [text, setText] = useState('');
  const [relationType, setRelationType] = useState(() => rolesOf(entity)[0]?.value ?? 'MEMBER');
  const [message, setMessage] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const file = useRef<HTMLInputElement>(null);
  /** The same list is sent under one key, however often: a lost answer doubles nothing. */
  const key = useRef(crypto.randomUUID());
  const failed = (error: unknown) => setProblem(messageOf(error));
  const look = useMutation({
    mutationFn: (list: List) => inviteCalls.preview(entity.idEntity, list, relationType),
    onMutate: () => setProblem(null),
    onSuccess: (preview) => {
      key.current = crypto.randomUUID();
      setRows(rowsOf(preview));
    },
    onError: failed,
  });
  const send = useMutation({
    mutationFn: (good: Row[]) =>
      inviteCalls.send(
        entity.idEntity,
        { rows: sentAs(good), ...(message.trim() && { message: message.trim() }) },
        relationType,
        key.current,
      ),
    onMutate: () => setProblem(null),
    onSuccess: onSent,
    onError: failed,
  });
  function choose(event: ChangeEvent<HTMLInputElement>) {
    const chosen = event.currentTarget.files?.[0];
    // The same file can be chosen again after it was mended.
    event.currentTarget.value = '';
    if (chosen) look.mutate(new Blob([chosen], { type: 'text/csv' }));
  }
  function check() {
    if (rows) return look.mutate({ rows: sentAs(rows) });
    if (text.trim() === '') return setProblem(texts.empty);
    look.mutate(new Blob([text], { type: 'text/csv' }));
  }
  const good = rows ? goodOf(rows) : [];
  const isEdited = rows?.some(({ edited }) => edited) ?? false;
  return (
    <Card id="manga" title={rows ? texts.list : texts.title} text={rows ? undefined : texts.text}>
      <div className={classes.stack}>
        <FormAlert message={problem} />
        {rows === null ? (
          <>
            <Textarea
              label={texts.paste}
              placeholder={texts.placeholder}
              rows={5}
              value={text}
              onChange={(event) => setText(event.currentTarget.value)}
            />
            <input
              ref={file}
              type="file"
              hidden
              accept=".csv,.txt,.tsv,text/csv,text/plain"
              aria-label={texts.file}
              onChange={choose}
            />
          </>
        ) : (
          <Rows entity={entity} rows={rows} onChange={setRows} />
        )}
        <NativeSelect
          label={texts.usual}
          data={rolesOf(entity)}
          value={relationType}
          onChange={(event) => {
            setRelationType(event.currentTarget.value);
            // What was looked at was looked at for another role.
            setRows((rows) => rows?.map((row) => ({ ...row, edited: true })) ?? null);
          }}
        />
        {rows !== null && (
          <Textarea
            label={texts.message}
            rows={2}
            maxLength={500}
            value={message}
            onChange={(event) => setMessage(event.currentTarget.value)}
          />
        )}
        <div className={classes.buttons}>
          {rows !== null && !isEdited && good.length > 0 && (
            <Button loading={send.isPending} onClick={() => send.mutate(good)}>
              {texts.send(good.length)}
            </Button>
          )}
          {(rows === null || isEdited) && (
            <Button loading={look.isPending} onClick={check}>
              {rows ? texts.again : texts.check}
            </Button>
          )}
          {rows === null ? (
            <Button
              variant="default"
              disabled={look.isPending}
              onClick={() => file.current?.click()}
            >
              {texts.file}
            </Button>
          ) : (
            <Button
              variant="default"
              onClick={() => {
                setRows(null);
                setProblem(null);
              }}
            >
              {texts.startOver}
            </Button>
          )}
        </div>
      </div>
    </Card>
  );
}
