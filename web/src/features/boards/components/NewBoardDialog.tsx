import { NativeSelect, Textarea, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Membership } from '@/api/types.ts';
import { DateField } from '@/area/DateField.tsx';
import { Form } from '@/area/Form.tsx';
import { isDate } from '@/area/moments.ts';
import { RadioList } from '@/components/choices.tsx';
import { Dialog } from '@/components/Dialog.tsx';
import { toast } from '@/components/toast.ts';
import { textOf } from '@/hooks/useSubmit.ts';
import { boardFormTexts as texts } from '@/texts/boards.ts';
import { boardCalls, boardKey, boardListKey } from '../api.ts';
import { TEMPLATES, type Template } from '../types.ts';

const NAME_MOST = 80;
const DESCRIPTION_MOST = 2_000;

type NewBoardDialogProps = {
  /** For which one may make one. */
  organisations: readonly Membership[];
  /** Whose it is at first. */
  idEntity: number | null;
  onDone: (idBoard: number) => void;
  onClose: () => void;
};

/** A name, whose it is, and what it begins with; a template's cards have dates counted from one. */
export function NewBoardDialog({ organisations, idEntity, onDone, onClose }: NewBoardDialogProps) {
  const client = useQueryClient();
  const [template, setTemplate] = useState<Template>('EMPTY');
  return (
    <Dialog title={texts.title} onClose={onClose}>
      <Form
        submit={texts.create}
        onCancel={onClose}
        check={(values) => {
          const date = textOf(values, 'date');
          return {
            name: textOf(values, 'name') ? undefined : texts.noName,
            date:
              template === 'EMPTY'
                ? undefined
                : !date
                  ? texts.noDate
                  : isDate(date)
                    ? undefined
                    : texts.notADay,
          };
        }}
        send={(values, key) => {
          const entity = Number(textOf(values, 'idEntity'));
          const txDescription = textOf(values, 'txDescription');
          return boardCalls.create(
            {
              name: textOf(values, 'name'),
              ...(txDescription && { txDescription }),
              ...(entity > 0 && { idEntity: entity, entityRole: 'editor' as const }),
              template,
              ...(template !== 'EMPTY' && { date: textOf(values, 'date') }),
            },
            key,
          );
        }}
        done={(board) => {
          client.setQueryData(boardKey(board.idBoard), board);
          void client.invalidateQueries({ queryKey: boardListKey });
          toast({ type: 'success', message: texts.created(board.name) });
          onDone(board.idBoard);
        }}
      >
        {(field) => (
          <>
            <TextInput
              label={texts.name}
              placeholder={texts.namePlaceholder}
              maxLength={NAME_MOST}
              autoComplete="off"
              data-autofocus
              {...field('name')}
            />
            {organisations.length > 0 && (
              <NativeSelect
                label={texts.belongs}
                data={[
                  { value: '', label: texts.own },
                  ...organisations.map((one) => ({
                    value: String(one.idEntity),
                    label: one.entityName,
                  })),
                ]}
                defaultValue={idEntity === null ? '' : String(idEntity)}
                {...field('idEntity')}
              />
            )}
            <RadioList
              label={texts.template}
              options={TEMPLATES.map((value) => ({ value, ...texts.templates[value] }))}
              value={template}
              onChange={setTemplate}
              {...field('template')}
            />
            {template !== 'EMPTY' && (
              <DateField key={template} label={texts.date[template]} {...field('date')} />
            )}
            <Textarea
              label={texts.description}
              rows={2}
              maxLength={DESCRIPTION_MOST}
              {...field('txDescription')}
            />
          </>
        )}
      </Form>
    </Dialog>
  );
}
