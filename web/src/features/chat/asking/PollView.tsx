import { IconChartBar, IconCheck } from '@tabler/icons-react';
import { useState } from 'react';
import type { Message, Poll } from '@/api/types.ts';
import hidden from '@/components/spoken.module.css';
import { comingTime } from '@/lib/comingTime.ts';
import { pollTexts as texts, whenTexts } from '@/texts/asking.ts';
import { useMessageActions } from '../components/actions.ts';
import { useChatSession } from '../session.ts';
import classes from './asking.module.css';
import { vote } from './calls.ts';
import { mostCan, timesOf, timeWords } from './times.ts';

/** A poll in the place of a message's text: what one may choose, and how it stands. */
export default function PollView({ message, poll }: { message: Message; poll: Poll }) {
  const session = useChatSession();
  const actions = useMessageActions();
  // Nothing is told when its moment comes.
  const closed = poll.closed || (poll.closes ? Date.parse(poll.closes) <= Date.now() : false);
  const may = actions.abilities(message).vote && !closed;
  const [pending, setPending] = useState(false);
  const best = mostCan(poll);
  const mayMake = best !== null && actions.abilities(message).makeEvent;
  const chosen = poll.options.flatMap(({ me }, at) => (me ? [at] : []));

  const choose = (at: number) => {
    if (!may || pending) return;
    const without = chosen.filter((one) => one !== at);
    const taken = without.length < chosen.length;
    const next = taken ? without : poll.multiple ? [...chosen, at].sort((a, b) => a - b) : [at];
    setPending(true);
    void vote(session, message, next).finally(() => setPending(false));
  };

  return (
    <fieldset className={classes.poll} data-closed={closed || undefined}>
      <legend dir="auto">
        <IconChartBar size={16} aria-hidden="true" />
        {poll.question}
      </legend>
      {may && (
        <p className={classes.note}>
          {best ? whenTexts.choose : poll.multiple ? texts.chooseMany : texts.chooseOne}
        </p>
      )}
      {poll.options.map((option, at) => {
        const { text, count, me } = option;
        const times = timesOf(option);
        const percent = poll.voters > 0 ? Math.round((count / poll.voters) * 100) : 0;
        return (
          <button
            // biome-ignore lint/suspicious/noArrayIndexKey: an option is its place
            key={at}
            type="button"
            className={classes.option}
            aria-pressed={me === true}
            aria-disabled={!may}
            onClick={() => choose(at)}
          >
            <span
              className={classes.bar}
              style={{ inlineSize: `${percent}%` }}
              aria-hidden="true"
            />
            <span className={classes.check} aria-hidden="true">
              {me && <IconCheck size={14} stroke={3} />}
            </span>
            <span className={classes.optionText} dir="auto">
              {times ? timeWords(times) : text}
            </span>
            <span className={hidden.spoken}>, </span>
            <span className={classes.votes}>
              {texts.votes(count)}
              {poll.voters > 0 && ` · ${texts.part(percent)}`}
            </span>
            {me && <span className={hidden.spoken}>, {texts.mine}</span>}
          </button>
        );
      })}
      <p className={classes.pollFoot}>
        <span>{texts.voters(poll.voters)}</span>
        {poll.anonymous && <span>{texts.isAnonymous}</span>}
        {closed ? (
          <b>{texts.closed}</b>
        ) : (
          poll.closes && <span>{texts.closesAt(comingTime(poll.closes, new Date()))}</span>
        )}
        {mayMake && (
          <button
            type="button"
            className={classes.link}
            aria-haspopup="dialog"
            onClick={() => actions.makeEvent(message)}
          >
            {whenTexts.makeEvent}
          </button>
        )}
        {!poll.anonymous && poll.voters > 0 && (
          <button
            type="button"
            className={classes.link}
            aria-haspopup="dialog"
            onClick={() => actions.showVoters(message)}
          >
            {texts.who}
          </button>
        )}
      </p>
    </fieldset>
  );
}
