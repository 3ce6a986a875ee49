import { Link } from 'react-router';
import { boardTexts as texts } from '@/texts/boards.ts';
import { boardPath } from '../paths.ts';
import type { BoardHead } from '../types.ts';
import classes from './boards.module.css';

type BoardListProps = { boards: readonly BoardHead[]; label: string };

/** Boards by name; those that are put away are folded. */
export function BoardList({ boards, label }: BoardListProps) {
  const open = boards.filter(({ archived }) => archived === null);
  const archived = boards.filter((one) => one.archived !== null);
  return (
    <>
      {open.length > 0 && <Boards boards={open} label={label} />}
      {archived.length > 0 && (
        <details className={classes.folded}>
          <summary>{texts.showArchived(archived.length)}</summary>
          <Boards boards={archived} label={texts.showArchived(archived.length)} />
        </details>
      )}
    </>
  );
}

function Boards({ boards, label }: BoardListProps) {
  return (
    <ul className={classes.boards} aria-label={label}>
      {boards.map(({ idBoard, name, cards, archived }) => (
        <li key={idBoard}>
          <Link className={classes.board} to={boardPath(idBoard)}>
            <span className={classes.name} dir="auto">
              {name}
            </span>
            <span className={classes.faint}>
              {texts.count(cards)}
              {archived !== null && `, ${texts.archived.toLocaleLowerCase('sv')}`}
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
