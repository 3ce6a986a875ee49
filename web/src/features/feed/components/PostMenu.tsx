import { IconDots, IconFlag, IconLink, IconPencil, IconTrash } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { openReport } from '@/commands/events.ts';
import { Confirm } from '@/components/Dialog.tsx';
import { Dropdown, dropdownItem } from '@/components/Dropdown.tsx';
import { useMe } from '@/features/accounts/api.ts';
import { loadPart } from '@/lib/loadPart.ts';
import { reportLabel } from '@/texts/area.ts';
import { postDoing as texts } from '@/texts/posting.ts';
import { postPath } from '../paths.ts';
import type { FeedPost } from '../types.ts';
import { sayFeed } from '../useFeed.ts';
import { useRemovePost } from '../usePosting.ts';
import classes from './feed.module.css';

const EditDialog = lazy(() => loadPart(() => import('./EditDialog.tsx')));

type PostMenuProps = { post: FeedPost; onRemoved?: () => void };

/** What one may do with a post besides reading it. */
export default function PostMenu({ post, onRemoved }: PostMenuProps) {
  const { uuid, author, abilities } = post;
  const me = useMe();
  const [open, setOpen] = useState<'edit' | 'remove' | null>(null);
  const close = () => setOpen(null);
  const { mutate: remove, isPending } = useRemovePost(uuid, onRemoved);
  const copy = () =>
    navigator.clipboard
      .writeText(new URL(postPath(uuid), window.location.href).href)
      .then(() => sayFeed(texts.copied))
      .catch(() => {});
  return (
    <>
      <Dropdown
        className={classes.dots}
        name={texts.more(author.displayName)}
        label={<IconDots size={20} aria-hidden="true" />}
      >
        <button type="button" className={dropdownItem} onClick={() => void copy()}>
          <IconLink size={20} stroke={1.75} aria-hidden="true" />
          {texts.copy}
        </button>
        {abilities.includes('EDIT') && (
          <button type="button" className={dropdownItem} onClick={() => setOpen('edit')}>
            <IconPencil size={20} stroke={1.75} aria-hidden="true" />
            {texts.edit}
          </button>
        )}
        {author.idUser !== me?.idUser && !abilities.includes('EDIT') && (
          <button
            type="button"
            className={dropdownItem}
            onClick={() => openReport({ targetType: 'POST', targetId: uuid })}
          >
            <IconFlag size={20} stroke={1.75} aria-hidden="true" />
            {reportLabel}
          </button>
        )}
        {abilities.includes('DELETE') && (
          <button type="button" className={dropdownItem} onClick={() => setOpen('remove')}>
            <IconTrash size={20} stroke={1.75} aria-hidden="true" />
            {texts.remove}
          </button>
        )}
      </Dropdown>
      {open === 'edit' && (
        <Suspense>
          <EditDialog post={post} onClose={close} />
        </Suspense>
      )}
      {open === 'remove' && (
        <Confirm
          danger
          title={texts.removeTitle}
          text={texts.removeText}
          action={texts.remove}
          pending={isPending}
          onConfirm={() => remove(undefined, { onSettled: close })}
          onClose={close}
        />
      )}
    </>
  );
}
