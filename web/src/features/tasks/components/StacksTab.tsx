import { Button, TextInput } from '@mantine/core';
import { IconStack2 } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { Form } from '@/area/Form.tsx';
import { Dialog } from '@/components/Dialog.tsx';
import { EmptyState, ErrorState, LoadingState } from '@/components/states.tsx';
import { toast } from '@/components/toast.ts';
import { textOf } from '@/hooks/useSubmit.ts';
import { stackTexts as texts } from '@/texts/tasks.ts';
import { stacksKey, stacksQuery, taskCalls } from '../api.ts';
import { stackPath } from '../paths.ts';
import type { Stack } from '../types.ts';
import { StackView } from './StackView.tsx';
import classes from './stacks.module.css';
import common from './tasks.module.css';

/** One's stacks, or the one that the address says. */
export default function StacksTab({ me }: { me: number }) {
  const [params] = useSearchParams();
  const id = Number(params.get('stack'));
  return Number.isInteger(id) && id > 0 ? (
    <StackView key={id} id={id} me={me} />
  ) : (
    <Stacks me={me} />
  );
}

function Stacks({ me }: { me: number }) {
  const { data, error, refetch } = useQuery(stacksQuery({ user: me }));
  const [creates, setCreates] = useState(false);
  const client = useQueryClient();
  const navigate = useNavigate();
  if (!data) {
    if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
    return <LoadingState />;
  }
  const create = <Button onClick={() => setCreates(true)}>{texts.create}</Button>;
  return (
    <div className={common.part}>
      {data.length === 0 ? (
        <EmptyState {...texts.none} icon={<IconStack2 size={28} stroke={1.5} />}>
          {create}
        </EmptyState>
      ) : (
        <>
          <div className={common.head}>
            <p className={common.faint}>{texts.lead}</p>
            {create}
          </div>
          <ul className={classes.stacks} aria-label={texts.title}>
            {data.map((stack) => (
              <li key={stack.idTaskStack}>
                <Link to={stackPath(stack.idTaskStack)} className={classes.stack}>
                  <span className={classes.name}>{stack.name}</span>
                  <span className={common.faint}>{texts.count(stack.count)}</span>
                </Link>
              </li>
            ))}
          </ul>
        </>
      )}
      {creates && (
        <NameDialog
          title={texts.create}
          submit={texts.create}
          send={(name, key) => taskCalls.createStack({ name }, key)}
          said={texts.created}
          onDone={(stack) => {
            void client.invalidateQueries({ queryKey: stacksKey });
            void navigate(stackPath(stack.idTaskStack));
          }}
          onClose={() => setCreates(false)}
        />
      )}
    </div>
  );
}

type NameDialogProps = {
  title: string;
  submit: string;
  name?: string;
  send: (name: string, key: string) => Promise<Stack>;
  said: string;
  onDone: (stack: Stack) => void;
  onClose: () => void;
};

const NAME_MOST = 80;

/** What a stack is called. */
export function NameDialog({ title, submit, name, send, said, onDone, onClose }: NameDialogProps) {
  return (
    <Dialog title={title} onClose={onClose}>
      <Form
        check={(values) => (textOf(values, 'name') ? {} : { name: texts.noName })}
        send={(values, key) => send(textOf(values, 'name'), key)}
        done={(stack) => {
          toast({ type: 'success', message: said });
          onClose();
          onDone(stack);
        }}
        submit={submit}
        onCancel={onClose}
      >
        {(field) => (
          <TextInput
            label={texts.name}
            maxLength={NAME_MOST}
            autoComplete="off"
            defaultValue={name ?? ''}
            data-autofocus
            {...field('name')}
          />
        )}
      </Form>
    </Dialog>
  );
}
