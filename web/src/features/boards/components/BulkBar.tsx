import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useState } from 'react';
import { Form } from '@/area/Form.tsx';
import { Avatar } from '@/components/Avatar.tsx';
import { Dialog } from '@/components/Dialog.tsx';
import { dropdownItem } from '@/components/Dropdown.tsx';
import { textOf } from '@/hooks/useSubmit.ts';
import { bulkTexts as texts } from '@/texts/boards.ts';
import { BULK_MOST, type Bulk, type Person } from '../types.ts';
import type { Column } from '../view.ts';
import classes from './board.module.css';
import { useParts } from './context.ts';
import { PersonField } from './PersonField.tsx';

type BulkBarProps = {
  marked: readonly number[];
  columns: readonly Column[];
  idEntity: number | null;
  /** Whom the board knows already. */
  known: readonly Person[];
  onClear: () => void;
};

const LABEL_MOST = 30;

/** What is done with all marked cards at once. */
export function BulkBar({ marked, columns, idEntity, known, onClear }: BulkBarProps) {
  const { acts } = useParts();
  const [asks, setAsks] = useState<'MOVE' | 'ASSIGN' | 'LABEL' | null>(null);
  const [pending, setPending] = useState(false);
  const close = () => setAsks(null);
  const isTooMany = marked.length > BULK_MOST;
  const cannot = marked.length === 0 || isTooMany || pending;

  async function run(wish: Bulk, listName?: string) {
    close();
    setPending(true);
    const isDone = await acts.bulk(wish, listName);
    setPending(false);
    if (isDone) onClear();
  }
  const idTasks = [...marked];
  const button = (label: string, onClick: () => void) => (
    <Button size="sm" variant="default" disabled={cannot} onClick={onClick}>
      {label}
    </Button>
  );
  return (
    <section className={classes.bulk} aria-label={texts.label}>
      <p role="status">
        {isTooMany
          ? texts.most(BULK_MOST)
          : marked.length > 0
            ? texts.count(marked.length)
            : texts.none}
      </p>
      {button(texts.move, () => setAsks('MOVE'))}
      {button(texts.assign, () => setAsks('ASSIGN'))}
      {button(texts.label2, () => setAsks('LABEL'))}
      {button(texts.archive, () => void run({ act: 'ARCHIVE', idTasks }))}
      {button(texts.remove, () => void run({ act: 'DELETE', idTasks }))}
      {marked.length > 0 && (
        <Button size="sm" variant="subtle" onClick={onClear}>
          {texts.clear}
        </Button>
      )}
      {asks === 'MOVE' && (
        <Dialog title={texts.move} onClose={close}>
          <Form
            submit={texts.move}
            onCancel={close}
            send={async (values) => Number(textOf(values, 'idList'))}
            done={(idList) => {
              const column = columns.find(({ list }) => list.idList === idList);
              return run({ act: 'MOVE', idTasks, idList }, column?.list.name);
            }}
          >
            {(field) => (
              <NativeSelect
                label={texts.list}
                data={columns.map(({ list }) => ({
                  value: String(list.idList),
                  label: list.name,
                }))}
                data-autofocus
                {...field('idList')}
              />
            )}
          </Form>
        </Dialog>
      )}
      {asks === 'ASSIGN' && (
        <Dialog title={texts.assign} onClose={close}>
          <ul className={classes.known}>
            {known.map(({ id, displayName, avatar }) => (
              <li key={id}>
                <button
                  type="button"
                  className={dropdownItem}
                  onClick={() => void run({ act: 'ASSIGN', idTasks, assignee: id })}
                >
                  <Avatar name={displayName} image={avatar} size={28} />
                  {displayName}
                </button>
              </li>
            ))}
          </ul>
          {idEntity !== null && (
            <PersonField
              idEntity={idEntity}
              label={texts.person}
              onPick={(person) => void run({ act: 'ASSIGN', idTasks, assignee: person.id })}
            />
          )}
        </Dialog>
      )}
      {asks === 'LABEL' && (
        <Dialog title={texts.label2} onClose={close}>
          <Form
            submit={texts.label2}
            onCancel={close}
            check={(values) => ({
              label: textOf(values, 'label') ? undefined : texts.noLabel,
            })}
            send={async (values) => textOf(values, 'label').replace(/^#/, '')}
            done={(label) => run({ act: 'LABEL', idTasks, label })}
          >
            {(field) => (
              <TextInput
                label={texts.labelName}
                maxLength={LABEL_MOST}
                autoComplete="off"
                data-autofocus
                {...field('label')}
              />
            )}
          </Form>
        </Dialog>
      )}
    </section>
  );
}
