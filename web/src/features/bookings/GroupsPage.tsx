import { Button } from '@mantine/core';
import { IconPlus, IconStack2 } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { ConfirmCall } from '@/area/ConfirmCall.tsx';
import { Page } from '@/components/Page.tsx';
import { EmptyState, ErrorState, LoadingState } from '@/components/states.tsx';
import { toast } from '@/components/toast.ts';
import { useOnline } from '@/hooks/useOnline.ts';
import { usePageTitle } from '@/hooks/usePageTitle.ts';
import { bookingTexts } from '@/texts/bookings.ts';
import { groupsTexts as texts } from '@/texts/bookingsGroups.ts';
import { resourceTexts } from '@/texts/bookingsManage.ts';
import { bookablesQuery, bookingCalls, groupsQuery, settingsAnew } from './api.ts';
import { GroupDialog } from './components/GroupDialog.tsx';
import classes from './components/manage.module.css';
import { NotManaged, Organisations } from './components/Organisations.tsx';
import { newResourcePath, resourcesPath } from './paths.ts';
import type { Bookable, BookableGroup } from './types.ts';
import { useOrganisation } from './useOrganisation.ts';

/** /settings/resources/groups?organization=3: bookables of which any is as good, to be changed. */
export default function GroupsPage() {
  const { id, mine, ...others } = useOrganisation();
  return id ? <GroupsOf key={id} id={id} name={mine?.entityName} /> : <Organisations {...others} />;
}

function GroupsOf({ id, name }: { id: number; name: string | undefined }) {
  const online = useOnline();
  const bookables = useQuery(bookablesQuery(id));
  const groups = useQuery(groupsQuery(id));
  const title = name ? texts.of(name) : texts.title;
  usePageTitle(title);
  if (!bookables.data || !groups.data) {
    const failed = [bookables, groups].find(({ error }) => error);
    if (!failed) return <LoadingState />;
    const again = () => void Promise.all([bookables.refetch(), groups.refetch()]);
    return <ErrorState page error={failed.error} onRetry={again} />;
  }
  if (!bookables.data.abilities.includes('MANAGE')) return <NotManaged />;
  return (
    <Page title={title} links={<Link to={resourcesPath(id)}>{resourceTexts.back}</Link>}>
      <p className={classes.lead}>{texts.lead}</p>
      {!online && (
        <p className={classes.faint} role="status">
          {bookingTexts.offline}
        </p>
      )}
      <Groups
        idEntity={id}
        bookables={bookables.data.content}
        groups={groups.data}
        reload={async () => (await groups.refetch()).data}
      />
    </Page>
  );
}

type GroupsProps = {
  idEntity: number;
  bookables: readonly Bookable[];
  groups: readonly BookableGroup[];
  reload: () => Promise<BookableGroup[] | undefined>;
};

function Groups({ idEntity, bookables, groups, reload }: GroupsProps) {
  const client = useQueryClient();
  /** What is being written: a new one is null. */
  const [open, setOpen] = useState<BookableGroup | null>();
  const [removing, setRemoving] = useState<BookableGroup>();
  if (bookables.length === 0) {
    return (
      <EmptyState {...texts.noResources} icon={<IconStack2 size={28} stroke={1.5} />}>
        <Button component={Link} to={newResourcePath(idEntity)}>
          {resourceTexts.add}
        </Button>
      </EmptyState>
    );
  }
  const add = (
    <Button
      leftSection={<IconPlus size={18} stroke={1.75} aria-hidden="true" />}
      onClick={() => setOpen(null)}
    >
      {texts.add}
    </Button>
  );
  /** The group as it stands by now; what is gone is not written any longer. */
  const again = async (id: number) => {
    const all = await reload();
    if (all) setOpen(all.find(({ idGroup }) => idGroup === id));
  };
  return (
    <>
      {groups.length === 0 ? (
        <EmptyState {...texts.none} icon={<IconStack2 size={28} stroke={1.5} />}>
          {add}
        </EmptyState>
      ) : (
        <>
          <div className={classes.ways}>{add}</div>
          <ul className={classes.list} aria-label={texts.title}>
            {groups.map((group) => (
              <li key={group.idGroup} className={classes.item}>
                <Group
                  group={group}
                  bookables={bookables}
                  onChange={() => setOpen(group)}
                  onRemove={() => setRemoving(group)}
                />
              </li>
            ))}
          </ul>
        </>
      )}
      {open !== undefined && (
        <GroupDialog
          key={open ? `${open.idGroup} ${open.version}` : 'new'}
          idEntity={idEntity}
          old={open}
          bookables={bookables}
          onDone={async () => {
            setOpen(undefined);
            toast({ type: 'success', message: texts.saved });
            await settingsAnew(client);
          }}
          onReload={() => void (open && again(open.idGroup))}
          onClose={() => setOpen(undefined)}
        />
      )}
      {removing && (
        <ConfirmCall
          title={texts.removeTitle(removing.name)}
          text={texts.removeText}
          action={texts.remove}
          danger
          call={() => bookingCalls.removeGroup(removing.idGroup)}
          said={texts.removed}
          onDone={() => void settingsAnew(client)}
          onClose={() => setRemoving(undefined)}
        />
      )}
    </>
  );
}

type GroupProps = {
  group: BookableGroup;
  bookables: readonly Bookable[];
  onChange: () => void;
  onRemove: () => void;
};

function Group({ group, bookables, onChange, onRemove }: GroupProps) {
  const { name } = group;
  const names = group.bookables.flatMap(
    (id) => bookables.find(({ idBookable }) => idBookable === id)?.name ?? [],
  );
  return (
    <>
      <div>
        <p className={classes.itemName}>{name}</p>
        <p className={classes.faint}>{names.join(', ')}</p>
      </div>
      <div className={classes.buttons}>
        <Button variant="default" aria-label={texts.edit(name)} onClick={onChange}>
          {texts.change}
        </Button>
        <Button variant="default" aria-label={texts.removeOf(name)} onClick={onRemove}>
          {texts.remove}
        </Button>
      </div>
    </>
  );
}
