import { Textarea } from '@mantine/core';
import { useState } from 'react';
import type { Channel, PollInput } from '@/api/types.ts';
import { MomentField } from '@/area/DateField.tsx';
import { Form } from '@/area/Form.tsx';
import { momentOf } from '@/area/moments.ts';
import { Toggle } from '@/components/choices.tsx';
import { Dialog } from '@/components/Dialog.tsx';
import { textOf } from '@/hooks/useSubmit.ts';
import { fieldTexts } from '@/texts/area.ts';
import { pollTexts as texts, whenTexts } from '@/texts/asking.ts';
import { saveTexts } from '@/texts/everyday.ts';
import { firstGuess } from '../everyday/moments.ts';
import { useChatSession } from '../session.ts';
import classes from './asking.module.css';
import { sendPoll } from './calls.ts';
import { LENGTH, OptionRows, optionName } from './OptionRows.tsx';
import { type Times, timesFrom, timeWords } from './times.ts';

const QUESTION_MAX = 300;
const OPTIONS_MIN = 2;

interface Props {
  channel: Channel;
  threadId: number | null;
  /** What was written after the command. */
  question?: string;
  /** It asks who can when. */
  times?: boolean;
  onClose: () => void;
}

/** Asks a question with answers to choose from: words, or times. */
export default function PollDialog(props: Props) {
  const { channel, threadId, question = '', times = false, onClose } = props;
  const session = useChatSession();
  const [keys, setKeys] = useState<readonly number[]>([0, 1]);
  const [multiple, setMultiple] = useState(false);
  const [anonymous, setAnonymous] = useState(false);
  const [closes, setCloses] = useState(false);

  /** What the rows say: undefined where it is no time. */
  const rowsOf = (values: FormData) =>
    keys.map((key) =>
      times ? momentOf(values, optionName(key)) : textOf(values, optionName(key)) || null,
    );
  const said = (values: FormData) => rowsOf(values).filter((row): row is string => !!row);
  const check = (values: FormData) => {
    const rows = said(values);
    const twice = new Set(rows).size < rows.length;
    const at = closes ? momentOf(values, 'poll.closes') : null;
    const few =
      rows.length < OPTIONS_MIN ? (times ? whenTexts.missing : texts.optionsMissing) : undefined;
    const same = twice ? (times ? whenTexts.twice : texts.optionTwice) : undefined;
    const wrong = rowsOf(values).map((row) =>
      row === undefined
        ? fieldTexts.wrongMoment
        : times && row && Date.parse(row) <= Date.now()
          ? whenTexts.past
          : undefined,
    );
    return {
      ...Object.fromEntries(keys.map((key, n) => [optionName(key), wrong[n]])),
      'poll.question': textOf(values, 'poll.question') ? undefined : texts.questionMissing,
      [optionName(keys[0] ?? 0)]: wrong[0] ?? few ?? same,
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
    ...(times
      ? asked(said(values), Number(values.get(LENGTH)))
      : { options: said(values), multiple }),
    anonymous,
    closes: closes ? (momentOf(values, 'poll.closes') ?? null) : null,
  });

  return (
    <Dialog title={times ? whenTexts.title : texts.title} onClose={onClose}>
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
              placeholder={times ? whenTexts.questionExample : texts.questionExample}
              maxLength={QUESTION_MAX}
              autosize
              minRows={1}
              defaultValue={question}
              data-autofocus
              {...field('poll.question')}
            />
            <OptionRows {...{ keys, times, field }} onKeys={setKeys} />
            <div>
              {!times && (
                <Toggle
                  label={texts.multiple}
                  hint={texts.multipleHint}
                  checked={multiple}
                  onChange={setMultiple}
                />
              )}
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

/** The times in their order, each so many minutes long; one may choose all that suit. */
function asked(starts: readonly string[], minutes: number) {
  const times: Times[] = starts.map((start) => timesFrom(start, minutes));
  times.sort((a, b) => Date.parse(a.start) - Date.parse(b.start));
  return { options: times.map((one) => timeWords(one)), times, multiple: true };
}
