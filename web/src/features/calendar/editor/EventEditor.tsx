import { Button } from '@mantine/core';
import { FormAlert } from '@/components/FormAlert.tsx';
import { usePageTitle } from '@/hooks/usePageTitle.ts';
import { scopeTexts, editorTexts as texts } from '@/texts/calendar.ts';
import { ConflictDialog } from './ConflictDialog.tsx';
import { EventFields } from './EventFields.tsx';
import classes from './editor.module.css';
import { ScopeDialog } from './ScopeDialog.tsx';
import { type EditorOptions, useEditor } from './useEditor.ts';

type EventEditorProps = EditorOptions & {
  title: string;
  /** In whose name. */
  organisation?: string | undefined;
  onCancel: () => void;
};

/** The whole of an event in a form. */
export function EventEditor({ title, organisation, onCancel, ...options }: EventEditorProps) {
  const editor = useEditor(options);
  usePageTitle(title);
  return (
    <div className={classes.page} data-tour="area">
      <h1 className={classes.title} tabIndex={-1}>
        {title}
      </h1>
      {organisation && <p className={classes.for}>{texts.forOrganisation(organisation)}</p>}
      {editor.restored && (
        <div className={classes.note} role="status">
          {texts.restored}
          <Button variant="default" size="sm" onClick={editor.startOver}>
            {texts.startOver}
          </Button>
        </div>
      )}
      <form ref={editor.element} className={classes.form} onSubmit={editor.submit} noValidate>
        <FormAlert message={editor.message} />
        <EventFields
          form={editor.form}
          errors={editor.errors}
          onChange={editor.onChange}
          isOld={options.old !== null}
          dates={String(editor.dates)}
        />
        <div className={classes.buttons}>
          <Button type="submit" loading={editor.pending}>
            {texts.save}
          </Button>
          <Button
            variant="default"
            onClick={() => {
              editor.forget();
              onCancel();
            }}
          >
            {texts.cancel}
          </Button>
        </div>
      </form>
      {editor.asks === 'scope' && (
        <ScopeDialog
          title={scopeTexts.change}
          onChoose={editor.choose}
          onClose={() => editor.choose(null)}
        />
      )}
      {editor.theirs && (
        <ConflictDialog
          mine={editor.form}
          theirs={editor.theirs}
          onKeep={editor.keepMine}
          onTake={editor.takeTheirs}
          onClose={editor.leaveIt}
        />
      )}
    </div>
  );
}
