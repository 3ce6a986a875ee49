/** The cells of notification settings: what a choice changes, and how it is taken back. Pure. */
import type { Cell, CellChange, Channel, Digest, SettingType } from './types.ts';

export const DIGESTS = ['IMMEDIATE', 'DAILY', 'WEEKLY'] as const;

/** One type with its cells. */
export type Row = { type: SettingType; cells: Partial<Record<Channel, Cell>> };

/** Something that is chosen: what is sent, and how its cells stood before and are shown until the server has answered. */
export type Act = {
  kind: 'switch' | 'digest' | 'release' | 'undo';
  changes: CellChange[];
  before: Cell[];
  shown: Cell[];
};

export const keyOf = ({ notificationType, channel }: Pick<Cell, 'notificationType' | 'channel'>) =>
  `${notificationType}-${channel}`;

/** Types in the server's order. */
export function rowsOf(cells: readonly Cell[]): Row[] {
  const rows = new Map<SettingType, Row>();
  for (const cell of cells) {
    const type = cell.notificationType;
    const row = rows.get(type) ?? { type, cells: {} };
    row.cells[cell.channel] = cell;
    rows.set(type, row);
  }
  return [...rows.values()];
}

/** What the server has said, with what was chosen since; the later choice of a cell holds. */
export function fold(cells: readonly Cell[], acts: readonly Pick<Act, 'shown'>[]): Cell[] {
  const chosen = new Map(acts.flatMap(({ shown }) => shown.map((cell) => [keyOf(cell), cell])));
  return cells.map((cell) => chosen.get(keyOf(cell)) ?? cell);
}

/** Where a choice that is made here lies. */
const ownSource = (cell: Cell) => (cell.entityId ? 'ENTITY' : 'PERSONAL');

/** Whether it was chosen here, and does not follow something else. */
export const isOwn = (cell: Cell) => cell.source === ownSource(cell);

const placeOf = ({ entityId, notificationType, channel }: Cell) => ({
  entityId,
  notificationType,
  channel,
});

const changed = (
  kind: Act['kind'],
  cell: Cell,
  change: { enabled: boolean; digest?: Digest },
): Act => ({
  kind,
  changes: [{ ...placeOf(cell), ...change }],
  before: [cell],
  shown: [{ ...cell, ...change, source: ownSource(cell) }],
});

export const switched = (cell: Cell, enabled: boolean): Act => changed('switch', cell, { enabled });

export const digested = (cell: Cell, digest: Digest): Act =>
  changed('digest', cell, { enabled: true, digest });

/** The row follows again what stands behind it. What that comes to only the server knows. */
export function released(row: Row): Act {
  const own = Object.values(row.cells).filter(isOwn);
  return {
    kind: 'release',
    changes: own.map((cell) => ({ ...placeOf(cell), enabled: null })),
    before: own,
    shown: [],
  };
}

/** Takes an act back: to the choice that was there, or to none. */
export function undone({ before }: Act): Act {
  const changes = before.map((cell): CellChange => {
    if (!isOwn(cell)) return { ...placeOf(cell), enabled: null };
    // Of a cell that is off the digest stays as it is.
    const digest = cell.enabled && cell.digest ? { digest: cell.digest } : null;
    return { ...placeOf(cell), enabled: cell.enabled, ...digest };
  });
  return { kind: 'undo', changes, before: [], shown: before };
}

/** Whether two acts are about one cell. */
export const meets = (one: Act, other: Act): boolean => {
  const keys = new Set(one.changes.map(keyOf));
  return other.changes.some((change) => keys.has(keyOf(change)));
};
