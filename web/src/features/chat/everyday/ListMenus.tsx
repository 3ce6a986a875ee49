/** The menus of the list of channels: of the whole, of a channel, of a group; and what they ask before they act. */
import { TextInput } from '@mantine/core';
import {
  IconArrowDown,
  IconArrowUp,
  IconChecks,
  IconFolder,
  IconFolderMinus,
  IconFolderPlus,
  IconPencil,
  IconStar,
  IconStarOff,
  IconTrash,
} from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { messageOf } from '@/api/ApiError.ts';
import type { Workspace } from '@/api/types.ts';
import { ConfirmCall } from '@/area/ConfirmCall.tsx';
import { Form } from '@/area/Form.tsx';
import { Dialog } from '@/components/Dialog.tsx';
import { Sheet } from '@/components/Sheet.tsx';
import { toast } from '@/components/toast.ts';
import { unreadQuery } from '@/features/accounts/api.ts';
import { textOf } from '@/hooks/useSubmit.ts';
import { listTexts as texts } from '@/texts/everyday.ts';
import type { ListMenu } from '../components/ChannelList.tsx';
import menu from '../components/MessageMenu.module.css';
import { channelsQuery, chatKeys, sidebarQuery, titleOf } from '../queries.ts';
import { arrange, keepArranged } from '../sidebar.ts';
import {
  type Arranging,
  asFavourite,
  channelMoved,
  GROUPS_MAX,
  groupMoved,
  intoGroup,
  NAME_MAX,
  released,
  renamed,
  withGroup,
  withoutGroup,
} from './arranging.ts';
import { everydayApi } from './calls.ts';
import classes from './everyday.module.css';
import RenameWorkspace from './RenameWorkspace.tsx';

interface Props extends ListMenu {
  workspace: Workspace;
  isUnread: boolean;
  onClose: () => void;
}

/** What a choice of the menu leads to in its place. */
type Step = 'menu' | 'name' | 'remove' | 'readAll' | 'workspace';
/** Organisation roles that may name their workspace. */
const NAMERS = ['OWNER', 'ADMIN'];

