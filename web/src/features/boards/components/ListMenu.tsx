import { useState } from 'react';
import { Sheet } from '@/components/Sheet.tsx';
import { listTexts as texts } from '@/texts/boards.ts';
import type { BoardList } from '../types.ts';
import { useParts } from './context.ts';
import { ListDialog } from './ListDialog.tsx';
import { MenuItem } from './MenuItem.tsx';

type ListMenuProps = {
  list: BoardList;
  count: number;
  anchor: HTMLElement;
  onClose: () => void;
};

/** What can be done with a list. */
export function ListMenu({ list, count, anchor, onClose }: ListMenuProps) {
  const { acts, moveList } = useParts();
  const [edits, setEdits] = useState(false);
  if (edits) return <ListDialog list={list} onClose={onClose} />;
  const isArchive = list.type === 'archive';
  const then = (run: () => unknown) => () => {
    onClose();
    run();
  };
  const [left, right] = [moveList(list.idList, -1), moveList(list.idList, 1)];
  return (
    <Sheet label={texts.more(list.name)} anchor={anchor} onClose={onClose}>
      <MenuItem onClick={() => setEdits(true)}>{texts.edit}</MenuItem>
      {left && <MenuItem onClick={then(left)}>{texts.left}</MenuItem>}
      {right && <MenuItem onClick={then(right)}>{texts.right}</MenuItem>}
      <MenuItem
        onClick={then(() => acts.changeList(list, { type: isArchive ? 'active' : 'archive' }))}
      >
        {isArchive ? texts.unarchive : texts.archive}
      </MenuItem>
      {count === 0 && (
        <MenuItem onClick={then(() => acts.removeList(list))}>{texts.remove}</MenuItem>
      )}
    </Sheet>
  );
}
