import { Button, NativeSelect, Textarea, TextInput } from '@mantine/core';
import { useEffect, useState } from 'react';
import { DateField, TimeField } from '@/area/DateField.tsx';
import { RepeatFields } from '@/area/RepeatFields.tsx';
import { FormAlert } from '@/components/FormAlert.tsx';
import { LongText } from '@/components/LongText.tsx';
import { toast } from '@/components/toast.ts';
import { todayHere } from '@/lib/zone.ts';
import { taskTexts } from '@/texts/tasks.ts';
import { taskFormTexts as texts } from '@/texts/tasksPage.ts';
import { MOST } from '../form.ts';
import type { Priority, Task, TaskRepeat } from '../types.ts';
import { type TaskEditor as Editor, useTaskEditor } from '../useTaskEditor.ts';
import { ChecklistFields } from './ChecklistFields.tsx';
import { LabelsField, PeopleField } from './ChipFields.tsx';
import classes from './editor.module.css';
import { TaskConflict } from './TaskConflict.tsx';

type TaskEditorProps = { task: Task; onClose: () => void };

/** A task is edited where it is read; what is written is kept on the device until the server has it. */
export function TaskEditor({ task, onClose }: TaskEditorProps) {
  const editor = useTaskEditor(task, () => {
    toast({ type: 'success', message: texts.saved });
    onClose();
  });
  const { form, errors, element, anew, theirs } = editor;
  const text = (name: 'title' | 'dueTime') => ({
    value: form[name],
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) =>
      editor.change({ [name]: currentTarget.value }),
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it is opened
  useEffect(() => {
    const title = element.current?.elements.namedItem('txTitle');
    if (title instanceof HTMLElement) title.focus();
  }, []);
  return (
    <form
      ref={element}
      className={classes.form}
      aria-label={texts.label}
      onSubmit={editor.submit}
      noValidate
    >
      {editor.restored && (
        <div className={classes.restored} role="status">
          {texts.restored}
          <Button variant="default" size="sm" onClick={editor.startOver}>
            {texts.startOver}
          </Button>
        </div>
      )}
      <FormAlert message={editor.message} />
      <TextInput
        name="txTitle"
        label={texts.title}
        maxLength={MOST.title}
        autoComplete="off"
        error={errors.txTitle}
        {...text('title')}
      />
      <DescriptionField editor={editor} />
      <div key={anew} className={classes.pair}>
        <DateField
          name="dueDate"
          label={texts.due}
          defaultValue={form.dueDate}
          error={errors.dueDate}
          onChange={(dueDate) => editor.change({ dueDate: dueDate ?? '' })}
        />
        <TimeField
          name="dueTime"
          label={texts.dueTime}
          error={errors.dueTime}
          {...text('dueTime')}
        />
        <DateField
          name="startDate"
          label={texts.startDate}
          defaultValue={form.startDate}
          error={errors.startDate}
          onChange={(startDate) => editor.change({ startDate: startDate ?? '' })}
        />
        <NativeSelect
          name="priority"
          label={texts.priority}
          data={taskTexts.priorities.map((label, value) => ({ value: String(value), label }))}
          error={errors.priority}
          value={String(form.priority)}
          onChange={({ currentTarget }) =>
            editor.change({ priority: Number(currentTarget.value) as Priority })
          }
        />
      </div>
      <RepeatFields
        repeat={form.repeat}
        onChange={(repeat) => editor.change({ repeat })}
        day={form.dueDate || todayHere()}
        zone={form.timeZone}
        error={errors.repeat}
      />
      {form.repeat.freq !== 'NONE' && (
        <NativeSelect
          name="from"
          label={texts.from}
          data={(['SCHEDULE', 'COMPLETION'] as const).map((value) => ({
            value,
            label: texts.fromOptions[value],
          }))}
          value={form.from}
          onChange={({ currentTarget }) =>
            editor.change({ from: currentTarget.value as TaskRepeat['from'] })
          }
        />
      )}
      <LabelsField
        labels={form.labels}
        error={errors.labels}
        onChange={(labels) => editor.change({ labels })}
      />
      <PeopleField
        people={form.people}
        idEntity={task.idEntity}
        error={errors.assignees}
        onChange={(people) => editor.change({ people })}
      />
      <ChecklistFields
        items={form.checklist}
        error={errors.checklist}
        onChange={(checklist) => editor.change({ checklist })}
      />
      <div className={classes.buttons}>
        <Button
          variant="default"
          onClick={() => {
            editor.forget();
            onClose();
          }}
        >
          {texts.cancel}
        </Button>
        <Button type="submit" loading={editor.pending}>
          {texts.save}
        </Button>
      </div>
      {theirs && (
        <TaskConflict
          mine={form}
          theirs={theirs}
          onKeep={editor.keepMine}
          onTake={editor.takeTheirs}
          onClose={editor.leaveIt}
        />
      )}
    </form>
  );
}

/** As text, or as it will be read. */
function DescriptionField({ editor }: { editor: Editor }) {
  const [previews, setPreviews] = useState(false);
  const { form, errors } = editor;
  return (
    <fieldset className={classes.group}>
      <legend>{texts.description}</legend>
      <div className={classes.modes}>
        {[false, true].map((shown) => (
          <Button
            key={String(shown)}
            size="sm"
            variant={previews === shown ? 'light' : 'default'}
            aria-pressed={previews === shown}
            onClick={() => setPreviews(shown)}
          >
            {shown ? texts.preview : texts.write}
          </Button>
        ))}
      </div>
      {previews ? (
        <section className={classes.preview} aria-label={texts.preview}>
          {form.description.trim() ? (
            <LongText text={form.description} />
          ) : (
            <p className={classes.hint}>{texts.nothing}</p>
          )}
        </section>
      ) : (
        <Textarea
          name="txDescription"
          aria-label={texts.description}
          description={texts.descriptionHint}
          rows={5}
          maxLength={MOST.description}
          error={errors.txDescription}
          value={form.description}
          onChange={({ currentTarget }) => editor.change({ description: currentTarget.value })}
        />
      )}
    </fieldset>
  );
}
