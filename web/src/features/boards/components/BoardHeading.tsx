import { Button } from '@mantine/core';
import { IconChevronLeft, IconFilter } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { Link } from 'react-router';
import { messageOf } from '@/api/ApiError.ts';
import type { Viewers as Told } from '@/area/useLiveBoard.ts';
import { toast } from '@/components/toast.ts';
import { boardSettingsTexts, boardTexts as texts } from '@/texts/boards.ts';
import { boardCalls } from '../api.ts';
import { BOARDS } from '../paths.ts';
import type { Board } from '../types.ts';
import type { BoardActs } from '../useBoardActs.ts';
import classes from './board.module.css';
import { ExportMenu } from './ExportMenu.tsx';
import { Viewers } from './Viewers.tsx';

type BoardHeadingProps = {
  board: Board;
  viewers: Told | null;
  edits: boolean;
  selects: boolean;
  withArchive: boolean;
  /** Whether its filter is seen. */
  filters: boolean;
  acts: BoardActs;
  onFilters: () => void;
  onSelect: () => void;
  onArchive: () => void;
  onSettings: () => void;
};

/** Whose it is, what it is called, what one may do here, and what can be done with the whole. */
export function BoardHeading(props: BoardHeadingProps) {
  const { board, viewers, edits, selects, withArchive, filters, acts } = props;
  const { onFilters, onSelect, onArchive, onSettings } = props;
  const { name, entitySlug, entityName, role, watching, txDescription } = board;
  const pressed = (label: string, isPressed: boolean, onClick: () => void) => (
    <Button
      size="sm"
      variant={isPressed ? 'light' : 'default'}
      aria-pressed={isPressed}
      onClick={onClick}
    >
      {label}
    </Button>
  );
  const hasArchive = board.lists.some(({ type }) => type === 'archive');
  return (
    <header>
      <div className={classes.heading}>
        <p className={classes.ways}>
          <Link to={BOARDS}>
            <IconChevronLeft size={18} stroke={1.75} aria-hidden="true" />
            {texts.title}
          </Link>
          {entitySlug && <Link to={`/${entitySlug}`}>{entityName}</Link>}
        </p>
        <h1 tabIndex={-1} dir="auto">
          {name}
        </h1>
        {viewers && <Viewers {...viewers} />}
        <div className={classes.tools}>
          <Button
            size="sm"
            variant={filters ? 'light' : 'default'}
            aria-expanded={filters}
            leftSection={<IconFilter size={16} stroke={1.75} aria-hidden="true" />}
            onClick={onFilters}
          >
            {texts.filters.label}
          </Button>
          {pressed(
            watching ? texts.watching : texts.watch,
            watching,
            () => void acts.watch(!watching),
          )}
          {edits && pressed(selects ? texts.selectDone : texts.select, selects, onSelect)}
          {hasArchive &&
            pressed(withArchive ? texts.hideArchive : texts.showArchive, withArchive, onArchive)}
          <ExportMenu idBoard={board.idBoard} />
          {role === 'owner' && board.archived === null && (
            <Button size="sm" variant="default" onClick={onSettings}>
              {texts.settings}
            </Button>
          )}
        </div>
      </div>
      {txDescription && <p className={classes.faint}>{txDescription}</p>}
      {board.archived !== null ? (
        <Archived board={board} onOpened={acts.anew} />
      ) : (
        (role === 'viewer' || role === 'commenter') && (
          <p className={classes.faint}>{texts.reads[role]}</p>
        )
      )}
    </header>
  );
}

function Archived({ board, onOpened }: { board: Board; onOpened: () => Promise<unknown> }) {
  const { mutate, isPending } = useMutation({
    mutationFn: () => boardCalls.restore(board.idBoard),
    onSuccess: async () => {
      await onOpened();
      toast({ type: 'success', message: boardSettingsTexts.restored });
    },
    onError: (error) => toast({ type: 'error', message: messageOf(error) }),
  });
  return (
    <div className={classes.note}>
      {texts.isArchived}
      {board.role === 'owner' && (
        <Button size="sm" variant="default" loading={isPending} onClick={() => mutate()}>
          {texts.unarchive}
        </Button>
      )}
    </div>
  );
}
