/** What one does to an event where one meets it: moves it, calls it off, removes it. */
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { ApiError, messageOf } from '@/api/ApiError.ts';
import { ConfirmCall } from '@/area/ConfirmCall.tsx';
import { Confirm } from '@/components/Dialog.tsx';
import { toast } from '@/components/toast.ts';
import { scopeTexts, eventTexts as texts } from '@/texts/calendar.ts';
import { calendarCalls, calendarKey, type Which, wholeEvent } from '../api.ts';
import { draftOf, type EventForm, formOf, movedForm } from '../editor/form.ts';
import { ScopeDialog } from '../editor/ScopeDialog.tsx';
import type { CalendarEvent, EventStatus, Scope } from '../types.ts';
import { MoveDialog } from './MoveDialog.tsx';
import type { Met, Shift } from './wish.ts';

type Change = { met: Met; change: (form: EventForm) => EventForm; said: string; undoable: boolean };
type Asked =
  | { kind: 'scope'; change: Change }
  | { kind: 'move'; met: Met }
  | { kind: 'remove' | 'removeScope'; met: Met }
  | { kind: 'removeEnrolled'; met: Met; which: Which }
  | null;

/** How long an undo is offered (ms). */
const UNDO_FOR = 10_000;

export function useEventActions(onRemoved?: () => void): {
  move: (met: Met, shift: Shift) => void;
  askMove: (met: Met) => void;
  setStatus: (met: Met, status: EventStatus) => void;
  remove: (met: Met) => void;
  dialog: ReactNode;
} {
  const client = useQueryClient();
  const [asked, setAsked] = useState<Asked>(null);
  const refresh = () => client.invalidateQueries({ queryKey: calendarKey });
  const close = () => setAsked(null);

  /** The newest version is what is changed: what is held may be old. */
  async function carryOut({ met, change, said, undoable }: Change, scope: Scope) {
    try {
      const old = await wholeEvent(met.eventUUID);
      const recurrenceId = old.rrule ? (met.recurrenceId ?? null) : null;
      const before = formOf(old, recurrenceId);
      const form = change(before);
      const draft = draftOf(form, { old, recurrenceId, scope });
      const which = { scope, ...(recurrenceId && { recurrenceId }) };
      const done = await calendarCalls.changeEvent(met.id, draft, which);
      toast({
        type: 'success',
        message: said,
        ...(undoable && {
          duration: UNDO_FOR,
          action: { label: texts.undo, run: () => void undo(old, before, done) },
        }),
      });
    } catch (error) {
      toast({ type: 'error', message: messageOf(error) });
    } finally {
      await refresh();
    }
  }

  /** Back to where it was, unless somebody has changed it since. */
  async function undo(old: CalendarEvent, before: EventForm, done: CalendarEvent) {
    try {
      // What became an event of its own, or a series of its own, stays one and goes back to its time.
      const own = done.id !== old.id;
      const back = own ? backTo(before, done) : draftOf(formOf(old), seriesOf(old));
      await calendarCalls.changeEvent(done.id, { ...back, version: done.version });
      toast({ type: 'success', message: texts.undone });
    } catch (error) {
      toast({ type: 'error', message: messageOf(error) });
    } finally {
      await refresh();
    }
  }

  function start(change: Change) {
    if (change.met.isRecurring) setAsked({ kind: 'scope', change });
    else void carryOut(change, 'all');
  }

  const move = (met: Met, shift: Shift) =>
    start({ met, change: (form) => movedForm(form, shift), said: texts.moved, undoable: true });

  function removed() {
    void refresh();
    onRemoved?.();
  }

  /** Before what was taken out of a series goes with those who come to it, one is asked once more. */
  async function take(met: Met, which: Which) {
    try {
      await calendarCalls.removeEvent(met.id, which);
      toast({ type: 'success', message: texts.removed });
      removed();
    } catch (error) {
      if (error instanceof ApiError && error.code === 'HAS_ENROLLED')
        setAsked({ kind: 'removeEnrolled', met, which });
      else toast({ type: 'error', message: messageOf(error) });
    }
  }

  return {
    move,
    askMove: (met) => setAsked({ kind: 'move', met }),
    setStatus: (met, eventStatus) =>
      start({
        met,
        change: (form) => ({ ...form, eventStatus }),
        said: eventStatus === 'CANCELLED' ? texts.cancelled : texts.restored,
        undoable: false,
      }),
    remove: (met) => setAsked({ kind: met.isRecurring ? 'removeScope' : 'remove', met }),
    dialog: (
      <>
        {asked?.kind === 'scope' && (
          <ScopeDialog
            title={scopeTexts.change}
            onClose={close}
            onChoose={(scope) => {
              close();
              void carryOut(asked.change, scope);
            }}
          />
        )}
        {asked?.kind === 'move' && (
          <MoveDialog
            met={asked.met}
            onClose={close}
            onMove={(change) => {
              close();
              start({ met: asked.met, change, said: texts.moved, undoable: true });
            }}
          />
        )}
        {asked?.kind === 'removeScope' && (
          <ScopeDialog
            title={scopeTexts.remove}
            danger
            onClose={close}
            onChoose={(scope) => {
              const { recurrenceId } = asked.met;
              close();
              void take(asked.met, { scope, ...(recurrenceId && { recurrenceId }) });
            }}
          />
        )}
        {asked?.kind === 'remove' && (
          <Confirm
            title={texts.removeTitle(asked.met.title)}
            text={texts.removeText}
            action={texts.remove}
            danger
            pending={false}
            onConfirm={() => {
              close();
              void take(asked.met, { scope: 'all' });
            }}
            onClose={close}
          />
        )}
        {asked?.kind === 'removeEnrolled' && (
          <ConfirmCall
            title={texts.enrolledTitle}
            text={texts.enrolledText}
            action={texts.removeAnyway}
            danger
            call={() => calendarCalls.removeEvent(asked.met.id, { ...asked.which, confirm: true })}
            said={texts.removed}
            onDone={removed}
            onClose={close}
          />
        )}
      </>
    ),
  };
}

const seriesOf = (old: CalendarEvent) => ({ old, recurrenceId: null, scope: 'all' as const });

/** What was taken out of a series, at the time that it had there. */
function backTo(before: EventForm, done: CalendarEvent) {
  const { startDate, startTime, endDate, endTime } = before;
  return draftOf({ ...formOf(done), startDate, startTime, endDate, endTime }, seriesOf(done));
}
