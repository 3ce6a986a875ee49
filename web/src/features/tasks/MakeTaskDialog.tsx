import { Button, NativeSelect, TextInput } from '@mantine/core';
import { IconCalendarPlus } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { messageOf } from '@/api/ApiError.ts';
import type { Membership } from '@/api/types.ts';
import { Form } from '@/area/Form.tsx';
import type { FromMessage } from '@/area/slots.ts';
import { Toggle } from '@/components/choices.tsx';
import { Dialog } from '@/components/Dialog.tsx';
import { FormAlert } from '@/components/FormAlert.tsx';
import { toast } from '@/components/toast.ts';
import { myEntitiesQuery } from '@/features/accounts/api.ts';
import { mayActAs } from '@/features/context/index.ts';
import { dialogTexts } from '@/texts/shell.ts';
import { makeTaskTexts as texts } from '@/texts/tasksChat.ts';
import { taskCalls } from './api.ts';
import { putTask } from './cache.ts';
import { PeopleField } from './components/ChipFields.tsx';
import type { TaskForm } from './form.ts';
import { describe } from './line/describe.ts';
import { draftOf } from './line/draft.ts';
import { begunBy, TITLE_MOST } from './line/fromMessage.ts';
import { LINE_MOST, readLine } from './line/line.ts';
import classes from './make.module.css';
import { messageTarget } from './paths.ts';
import type { Task } from './types.ts';

/** A task made of a message: its first line begins it, and what is understood of the line is shown before it is saved. */
export default function MakeTaskDialog(props: FromMessage) {
  const { data: organisations = [], isPending } = useQuery(myEntitiesQuery);
  const organisation = organisations.find(
    (one) => one.idEntity === props.idEntity && mayActAs(one),
  );
  return (
    <Dialog title={texts.title} onClose={props.onClose}>
      {isPending ? (
        <p role="status">{texts.loading}</p>
      ) : (
        <Making {...props} organisation={organisation ?? null} />
      )}
    </Dialog>
  );
}

type MakingProps = FromMessage & {
  /** Whose channel it is, where one may act for it. */
  organisation: Membership | null;
};

function Making({ organisation, tell, onClose, ...message }: MakingProps) {
  const client = useQueryClient();
  const [begun] = useState(() => begunBy(message.text, Date.parse(message.created), Date.now()));
  /** `at`: when it was written. What is shown is what is saved, however long it stands there. */
  const [line, setLine] = useState(() => ({ text: begun.line, at: Date.now() }));
  const [own, setOwn] = useState(organisation === null);
  const [people, setPeople] = useState<TaskForm['people']>([]);
  const [shows, setShows] = useState(false);
  const [made, setMade] = useState<Task | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const write = (text: string) => setLine({ text, at: Date.now() });
  const said = readLine(line.text, line.at);
  const words = describe(said, line.at);
  const isDue = said.dueDate !== undefined || said.dueAt !== undefined;
  const idEntity = own ? null : (organisation?.idEntity ?? null);

  function done(task: Task, isShown: boolean) {
    onClose();
    const { created, shown } = texts;
    toast({ type: 'success', message: (isShown ? shown : created)(task.txTitle) });
  }

  if (made && tell) {
    return (
      <TellAgain tell={() => tell(cardOf(made))} done={() => done(made, true)} onClose={onClose} />
    );
  }
  return (
    <Form
      submit={texts.save}
      onCancel={onClose}
      check={() => ({ line: wrongIn(said.title) })}
      conflicts={{ ROLE_TOO_LOW: 'idEntity' }}
      send={(_, key) =>
        taskCalls.create(
          {
            ...draftOf(line.text, line.at),
            ...(idEntity !== null && { idEntity }),
            ...(people.length > 0 && { assignees: people.map((one) => one.id) }),
            target: messageTarget(message.place, message.idMessage),
          },
          key,
        )
      }
      done={async (task) => {
        putTask(client, task);
        if (!tell || !shows) return done(task, false);
        try {
          await tell(cardOf(task));
          done(task, true);
        } catch {
          setMade(task);
        }
      }}
    >
      {(field) => (
        <>
          <div className={classes.line}>
            <TextInput
              ref={input}
              size="md"
              label={texts.line}
              description={texts.lineHint}
              autoComplete="off"
              maxLength={LINE_MOST}
              data-autofocus
              // The dialog is open before the field is there.
              autoFocus
              value={line.text}
              onChange={({ currentTarget }) => write(currentTarget.value)}
              {...field('line')}
            />
            <p className={classes.understood} role="status">
              {words && texts.understood(words)}
            </p>
            {begun.offer && !isDue && (
              <Button
                variant="light"
                classNames={{ root: classes.offer, label: classes.words }}
                leftSection={<IconCalendarPlus size={18} stroke={1.75} aria-hidden="true" />}
                onClick={() => {
                  write(`${line.text.trim()} ${begun.offer}`);
                  // The button is gone with it.
                  input.current?.focus();
                }}
              >
                {texts.offer(describe(readLine(begun.offer, line.at), line.at))}
              </Button>
            )}
          </div>
          {organisation && (
            <NativeSelect
              size="md"
              label={texts.belongs}
              description={
                own ? texts.seenByFew : texts.seenByOrganisation(organisation.entityName)
              }
              data={[
                { value: String(organisation.idEntity), label: organisation.entityName },
                { value: '', label: texts.own },
              ]}
              value={own ? '' : String(organisation.idEntity)}
              onChange={({ currentTarget }) => setOwn(currentTarget.value === '')}
              {...field('idEntity')}
            />
          )}
          <input type="hidden" name="assignees" value={people.map((one) => one.id).join()} />
          <PeopleField
            people={people}
            idEntity={idEntity}
            find={message.people}
            error={field('assignees').error}
            onChange={setPeople}
          />
          {tell && (
            <Toggle
              label={texts.show[message.idEntity === null ? 'conversation' : 'channel']}
              hint={texts.showHint}
              checked={shows}
              onChange={setShows}
            />
          )}
        </>
      )}
    </Form>
  );
}

const cardOf = ({ idTask }: Task) => ({ type: 'TASK', id: String(idTask) }) as const;

function wrongIn(title: string): string | undefined {
  if (title === '') return texts.missing;
  return [...title].length > TITLE_MOST ? texts.tooLong : undefined;
}

type TellAgainProps = { tell: () => Promise<void>; done: () => void; onClose: () => void };

/** The task is there, its card is not: mostly both come at once. */
function TellAgain({ tell, done, onClose }: TellAgainProps) {
  const [why, setWhy] = useState('');
  const [pending, setPending] = useState(false);
  async function again() {
    setPending(true);
    try {
      await tell();
      done();
    } catch (error) {
      setWhy(messageOf(error));
      setPending(false);
    }
  }
  return (
    <>
      <FormAlert message={`${texts.notShown} ${why}`.trim()} />
      <div className={classes.buttons}>
        <Button variant="default" onClick={onClose}>
          {dialogTexts.close}
        </Button>
        <Button autoFocus loading={pending} onClick={() => void again()}>
          {texts.showAgain}
        </Button>
      </div>
    </>
  );
}
