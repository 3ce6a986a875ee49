import {
  IconChevronDown,
  IconChevronUp,
  IconGripVertical,
  IconPencil,
  IconTrash,
} from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { type KeyboardEvent, useState } from 'react';
import { ConfirmCall } from '@/area/ConfirmCall.tsx';
import hidden from '@/components/spoken.module.css';
import { courseTexts, courseEditTexts as texts } from '@/texts/courses.ts';
import { courseCalls, refresh } from '../api.ts';
import shared from '../components/courses.module.css';
import { moved, ontoLesson, stepLesson, stepModule, type Target } from '../lib/order.ts';
import type { CourseModule, CourseOutline, OutlineLesson } from '../types.ts';
import { AddLesson, AddModule, RenameModule } from './adding.tsx';
import classes from './edit.module.css';
import { type Row, useDrag } from './useDrag.ts';
import { useOrder } from './useOrder.ts';

type OutlineEditorProps = {
  courseId: number;
  outline: CourseOutline;
  /** The lesson that is open. */
  current: number | null;
  onOpen: (lesson: number | null) => void;
};

type Removing = { module: CourseModule } | { lesson: OutlineLesson } | null;

/** Modules and lessons in their order, changed by mouse, keys and buttons alike. */
export function OutlineEditor({ courseId, outline, current, onOpen }: OutlineEditorProps) {
  const client = useQueryClient();
  const { order, modules, move } = useOrder(courseId, outline);
  const [said, setSaid] = useState('');
  const [removes, setRemoves] = useState<Removing>(null);
  const [renames, setRenames] = useState<CourseModule | null>(null);
  const read = () => void refresh(client, courseId);

  /** Moves, and says to who does not see it where it stands now. */
  function go(target: Target | null, title: string) {
    if (!target) return;
    const next = moved(order, target);
    const module = next.find(({ id }) => id === target.module);
    const isLesson = target.kind === 'lesson';
    const [n, of] = isLesson
      ? [target.index + 1, module?.lessons.length ?? 0]
      : [target.index + 1, next.length];
    const name = modules.find(({ id }) => id === target.module)?.title ?? '';
    setSaid(texts.said.moved(title, texts.place(isLesson ? name : texts.outline, n, of)));
    void move(target);
  }

  function drop(dragged: Row, over: Row) {
    if (dragged.kind === 'module') {
      const onto = over.kind === 'module' ? over.id : moduleOf(modules, over.id)?.id;
      const index = order.findIndex(({ id }) => id === onto);
      if (index >= 0) go({ kind: 'module', module: dragged.id, index }, titleOf(modules, dragged));
      return;
    }
    const target: Target | null =
      over.kind === 'lesson'
        ? ontoLesson(order, dragged.id, over.id)
        : { kind: 'lesson', lesson: dragged.id, module: over.id, index: 0 };
    go(target, titleOf(modules, dragged));
  }
  const drag = useDrag(drop);

  const keys = (step: (by: -1 | 1) => void) => (event: KeyboardEvent) => {
    const by = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : null;
    if (!event.altKey || by === null) return;
    event.preventDefault();
    step(by);
  };
  const rowOf = (row: Row, isCurrent = false) => ({
    className: classes.row,
    'data-row-kind': row.kind,
    'data-row-id': row.id,
    'data-dragged': same(drag.dragged, row) || undefined,
    'data-over': same(drag.over, row) || undefined,
    'data-current': isCurrent || undefined,
  });

  return (
    <>
      <p className={hidden.spoken} role="status">
        {said}
      </p>
      <ol className={classes.list}>
        {modules.map((module) => {
          const step = (by: -1 | 1) => go(stepModule(order, module.id, by), module.title);
          const row: Row = { kind: 'module', id: module.id };
          return (
            <li key={module.id} className={classes.module}>
              {/* biome-ignore lint/a11y/noStaticElementInteractions: the keys are those of its buttons */}
              <div {...rowOf(row)} onKeyDown={keys(step)}>
                <Handle title={module.title} onPointerDown={drag.begin(row)} />
                <h3 dir="auto">{module.title}</h3>
                <Steps
                  title={module.title}
                  up={stepModule(order, module.id, -1) !== null}
                  down={stepModule(order, module.id, 1) !== null}
                  step={step}
                />
                <Tool label={texts.rename(module.title)} onClick={() => setRenames(module)}>
                  <IconPencil size={18} stroke={1.75} aria-hidden="true" />
                </Tool>
                <Tool label={texts.removeOne(module.title)} onClick={() => setRemoves({ module })}>
                  <IconTrash size={18} stroke={1.75} aria-hidden="true" />
                </Tool>
              </div>
              <ol className={classes.lessons} aria-label={module.title}>
                {module.lessons.map((lesson) => {
                  const stepOne = (by: -1 | 1) =>
                    go(stepLesson(order, lesson.id, by), lesson.title);
                  const own: Row = { kind: 'lesson', id: lesson.id };
                  return (
                    <li key={lesson.id}>
                      {/* biome-ignore lint/a11y/noStaticElementInteractions: as above */}
                      <div {...rowOf(own, lesson.id === current)} onKeyDown={keys(stepOne)}>
                        <Handle title={lesson.title} onPointerDown={drag.begin(own)} />
                        <button
                          type="button"
                          className={classes.name}
                          aria-current={lesson.id === current || undefined}
                          dir="auto"
                          onClick={() => onOpen(lesson.id)}
                        >
                          {lesson.title}
                        </button>
                        {!lesson.published && (
                          <span className={shared.mark}>{courseTexts.notPublished}</span>
                        )}
                        <Steps
                          title={lesson.title}
                          up={stepLesson(order, lesson.id, -1) !== null}
                          down={stepLesson(order, lesson.id, 1) !== null}
                          step={stepOne}
                        />
                        <Tool
                          label={texts.removeOne(lesson.title)}
                          onClick={() => setRemoves({ lesson })}
                        >
                          <IconTrash size={18} stroke={1.75} aria-hidden="true" />
                        </Tool>
                      </div>
                    </li>
                  );
                })}
              </ol>
              <AddLesson
                module={module}
                onAdded={(lesson) => {
                  read();
                  onOpen(lesson.id);
                }}
              />
            </li>
          );
        })}
      </ol>
      <AddModule courseId={courseId} onAdded={read} />
      {renames && <RenameModule module={renames} onDone={read} onClose={() => setRenames(null)} />}
      {removes && <Remove removes={removes} onClose={() => setRemoves(null)} onDone={read} />}
    </>
  );
}

