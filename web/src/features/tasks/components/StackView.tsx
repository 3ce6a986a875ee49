import { Button } from '@mantine/core';
import { IconChevronLeft, IconStack2 } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { ConfirmCall } from '@/area/ConfirmCall.tsx';
import { type Choice, Picker } from '@/area/Picker.tsx';
import { EmptyState, ErrorState, LoadingState } from '@/components/states.tsx';
import { dueWords } from '@/lib/due.ts';
import { stackTexts as texts } from '@/texts/tasks.ts';
import { stackQuery, stacksKey, taskCalls, tasksKey, tasksQuery } from '../api.ts';
import { type Held, tasksIn } from '../fold.ts';
import { TASKS } from '../paths.ts';
import type { Task, WholeStack } from '../types.ts';
import { useStackActs } from '../useStackActs.ts';
import { useClock } from '../useTasks.ts';
import { QuickLine } from './QuickLine.tsx';
import { NameDialog } from './StacksTab.tsx';
import { StackTasks } from './StackTasks.tsx';
import classes from './stacks.module.css';
import common from './tasks.module.css';

/** Without what has just been deleted. */
const shownOf = ({ tasks }: WholeStack) => tasks.filter((task: Held) => !task.gone) as typeof tasks;

const STACKS = `${TASKS}?tab=stackar`;

/** One stack: its tasks in their order. */
export function StackView({ id, me }: { id: number; me: number }) {
  const { data, error, refetch } = useQuery(stackQuery(id));
  return (
    <div className={common.part}>
      <Link to={STACKS} className={common.back}>
        <IconChevronLeft size={18} stroke={1.75} aria-hidden="true" />
        {texts.all}
      </Link>
      {data && <Shown stack={data} tasks={shownOf(data)} me={me} />}
      {!data && error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <LoadingState />}
    </div>
  );
}

type ShownProps = { stack: WholeStack; tasks: WholeStack['tasks']; me: number };

function Shown({ stack: whole, tasks, me }: ShownProps) {
  const stack = { ...whole, tasks };
  const client = useQueryClient();
  const navigate = useNavigate();
  const acts = useStackActs(stack);
  const [asks, setAsks] = useState<'rename' | 'remove' | null>(null);
  const { idTaskStack, name, version, idEntity } = stack;
  const anew = () => void client.invalidateQueries({ queryKey: stacksKey });
  const close = () => setAsks(null);
  return (
    <>
      <div className={common.head}>
        <h2>{name}</h2>
        <div className={classes.buttons}>
          <Button variant="default" size="sm" onClick={() => setAsks('rename')}>
            {texts.rename}
          </Button>
          <Button variant="default" size="sm" onClick={() => setAsks('remove')}>
            {texts.remove}
          </Button>
        </div>
      </div>
      <QuickLine with={{ idTaskStack, ...(idEntity !== null && { idEntity }) }} />
      {tasks.length === 0 ? (
        <EmptyState {...texts.empty} icon={<IconStack2 size={28} stroke={1.5} />} />
      ) : (
        <StackTasks stack={stack} acts={acts} />
      )}
      <ExistingTask stack={stack} me={me} onPick={acts.add} />
      {asks === 'rename' && (
        <NameDialog
          title={texts.rename}
          submit={texts.save}
          name={name}
          send={(next) => taskCalls.renameStack(idTaskStack, { name: next, version })}
          said={texts.renamed}
          onDone={anew}
          onClose={close}
        />
      )}
      {asks === 'remove' && (
        <ConfirmCall
          title={texts.removeTitle}
          text={texts.removeText}
          action={texts.remove}
          danger
          call={() => taskCalls.removeStack(idTaskStack)}
          said={texts.removed}
          onDone={() => {
            void navigate(STACKS, { replace: true });
            anew();
          }}
          onClose={close}
        />
      )}
    </>
  );
}

type ExistingTaskProps = { stack: WholeStack; me: number; onPick: (task: Task) => void };

const folded = (text: string) => text.toLocaleLowerCase('sv');

/** An open task that is not in the stack yet, found by its title. */
function ExistingTask({ stack, me, onPick }: ExistingTaskProps) {
  const client = useQueryClient();
  const { today } = useClock();
  const [known, setKnown] = useState<readonly Task[]>([]);
  const inStack = new Set(stack.tasks.map(({ idTask }) => idTask));
  const of = stack.idEntity === null ? { user: me } : { entity: stack.idEntity };
  return (
    <Picker
      label={texts.add}
      clears
      find={(q) => ({
        queryKey: [...tasksKey, 'choices', of, [...inStack], q],
        queryFn: async () => {
          const open = tasksIn(
            await client.fetchInfiniteQuery(tasksQuery({ ...of, status: 'OPEN' })),
          );
          setKnown(open);
          return open
            .filter(
              ({ idTask, txTitle }) => !inStack.has(idTask) && folded(txTitle).includes(folded(q)),
            )
            .map(
              (task): Choice => ({
                value: String(task.idTask),
                label: task.txTitle,
                hint: dueWords(task, today),
              }),
            );
        },
      })}
      onPick={(choice) => {
        const task = known.find(({ idTask }) => String(idTask) === choice?.value);
        if (task) onPick(task);
      }}
    />
  );
}
