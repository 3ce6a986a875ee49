import { TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import type { Workspace } from '@/api/types.ts';
import { Form } from '@/area/Form.tsx';
import { Dialog } from '@/components/Dialog.tsx';
import { toast } from '@/components/toast.ts';
import { textOf } from '@/hooks/useSubmit.ts';
import { listTexts as texts } from '@/texts/everyday.ts';
import { chatKeys } from '../queries.ts';
import { everydayApi } from './calls.ts';

const NAME_MAX = 80;

/** What a workspace is called, for those who run it. Afterwards its channels are listed anew, as specified. */
export default function RenameWorkspace({
  workspace: { workspaceId, workspaceName },
  onClose,
}: {
  workspace: Workspace;
  onClose: () => void;
}) {
  const client = useQueryClient();
  return (
    <Dialog title={texts.renameWorkspace} onClose={onClose}>
      <Form
        submit={texts.save}
        onCancel={onClose}
        check={(values) => ({
          workspaceName: textOf(values, 'workspaceName') ? undefined : texts.workspaceMissing,
        })}
        send={(values) => everydayApi.renameWorkspace(workspaceId, textOf(values, 'workspaceName'))}
        done={() => {
          for (const queryKey of [chatKeys.workspaces, chatKeys.channels(workspaceId)])
            void client.invalidateQueries({ queryKey });
          toast({ type: 'success', message: texts.workspaceRenamed });
          onClose();
        }}
      >
        {(field) => (
          <TextInput
            data-autofocus
            label={texts.workspaceName}
            maxLength={NAME_MAX}
            defaultValue={workspaceName}
            autoComplete="off"
            {...field('workspaceName')}
          />
        )}
      </Form>
    </Dialog>
  );
}