const same = (one: Row | null, other: Row) => one?.kind === other.kind && one.id === other.id;
const moduleOf = (modules: readonly CourseModule[], lesson: number) =>
  modules.find(({ lessons }) => lessons.some(({ id }) => id === lesson));
function titleOf(modules: readonly CourseModule[], { kind, id }: Row): string {
  const all = kind === 'module' ? modules : modules.flatMap(({ lessons }) => lessons);
  return [...all].find((one) => one.id === id)?.title ?? '';
}

type HandleProps = { title: string; onPointerDown: React.PointerEventHandler<HTMLElement> };

/** For a mouse; by keyboard and touch the buttons beside it do the same. */
function Handle({ title, onPointerDown }: HandleProps) {
  return (
    <span
      className={classes.handle}
      title={texts.drag(title)}
      aria-hidden="true"
      onPointerDown={onPointerDown}
    >
      <IconGripVertical size={18} stroke={1.75} />
    </span>
  );
}

type StepsProps = { title: string; up: boolean; down: boolean; step: (by: -1 | 1) => void };

function Steps({ title, up, down, step }: StepsProps) {
  return (
    <>
      <Tool label={texts.up(title)} disabled={!up} onClick={() => step(-1)}>
        <IconChevronUp size={18} stroke={1.75} aria-hidden="true" />
      </Tool>
      <Tool label={texts.down(title)} disabled={!down} onClick={() => step(1)}>
        <IconChevronDown size={18} stroke={1.75} aria-hidden="true" />
      </Tool>
    </>
  );
}

type ToolProps = {
  label: string;
  disabled?: boolean;
  onClick: () => void;
  children: React.ReactNode;
};

function Tool({ label, disabled, onClick, children }: ToolProps) {
  return (
    <button
      type="button"
      className={classes.tool}
      aria-label={label}
      disabled={disabled}
      onClick={onClick}
    >
      {children}
    </button>
  );
}

type RemoveProps = { removes: NonNullable<Removing>; onDone: () => void; onClose: () => void };

function Remove({ removes, onDone, onClose }: RemoveProps) {
  const asked = { danger: true, action: texts.remove, onDone, onClose };
  if ('module' in removes) {
    const { id, title, lessons } = removes.module;
    return (
      <ConfirmCall
        {...asked}
        title={texts.removeModuleTitle(title)}
        text={texts.removeModuleText(lessons.length)}
        call={() => courseCalls.removeModule(id)}
        said={texts.said.moduleRemoved}
      />
    );
  }
  const { id, title } = removes.lesson;
  return (
    <ConfirmCall
      {...asked}
      title={texts.removeLessonTitle(title)}
      text={texts.removeLessonText}
      call={() => courseCalls.removeLesson(id)}
      said={texts.said.lessonRemoved}
    />
  );
}
