import { Button } from '@mantine/core';
import { IconCopy, IconPlus } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import { ApiError, messageOf } from '@/api/ApiError.ts';
import { FormAlert } from '@/components/FormAlert.tsx';
import { toast } from '@/components/toast.ts';
import { plusDays, weekOf } from '@/lib/days.ts';
import { lunchTexts, lunchEditTexts as texts } from '@/texts/lunch.ts';
import { fetchMenu, lunchCalls, lunchKey } from '../api.ts';
import type { LunchDay } from '../types.ts';
import {
  type Conflict,
  changedDays,
  conflicts,
  copied,
  type DayForm,
  nameless,
  rebased,
  weekForm,
} from '../week.ts';
import { ConflictDialog } from './ConflictDialog.tsx';
import { DayFields } from './DayFields.tsx';
import classes from './lunch.module.css';

type WeekEditorProps = {
  id: number;
  monday: string;
  /** As they stood when the writing began. */
  days: readonly LunchDay[];
  onDone: () => void;
};

const WEEK = 7;
const SAID_FOR = 5_000;
const CONFLICT = 409;

/** A week's menu in a form: all of it by keyboard, saved as a whole. */
export default function WeekEditor({ id, monday, days, onDone }: WeekEditorProps) {
  const client = useQueryClient();
  // What others write meanwhile does not move what is being written: it is met when it is saved.
  const [held, setHeld] = useState(days);
  const [form, setForm] = useState(() => weekForm(monday, days));
  const [weekend, setWeekend] = useState(form.length === WEEK);
  const [said, setSaid] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const [missing, setMissing] = useState<string | null>(null);
  const [pending, setPending] = useState(false);
  const [other, setOther] = useState<{ fresh: LunchDay[]; days: Conflict[] } | null>(null);
  const attempt = useRef({ key: '', content: '' });
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);

  const change = (next: DayForm) => {
    setMissing(null);
    setForm((all) => all.map((day) => (day.date === next.date ? next : day)));
  };

  const week = (from: string) => fetchMenu(id, from, plusDays(from, WEEK - 1), true);

  async function copy() {
    try {
      const before = await week(plusDays(monday, -WEEK));
      const { form: next, count } = copied(form, before.days);
      setForm(next);
      setSaid(texts.copied(count));
      setProblem(null);
    } catch (error) {
      setProblem(messageOf(error));
    }
  }

  async function save(wanted: readonly DayForm[], seen: readonly LunchDay[]) {
    const drafts = changedDays(wanted, seen);
    if (drafts.length === 0) {
      toast({ type: 'info', message: texts.unchanged, duration: SAID_FOR });
      return onDone();
    }
    // After a lost answer the same days go out under the same key: they are not saved twice.
    const content = JSON.stringify(drafts);
    if (attempt.current.content !== content) {
      attempt.current = { key: crypto.randomUUID(), content };
    }
    setPending(true);
    setProblem(null);
    try {
      await lunchCalls.save(id, drafts, attempt.current.key);
      await client.invalidateQueries({ queryKey: lunchKey });
      toast({ type: 'success', message: texts.saved, duration: SAID_FOR });
      onDone();
    } catch (error) {
      if (error instanceof ApiError && error.status === CONFLICT && error.code === 'MOVED_ON') {
        const fresh = await week(monday).catch(() => null);
        const both = fresh ? conflicts(drafts, fresh.days) : [];
        if (fresh && both.length > 0) setOther({ fresh: fresh.days, days: both });
        else setProblem(messageOf(error));
      } else {
        setProblem(problemOf(error));
      }
    } finally {
      setPending(false);
    }
  }

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (pending) return;
    const [first] = nameless(form);
    const day = first && form.find(({ date }) => date === first.date);
    const dish = first && day?.dishes[first.dish];
    if (dish) {
      setMissing(dish.key);
      const field = event.currentTarget.elements.namedItem(`dish-${dish.key}`);
      if (field instanceof HTMLElement) requestAnimationFrame(() => field.focus());
      return;
    }
    void save(form, held);
  }

  /** The days in conflict as one of both has them. */
  function settle(keep: 'mine' | 'theirs') {
    if (!other) return;
    const next = rebased(form, other.fresh, other.days, keep);
    setForm(next);
    setHeld(other.fresh);
    setOther(null);
    if (keep === 'mine') void save(next, other.fresh);
  }

  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <h3 ref={heading} className={classes.formTitle} tabIndex={-1}>
        {texts.title(lunchTexts.week(weekOf(monday).week))}
      </h3>
      <FormAlert message={problem} />
      <div className={classes.ways}>
        <Button
          variant="default"
          leftSection={<IconCopy size={18} stroke={1.75} aria-hidden="true" />}
          onClick={() => void copy()}
        >
          {texts.copy}
        </Button>
        {!weekend && (
          <Button
            variant="default"
            leftSection={<IconPlus size={18} stroke={1.75} aria-hidden="true" />}
            onClick={() => {
              setWeekend(true);
              const known = new Set(form.map(({ date }) => date));
              const more = weekForm(monday, held, true).filter(({ date }) => !known.has(date));
              setForm([...form, ...more].sort((a, b) => a.date.localeCompare(b.date)));
            }}
          >
            {texts.weekend}
          </Button>
        )}
        <p className={classes.faint} role="status">
          {said}
        </p>
      </div>
      {form.map((day) => (
        <DayFields key={day.date} day={day} missing={missing} onChange={change} />
      ))}
      <div className={classes.buttons}>
        <Button variant="default" onClick={onDone}>
          {texts.cancel}
        </Button>
        <Button type="submit" loading={pending}>
          {texts.save}
        </Button>
      </div>
      {other && (
        <ConflictDialog
          days={other.days}
          onKeep={() => settle('mine')}
          onTake={() => settle('theirs')}
          onClose={() => setOther(null)}
        />
      )}
    </form>
  );
}

/** The words of each field that the server refused, else those of the refusal. */
function problemOf(error: unknown): string {
  if (!(error instanceof ApiError) || error.errors.length === 0) return messageOf(error);
  return [...new Set(error.errors.map(({ message }) => message))].join(' ');
}
