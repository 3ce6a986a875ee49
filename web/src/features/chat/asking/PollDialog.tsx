import { Button, Textarea, TextInput } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import type { Channel, PollInput } from '@/api/types.ts';
import { MomentField } from '@/area/DateField.tsx';
import { Form } from '@/area/Form.tsx';
import { momentOf } from '@/area/moments.ts';
import { Toggle } from '@/components/choices.tsx';
import { Dialog } from '@/components/Dialog.tsx';
import { textOf } from '@/hooks/useSubmit.ts';
import { fieldTexts } from '@/texts/area.ts';
import { pollTexts as texts } from '@/texts/asking.ts';
import { saveTexts } from '@/texts/everyday.ts';
import { firstGuess } from '../everyday/moments.ts';
import { useChatSession } from '../session.ts';
import classes from './asking.module.css';
import { sendPoll } from './calls.ts';

const QUESTION_MAX = 300;
const OPTION_MAX = 100;
const [OPTIONS_MIN, OPTIONS_MAX] = [2, 10];

interface Props {
  channel: Channel;
  threadId: number | null;
  /** What was written after the command. */
  question?: string;
  onClose: () => void;
}

/** Asks a question with answers to choose from. */
export default function PollDialog({ channel, threadId, question = '', onClose }: Props) {
  const session = useChatSession();
  const [keys, setKeys] = useState<readonly number[]>([0, 1]);
  const [multiple, setMultiple] = useState(false);
  const [anonymous, setAnonymous] = useState(false);
  const [closes, setCloses] = useState(false);
  const list = useRef<HTMLFieldSetElement>(null);
  const added = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a field that has come gets the focus
  useEffect(() => {
    if (added.current) [...(list.current?.querySelectorAll('input') ?? [])].at(-1)?.focus();
    added.current = false;
  }, [keys]);

  const optionsOf = (values: FormData) =>
    keys.map((key) => textOf(values, `option${key}`)).filter((text) => text !== '');
  const check = (values: FormData) => {
    const options = optionsOf(values);
    const twice = new Set(options).size < options.length;
    const at = closes ? momentOf(values, 'poll.closes') : null;
    return {
      'poll.question': textOf(values, 'poll.question') ? undefined : texts.questionMissing,
      [`option${keys[0]}`]:
        options.length < OPTIONS_MIN ? texts.optionsMissing : twice ? texts.optionTwice : undefined,
      'poll.closes':
        closes && !at
          ? fieldTexts.wrongMoment
          : at && Date.parse(at) <= Date.now()
            ? saveTexts.late
            : undefined,
    };
  };
  const pollOf = (values: FormData): PollInput => ({
    question: textOf(values, 'poll.question'),
    options: optionsOf(values),
    multiple,
    anonymous,
    closes: closes ? (momentOf(values, 'poll.closes') ?? null) : null,
  });

  return (
    <Dialog title={texts.title} onClose={onClose}>
      <Form
        submit={texts.send}
        onCancel={onClose}
        check={check}
        send={(values, key) => sendPoll(session, channel.id, threadId, pollOf(values), key)}
        done={onClose}
      >
        {(field) => (
          <>
            <Textarea
              label={texts.question}
              placeholder={texts.questionExample}
              maxLength={QUESTION_MAX}
              autosize
              minRows={1}
              defaultValue={question}
              data-autofocus
              {...field('poll.question')}
            />
            <fieldset ref={list} className={classes.options}>
              <legend>{texts.options}</legend>
              {keys.map((key, at) => (
                <div key={key} className={classes.optionRow}>
                  <TextInput
                    aria-label={texts.option(at + 1)}
                    placeholder={texts.option(at + 1)}
                    maxLength={OPTION_MAX}
                    autoComplete="off"
                    {...field(`option${key}`)}
                  />
                  {keys.length > OPTIONS_MIN && (
                    <button
                      type="button"
                      className={classes.icon}
                      aria-label={texts.dropOption(at + 1)}
                      onClick={() => setKeys(keys.filter((one) => one !== key))}
                    >
                      <IconX size={18} aria-hidden="true" />
                    </button>
                  )}
                </div>
              ))}
              {keys.length < OPTIONS_MAX && (
                <Button
                  variant="subtle"
                  leftSection={<IconPlus size={18} aria-hidden="true" />}
                  onClick={() => {
                    added.current = true;
                    setKeys([...keys, Math.max(...keys) + 1]);
                  }}
                >
                  {texts.addOption}
                </Button>
              )}
            </fieldset>
            <div>
              <Toggle
                label={texts.multiple}
                hint={texts.multipleHint}
                checked={multiple}
                onChange={setMultiple}
              />
              <Toggle
                label={texts.anonymous}
                hint={texts.anonymousHint}
                checked={anonymous}
                onChange={setAnonymous}
              />
              <Toggle
                label={texts.closesOn}
                hint={texts.closesHint}
                checked={closes}
                onChange={setCloses}
              />
            </div>
            {closes && (
              <div className={classes.moment}>
                <MomentField
                  label={texts.closes}
                  defaultValue={firstGuess(new Date())}
                  {...field('poll.closes')}
                />
              </div>
            )}
          </>
        )}
      </Form>
    </Dialog>
  );
}