export default function ListMenus({
  anchor,
  channel,
  section,
  workspace,
  isUnread,
  onClose,
}: Props) {
  const client = useQueryClient();
  const [step, setStep] = useState<Step>('menu');
  const sidebar = useQuery(sidebarQuery).data;
  const { workspaceId } = workspace;
  const group = channel ? null : (section?.group ?? null);

  const change = (how: Arranging) => {
    onClose();
    void arrange(client, how);
    // A channel that has moved is another row: the focus follows it.
    if (channel) requestAnimationFrame(() => requestAnimationFrame(() => focusOn(channel.id)));
  };
  const again = () => {
    for (const queryKey of [
      chatKeys.unread(workspaceId),
      chatKeys.channels(workspaceId),
      unreadQuery.queryKey,
    ])
      void client.invalidateQueries({ queryKey });
  };

  if (step === 'name') {
    const name = group?.name ?? '';
    return (
      <Dialog title={group ? texts.rename : texts.newGroup} onClose={onClose}>
        <Form
          submit={group ? texts.save : texts.make}
          onCancel={onClose}
          check={(values) => ({ name: textOf(values, 'name') ? undefined : texts.nameMissing })}
          send={async (values) => textOf(values, 'name')}
          done={(chosen) =>
            change(
              group
                ? renamed(group.id, chosen)
                : withGroup(crypto.randomUUID(), chosen, channel?.id ?? null),
            )
          }
        >
          {(field) => (
            <TextInput
              data-autofocus
              label={texts.name}
              placeholder={texts.nameExample}
              maxLength={NAME_MAX}
              defaultValue={name}
              autoComplete="off"
              {...field('name')}
            />
          )}
        </Form>
      </Dialog>
    );
  }
  if (step === 'remove' && group) {
    return (
      <ConfirmCall
        title={texts.removeTitle(group.name)}
        text={texts.removeText}
        action={texts.remove}
        danger
        call={() => keepArranged(client, withoutGroup(group.id))}
        said={texts.removed}
        onDone={() => {}}
        onClose={onClose}
      />
    );
  }
  if (step === 'workspace') return <RenameWorkspace workspace={workspace} onClose={onClose} />;
  if (step === 'readAll') {
    return (
      <ConfirmCall
        title={texts.readAllTitle}
        text={texts.readAllText(workspace.workspaceName)}
        action={texts.readAllAction}
        call={() => everydayApi.readAll(workspaceId)}
        said={texts.readAllDone}
        onDone={again}
        onClose={onClose}
      />
    );
  }

  const here = new Set(
    client.getQueryData(channelsQuery(workspaceId).queryKey)?.map(({ id }) => id),
  );
  const full = (sidebar?.groups.length ?? 0) >= GROUPS_MAX;
  const read = () => {
    onClose();
    if (!channel) return;
    everydayApi
      .readAllOf(channel.id)
      .then(again, (error: unknown) => toast({ type: 'error', message: messageOf(error) }));
  };
  const favourite = channel && (sidebar?.favourites.includes(channel.id) ?? false);
  const inGroup = channel
    ? sidebar?.groups.find(({ channels }) => channels.includes(channel.id))
    : undefined;
  const item = (icon: ReactNode, label: string, run: () => void, danger = false) => (
    <li key={label}>
      <button type="button" className={menu.item} data-danger={danger || undefined} onClick={run}>
        <span aria-hidden="true">{icon}</span>
        <span className={classes.long}>{label}</span>
      </button>
    </li>
  );
  const moves = (how: (way: 1 | -1) => Arranging) => [
    item(<IconArrowUp size={18} />, texts.up, () => change(how(-1))),
    item(<IconArrowDown size={18} />, texts.down, () => change(how(1))),
  ];
  const label = channel ? titleOf(channel) : (group?.name ?? texts.list);
  return (
    <Sheet label={texts.menu(label)} anchor={anchor} onClose={onClose}>
      <ul className={menu.items}>
        {channel && isUnread && item(<IconChecks size={18} />, texts.read, read)}
        {channel &&
          (favourite
            ? item(<IconStarOff size={18} />, texts.noFavourite, () => change(released(channel.id)))
            : item(<IconStar size={18} />, texts.favourite, () => change(asFavourite(channel.id))))}
        {channel &&
          sidebar?.groups
            .filter((one) => one !== inGroup)
            .map((one) =>
              item(<IconFolder size={18} />, texts.into(one.name), () =>
                change(intoGroup(channel.id, one.id)),
              ),
            )}
        {channel &&
          inGroup &&
          item(<IconFolderMinus size={18} />, texts.outOf(inGroup.name), () =>
            change(released(channel.id)),
          )}
        {channel &&
          (favourite || inGroup) &&
          moves((way) => channelMoved(channel.id, way, (id) => here.has(id)))}
        {!group &&
          !full &&
          item(<IconFolderPlus size={18} />, channel ? texts.intoNew : `${texts.newGroup} …`, () =>
            setStep('name'),
          )}
        {group && (
          <>
            {item(<IconPencil size={18} />, `${texts.rename} …`, () => setStep('name'))}
            {moves((way) => groupMoved(group.id, way))}
            {item(<IconTrash size={18} />, `${texts.remove} …`, () => setStep('remove'), true)}
          </>
        )}
        {!channel &&
          !group &&
          NAMERS.includes(workspace.role) &&
          item(<IconPencil size={18} />, `${texts.renameWorkspace} …`, () => setStep('workspace'))}
        {!channel &&
          !group &&
          item(<IconChecks size={18} />, `${texts.readAll} …`, () => setStep('readAll'))}
      </ul>
    </Sheet>
  );
}

const focusOn = (channelId: number) =>
  document.querySelector<HTMLElement>(`[data-channel="${channelId}"]`)?.focus();
