import {
  IconAlignLeft,
  IconCalendarDue,
  IconDots,
  IconFlag3,
  IconListCheck,
} from '@tabler/icons-react';
import { memo } from 'react';
import { Avatar } from '@/components/Avatar.tsx';
import hidden from '@/components/spoken.module.css';
import { capital } from '@/lib/dates.ts';
import { dueWords, isLate, isOpen } from '@/lib/due.ts';
import { cardTexts as texts } from '@/texts/boards.ts';
import { priorityNames } from '@/texts/due.ts';
import { NAMES } from '../filters.ts';
import { boardPath } from '../paths.ts';
import type { Card, Person } from '../types.ts';
import classes from './card.module.css';
import { useParts } from './context.ts';

const FEW_FACES = 3;
const icon = { size: 16, stroke: 1.75, 'aria-hidden': true } as const;

type CardViewProps = {
  card: Card;
  /** The one of its list that Tab comes to; arrows go on from there. */
  isStop: boolean;
};

/** A task as it stands on a board. */
export const CardView = memo(function CardView({ card, isStop }: CardViewProps) {
  const { idBoard, edits, marked, mark, open, menu } = useParts();
  const { idTask, txTitle } = card;
  const tabIndex = isStop ? 0 : -1;
  return (
    // biome-ignore lint/a11y/useSemanticElements: portions stand between the list and its cards
    <div
      role="listitem"
      className={classes.slot}
      data-card={idTask}
      data-done={isOpen(card) ? undefined : ''}
      data-marked={marked?.has(idTask) || undefined}
    >
      <div className={classes.card}>
        <div className={classes.head}>
          {marked && (
            <input
              type="checkbox"
              className={classes.check}
              aria-label={texts.select(txTitle)}
              checked={marked.has(idTask)}
              onChange={({ currentTarget }) => mark(idTask, currentTarget.checked)}
            />
          )}
          <a
            className={classes.title}
            href={`${boardPath(idBoard)}?${NAMES.card}=${idTask}`}
            draggable={false}
            dir="auto"
            tabIndex={tabIndex}
            data-title=""
            onClick={(event) => {
              if (event.metaKey || event.ctrlKey || event.shiftKey) return;
              event.preventDefault();
              open(idTask);
            }}
          >
            {txTitle}
          </a>
          {edits && (
            <button
              type="button"
              className={classes.more}
              aria-label={texts.more(txTitle)}
              aria-haspopup="dialog"
              tabIndex={tabIndex}
              onClick={({ currentTarget }) => menu(idTask, currentTarget)}
            >
              <IconDots size={18} stroke={1.75} aria-hidden="true" />
            </button>
          )}
        </div>
        <About card={card} />
      </div>
    </div>
  );
});

/** When it is due, how much it presses, what belongs to it and whose it is; nothing where nothing is said. */
function About({ card }: { card: Card }) {
  const { today, now, people } = useParts();
  const { checklist, labels, priority, assignees, hasDescription } = card;
  const due = dueWords(card, today);
  const late = isLate(card, now);
  const faces = assignees.flatMap((id) => people.get(id) ?? []);
  const nothing =
    !due && !priority && !labels.length && !faces.length && !hasDescription && !checklist.total;
  if (nothing) return null;
  return (
    <div className={classes.about}>
      {labels.map((label) => (
        <span key={label} className={classes.label}>
          {label}
        </span>
      ))}
      {due && (
        <span className={classes.due} data-late={late || undefined}>
          <IconCalendarDue {...icon} />
          <span className={hidden.spoken}>{texts.due}</span>
          {capital(due)}
          {late && <span className={hidden.spoken}>, {texts.late}</span>}
        </span>
      )}
      {priority > 0 && (
        <span className={classes.priority} data-priority={priority}>
          <IconFlag3 {...icon} />
          <span className={hidden.spoken}>{texts.priority('')}</span>
          {priorityNames[priority]}
        </span>
      )}
      {hasDescription && (
        <span>
          <IconAlignLeft {...icon} />
          <span className={hidden.spoken}>{texts.described}</span>
        </span>
      )}
      <Checklist {...checklist} />
      <Faces people={faces} />
    </div>
  );
}

function Checklist({ total, done }: Card['checklist']) {
  if (total === 0) return null;
  return (
    <span>
      <IconListCheck {...icon} />
      <span className={hidden.spoken}>{texts.checklist(done, total)}</span>
      <span aria-hidden="true">
        {done}/{total}
      </span>
    </span>
  );
}

function Faces({ people }: { people: readonly Person[] }) {
  if (people.length === 0) return null;
  const more = people.length - FEW_FACES;
  return (
    <span className={classes.faces}>
      <span className={hidden.spoken}>
        {texts.assignees(people.map(({ displayName }) => displayName).join(', '))}
      </span>
      {people.slice(0, FEW_FACES).map(({ id, displayName, avatar }) => (
        <Avatar key={id} name={displayName} image={avatar} size={24} />
      ))}
      {more > 0 && <span aria-hidden="true">+{more}</span>}
    </span>
  );
}
