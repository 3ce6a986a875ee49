import { NativeSelect, TextInput } from '@mantine/core';
import { useState } from 'react';
import { currentOf } from '@/api/ApiError.ts';
import { Form } from '@/area/Form.tsx';
import { Dialog } from '@/components/Dialog.tsx';
import { toast } from '@/components/toast.ts';
import { textOf } from '@/hooks/useSubmit.ts';
import { listTexts as texts } from '@/texts/boards.ts';
import { statusNames } from '@/texts/due.ts';
import type { BoardList, LimitMode, ListFields, ListStatus, ListType } from '../types.ts';
import { useParts } from './context.ts';

const TYPES: ListType[] = ['active', 'closed', 'archive'];
const STATUSES: ListStatus[] = ['TODO', 'IN_PROGRESS', 'DONE', 'CANCELLED'];
const MODES: LimitMode[] = ['hard', 'soft'];
const NAME_MOST = 60;
const LIMIT_MOST = 500;

type ListDialogProps = {
  /** null: a new one, after the last. */
  list: BoardList | null;
  onClose: () => void;
};

const limitOf = (values: FormData) => Number(textOf(values, 'limit') || '0');

function fieldsOf(values: FormData): ListFields {
  return {
    name: textOf(values, 'name'),
    type: textOf(values, 'type') as ListType,
    status: (textOf(values, 'status') as ListStatus) || null,
    limit: limitOf(values),
    limitMode: textOf(values, 'limitMode') as LimitMode,
  };
}

/** A list's name, what it is, and how many cards it takes. */
export function ListDialog({ list, onClose }: ListDialogProps) {
  const { acts } = useParts();
  const [type, setType] = useState<ListType>(list?.type ?? 'active');
  // Of what the fields were filled with. Who is told that another was faster may save all the same.
  const [version, setVersion] = useState(list?.version ?? 0);
  const change = async (idList: number, fields: ListFields) => {
    try {
      await acts.saveList(idList, { ...fields, version });
    } catch (error) {
      setVersion(currentOf<BoardList>(error)?.version ?? version);
      throw error;
    }
  };
  return (
    <Dialog title={list ? texts.editTitle(list.name) : texts.add} onClose={onClose}>
      <Form
        submit={texts.save}
        onCancel={onClose}
        check={(values) => {
          const limit = limitOf(values);
          const isLimit = Number.isInteger(limit) && limit >= 0 && limit <= LIMIT_MOST;
          return {
            name: textOf(values, 'name') ? undefined : texts.noName,
            limit: isLimit ? undefined : texts.wrongLimit,
          };
        }}
        send={(values, key) => {
          const fields = fieldsOf(values);
          return list ? change(list.idList, fields) : acts.addList(fields, key);
        }}
        done={() => {
          onClose();
          toast({ type: 'success', message: texts.saved });
        }}
      >
        {(field) => (
          <>
            <TextInput
              label={texts.name}
              maxLength={NAME_MOST}
              autoComplete="off"
              data-autofocus
              defaultValue={list?.name}
              {...field('name')}
            />
            <NativeSelect
              label={texts.type}
              data={TYPES.map((value) => ({ value, label: texts.types[value] }))}
              value={type}
              onChange={({ currentTarget }) => setType(currentTarget.value as ListType)}
              {...field('type')}
            />
            {type === 'closed' ? (
              <input type="hidden" name="status" value="DONE" />
            ) : (
              <NativeSelect
                label={texts.status}
                data={[
                  { value: '', label: texts.anyStatus },
                  ...STATUSES.map((value) => ({ value, label: statusNames[value] })),
                ]}
                defaultValue={list?.status ?? ''}
                {...field('status')}
              />
            )}
            <TextInput
              label={texts.limit}
              inputMode="numeric"
              autoComplete="off"
              defaultValue={String(list?.limit ?? 0)}
              {...field('limit')}
            />
            <NativeSelect
              label={texts.mode}
              data={MODES.map((value) => ({ value, label: texts.modes[value] }))}
              defaultValue={list?.limitMode ?? 'soft'}
              {...field('limitMode')}
            />
          </>
        )}
      </Form>
    </Dialog>
  );
}
