import { Button, NativeSelect, TextInput } from '@mantine/core';
import { type ReactNode, useRef, useState } from 'react';
import { Form } from '@/area/Form.tsx';
import { Dialog } from '@/components/Dialog.tsx';
import { useSubmit } from '@/hooks/useSubmit.ts';
import { courseTexts, courseEditTexts as texts } from '@/texts/courses.ts';
import { courseCalls } from '../api.ts';
import type { CourseModule, Lesson } from '../types.ts';
import classes from './edit.module.css';

const TITLE_MAX = 150;

type AddProps<T> = {
  label: string;
  submit: string;
  send: (title: string, key: string, values: FormData) => Promise<T>;
  /** What else is chosen of it. */
  children?: ReactNode;
  onAdded: (made: T) => void;
};

/** A line with a name: sent, emptied, and ready for the next. */
function Add<T>({ label, submit, send, onAdded, children }: AddProps<T>) {
  const form = useRef<HTMLFormElement>(null);
  const submission = useSubmit<T>({
    check: (values) => (String(values.get('title')).trim() ? {} : { title: texts.untitled }),
    send: (values, key) => send(String(values.get('title')), key, values),
    done: (made) => {
      form.current?.reset();
      onAdded(made);
    },
  });
  const error = submission.fieldError('title') ?? submission.message;
  return (
    <form ref={form} className={classes.adding} onSubmit={submission.submit} noValidate>
      <TextInput
        name="title"
        aria-label={label}
        placeholder={label}
        maxLength={TITLE_MAX}
        error={error}
      />
      {children}
      <Button type="submit" variant="default" loading={submission.pending}>
        {submit}
      </Button>
    </form>
  );
}

type AddModuleProps = { courseId: number; onAdded: () => void };

export const AddModule = ({ courseId, onAdded }: AddModuleProps) => (
  <Add
    label={texts.newModule}
    submit={texts.addModule}
    send={(title, key) => courseCalls.addModule(courseId, title, key)}
    onAdded={onAdded}
  />
);

type AddLessonProps = { module: CourseModule; onAdded: (lesson: Lesson) => void };

/** What it is from the beginning: a quiz stays one, the others may be changed into each other. */
const KINDS = ['TEXT', 'QUIZ'] as const;

/** A new lesson of a published course is not shown before it is published. */
export const AddLesson = ({ module, onAdded }: AddLessonProps) => (
  <Add
    label={texts.addLesson(module.title)}
    submit={texts.add}
    send={(title, key, values) => {
      const kind = KINDS.find((one) => one === values.get('kind')) ?? 'TEXT';
      return courseCalls.addLesson(module.id, { title, kind, publish: false }, key);
    }}
    onAdded={onAdded}
  >
    <NativeSelect
      name="kind"
      aria-label={texts.addKind(module.title)}
      data={KINDS.map((value) => ({ value, label: courseTexts.kinds[value] }))}
    />
  </Add>
);

type RenameModuleProps = { module: CourseModule; onDone: () => void; onClose: () => void };

export function RenameModule({ module, onDone, onClose }: RenameModuleProps) {
  const [version] = useState(module.version);
  return (
    <Dialog title={texts.renameTitle} onClose={onClose}>
      <Form
        submit={texts.save}
        onCancel={onClose}
        check={(values) => (String(values.get('title')).trim() ? {} : { title: texts.untitled })}
        send={(values) => courseCalls.changeModule(module.id, String(values.get('title')), version)}
        done={() => {
          onDone();
          onClose();
        }}
      >
        {(field) => (
          <TextInput
            label={texts.module}
            maxLength={TITLE_MAX}
            defaultValue={module.title}
            data-autofocus
            {...field('title')}
          />
        )}
      </Form>
    </Dialog>
  );
}
