import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { Form } from '@/area/Form.tsx';
import type { SlotProps } from '@/area/slots.ts';
import { Dialog } from '@/components/Dialog.tsx';
import { ErrorState, LoadingState } from '@/components/states.tsx';
import { toast } from '@/components/toast.ts';
import { textOf } from '@/hooks/useSubmit.ts';
import { boardOfTaskTexts as texts } from '@/texts/boards.ts';
import { type BoardsOf, boardCalls, boardListQuery, boardQuery } from '../api.ts';
import { newBoardPath } from '../paths.ts';

type PutOnBoardProps = SlotProps['taskPage'] & { of: BoardsOf; onClose: () => void };

/** Which of its owner's boards a task is put on, and in which list. */
export function PutOnBoard({ idTask, idEntity, of, onMoved, onClose }: PutOnBoardProps) {
  const { data, error, refetch } = useQuery(boardListQuery(of));
  const boards = data?.filter(
    ({ role, archived }) => archived === null && (role === 'owner' || role === 'editor'),
  );
  const [chosen, setChosen] = useState<number | null>(null);
  const board = boards?.find((one) => one.idBoard === chosen) ?? boards?.[0];
  const { data: whole } = useQuery({
    ...boardQuery(board?.idBoard ?? 0),
    enabled: board !== undefined,
  });
  return (
    <Dialog title={texts.put} onClose={onClose}>
      {error && !data ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : !boards ? (
        <LoadingState />
      ) : !board ? (
        <p>
          {texts.none} <Link to={newBoardPath(idEntity ?? undefined)}>{texts.create}</Link>
        </p>
      ) : (
        <Form
          submit={texts.save}
          onCancel={onClose}
          check={(values) => ({ idList: textOf(values, 'idList') ? undefined : texts.noList })}
          send={(values, key) =>
            boardCalls.putTask(board.idBoard, Number(textOf(values, 'idList')), idTask, key)
          }
          done={() => {
            onMoved();
            onClose();
            toast({ type: 'success', message: texts.done(board.name) });
          }}
        >
          {(field) => (
            <>
              <NativeSelect
                label={texts.board}
                data={boards.map(({ idBoard, name }) => ({ value: String(idBoard), label: name }))}
                value={String(board.idBoard)}
                onChange={({ currentTarget }) => setChosen(Number(currentTarget.value))}
                data-autofocus
              />
              {whole?.idBoard === board.idBoard ? (
                <NativeSelect
                  key={board.idBoard}
                  label={texts.list}
                  data={whole.lists.map(({ idList, name }) => ({
                    value: String(idList),
                    label: name,
                  }))}
                  {...field('idList')}
                />
              ) : (
                <LoadingState />
              )}
            </>
          )}
        </Form>
      )}
    </Dialog>
  );
}
