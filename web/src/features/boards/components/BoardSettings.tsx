import { Button, NativeSelect, Textarea, TextInput } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { currentOf } from '@/api/ApiError.ts';
import { ConfirmCall } from '@/area/ConfirmCall.tsx';
import { Form } from '@/area/Form.tsx';
import { Avatar } from '@/components/Avatar.tsx';
import { Dialog } from '@/components/Dialog.tsx';
import { toast } from '@/components/toast.ts';
import { textOf } from '@/hooks/useSubmit.ts';
import { boardFormTexts, boardSettingsTexts as texts } from '@/texts/boards.ts';
import { boardCalls } from '../api.ts';
import { BOARDS } from '../paths.ts';
import type { Board, BoardRole, Member } from '../types.ts';
import classes from './forms.module.css';
import { PersonField } from './PersonField.tsx';

const NAME_MOST = 80;
const DESCRIPTION_MOST = 2_000;
const ROLES: BoardRole[] = ['owner', 'editor', 'commenter', 'viewer'];
const ENTITY_ROLES = ['', 'viewer', 'commenter', 'editor'] as const;

type BoardSettingsProps = {
  board: Board;
  me: number | undefined;
  /** It has changed as a whole. */
  onChanged: () => Promise<unknown>;
  onClose: () => void;
};

/** For its owners: name, who sees it and what they may do, to put it away or to delete it. */
export function BoardSettings({ board, me, onChanged, onClose }: BoardSettingsProps) {
  const navigate = useNavigate();
  const { idBoard, idEntity, entityName } = board;
  const [members, setMembers] = useState<Pick<Member, 'user' | 'role'>[]>(board.members);
  // Of what the fields were filled with. Who is told that another was faster may save all the same.
  const [settingsVersion, setVersion] = useState(board.settingsVersion);
  const [asks, setAsks] = useState<'archive' | 'remove' | null>(null);
  const change = (id: number, role: BoardRole) =>
    setMembers((held) => held.map((one) => (one.user.id === id ? { ...one, role } : one)));

  if (asks) {
    const isRemoval = asks === 'remove';
    return (
      <ConfirmCall
        title={isRemoval ? texts.removeTitle : texts.archiveTitle}
        text={isRemoval ? texts.removeText : texts.archiveText}
        action={isRemoval ? texts.remove : texts.archive}
        danger={isRemoval}
        call={async (): Promise<void> => {
          await (isRemoval ? boardCalls.remove(idBoard) : boardCalls.archive(idBoard));
        }}
        said={isRemoval ? texts.removed : texts.archived}
        onDone={() => {
          if (isRemoval) void navigate(BOARDS, { replace: true });
          else void onChanged();
        }}
        onClose={onClose}
      />
    );
  }
  return (
    <Dialog title={texts.title} onClose={onClose}>
      <Form
        submit={texts.save}
        onCancel={onClose}
        check={(values) => ({
          name: textOf(values, 'name') ? undefined : boardFormTexts.noName,
        })}
        send={async (values) => {
          try {
            await boardCalls.change(idBoard, {
              name: textOf(values, 'name'),
              txDescription: textOf(values, 'txDescription'),
              entityRole: (textOf(values, 'entityRole') || null) as Board['entityRole'],
              members: members.map(({ user, role }) => ({ idAuthUser: user.id, role })),
              settingsVersion,
            });
          } catch (error) {
            setVersion(currentOf<Board>(error)?.settingsVersion ?? settingsVersion);
            throw error;
          }
        }}
        done={async () => {
          await onChanged();
          onClose();
          toast({ type: 'success', message: texts.saved });
        }}
      >
        {(field) => (
          <>
            <TextInput
              label={boardFormTexts.name}
              maxLength={NAME_MOST}
              autoComplete="off"
              defaultValue={board.name}
              {...field('name')}
            />
            <Textarea
              label={boardFormTexts.description}
              rows={3}
              maxLength={DESCRIPTION_MOST}
              defaultValue={board.txDescription}
              {...field('txDescription')}
            />
            {idEntity !== null && (
              <NativeSelect
                label={texts.entityRole(entityName ?? '')}
                data={ENTITY_ROLES.map((value) => ({ value, label: texts.entityRoles[value] }))}
                defaultValue={board.entityRole ?? ''}
                {...field('entityRole')}
              />
            )}
            <fieldset className={classes.group}>
              <legend>{texts.members}</legend>
              <p className={classes.hint}>
                {members.length > 0 ? texts.membersHint : texts.noMembers}
              </p>
              <ul className={classes.members}>
                {members.map(({ user, role }) => (
                  <li key={user.id}>
                    <Avatar name={user.displayName} image={user.avatar} size={32} />
                    <span className={classes.name}>{user.displayName}</span>
                    <NativeSelect
                      aria-label={texts.role(user.displayName)}
                      data={ROLES.map((value) => ({ value, label: texts.roles[value] }))}
                      value={role}
                      disabled={user.id === me}
                      onChange={({ currentTarget }) =>
                        change(user.id, currentTarget.value as BoardRole)
                      }
                    />
                    <button
                      type="button"
                      className={classes.remove}
                      aria-label={texts.removeMember(user.displayName)}
                      disabled={user.id === me}
                      onClick={() =>
                        setMembers((held) => held.filter((one) => one.user.id !== user.id))
                      }
                    >
                      <IconX size={18} stroke={1.75} aria-hidden="true" />
                    </button>
                  </li>
                ))}
              </ul>
              <PersonField
                idEntity={idEntity}
                label={texts.add}
                onPick={({ id, displayName, avatar }) => {
                  if (members.some((one) => one.user.id === id)) return;
                  const user = { id, displayName, avatar, slug: '', username: '' };
                  setMembers((held) => [...held, { user, role: 'editor' }]);
                }}
              />
            </fieldset>
          </>
        )}
      </Form>
      <div className={classes.dangers}>
        <Button variant="default" onClick={() => setAsks('archive')}>
          {texts.archive}
        </Button>
        <Button variant="default" color="red" onClick={() => setAsks('remove')}>
          {texts.remove}
        </Button>
      </div>
    </Dialog>
  );
}
