import { useState } from 'react';
import { dropdownDivider, dropdownHeading } from '@/components/Dropdown.tsx';
import { Sheet } from '@/components/Sheet.tsx';
import { cardTexts as texts } from '@/texts/boards.ts';
import { lanesOf, otherRows, type Row, rowChange } from '../filters.ts';
import type { Card } from '../types.ts';
import { type Column, columnOf, STEPS, stepFrom } from '../view.ts';
import { useParts } from './context.ts';
import { MenuItem } from './MenuItem.tsx';

export type CardMenuAsked = { idTask: number; anchor: HTMLElement; moves: boolean };

type CardMenuProps = CardMenuAsked & {
  card: Card;
  /** As they are shown. */
  columns: readonly Column[];
  /** In which rows; null: in none. */
  row: Row | null;
  onTakeOff: (card: Card) => void;
  onClose: () => void;
};

/** What can be done with a card; to be moved is the first of it. */
export function CardMenu(props: CardMenuProps) {
  const { card, columns, row, anchor, onTakeOff, onClose } = props;
  const from = anchor.closest<HTMLElement>('[data-lane]')?.dataset.lane;
  const { acts, open } = useParts();
  const [moves, setMoves] = useState(props.moves);
  const then = (run: () => unknown) => () => {
    onClose();
    run();
  };
  if (moves) {
    return (
      <Sheet label={texts.moveTitle(card.txTitle)} anchor={anchor} onClose={onClose}>
        <Moves card={card} columns={columns} onClose={onClose} />
        {row && from !== undefined && (
          <Rows card={card} columns={columns} row={row} from={from} onClose={onClose} />
        )}
      </Sheet>
    );
  }
  return (
    <Sheet label={texts.more(card.txTitle)} anchor={anchor} onClose={onClose}>
      <MenuItem onClick={() => setMoves(true)}>{texts.move}</MenuItem>
      <MenuItem onClick={then(() => open(card.idTask))}>{texts.open}</MenuItem>
      <hr className={dropdownDivider} />
      <MenuItem onClick={then(() => acts.copy(card))}>{texts.copy}</MenuItem>
      <MenuItem onClick={then(() => acts.archive(card))}>{texts.archive}</MenuItem>
      <MenuItem onClick={then(() => onTakeOff(card))}>{texts.takeOff}</MenuItem>
      <MenuItem onClick={then(() => acts.remove(card))}>{texts.remove}</MenuItem>
    </Sheet>
  );
}

const IN_LIST = STEPS.filter((step) => step !== 'left' && step !== 'right');

type MovesProps = { card: Card; columns: readonly Column[]; onClose: () => void };

/** Where a card can go without being dragged. */
function Moves({ card: { idTask }, columns, onClose }: MovesProps) {
  const { move } = useParts();
  const here = columnOf(columns, idTask);
  const others = columns.filter((column) => column !== here);
  const steps = IN_LIST.flatMap((step) => {
    const to = stepFrom(columns, idTask, step);
    return to ? [{ step, to }] : [];
  });
  return (
    <>
      {steps.map(({ step, to }) => (
        <MenuItem
          key={step}
          onClick={() => {
            onClose();
            move(idTask, to.idList, to.near);
          }}
        >
          {texts.steps[step]}
        </MenuItem>
      ))}
      {others.length > 0 && (
        <>
          {steps.length > 0 && <hr className={dropdownDivider} />}
          <p className={dropdownHeading}>{texts.toList}</p>
        </>
      )}
      {others.map(({ list: { idList, name } }) => (
        <MenuItem
          key={idList}
          onClick={() => {
            onClose();
            move(idTask, idList, 'last');
          }}
        >
          {name}
        </MenuItem>
      ))}
    </>
  );
}

type RowsProps = MovesProps & { row: Row; from: string };

/** The other rows of the board: the card stays where it is in its list. */
function Rows({ card: { idTask }, columns, row, from, onClose }: RowsProps) {
  const { move, people } = useParts();
  const here = columnOf(columns, idTask);
  const others = otherRows(lanesOf(columns, row, [...people.values()]), row, from);
  if (!here || others.length === 0) return null;
  return (
    <>
      <hr className={dropdownDivider} />
      <p className={dropdownHeading}>{texts.toRow}</p>
      {others.map(({ key, name }) => (
        <MenuItem
          key={key}
          onClick={() => {
            onClose();
            move(idTask, here.list.idList, 'here', { name, change: rowChange(row, from, key) });
          }}
        >
          {name}
        </MenuItem>
      ))}
    </>
  );
}
