import { useMediaQuery } from '@mantine/hooks';
import { useId } from 'react';
import { settingsTexts as texts } from '@/texts/notificationSettings.ts';
import {
  type Act,
  DIGESTS,
  digested,
  isOwn,
  keyOf,
  type Row,
  released,
  rowsOf,
  switched,
} from './cells.ts';
import classes from './settings.module.css';
import type { Cell, Channel, Digest, SettingType } from './types.ts';
import { cellName } from './words.ts';

type GridProps = {
  cells: readonly Cell[];
  /** Whose they are. */
  name: string;
  /** The cell that the address is about. */
  marked: string | null;
  /** SMS need a verified number. */
  mayText: boolean;
  /** Cells whose last choice was not saved. */
  failed: readonly string[];
  run: (act: Act) => void;
};

/** Types by channels: a table where there is room, else a card for each type. */
export function Grid(props: GridProps) {
  const wide = useMediaQuery('(min-width: 48em)', undefined, { getInitialValueInEffect: false });
  const rows = rowsOf(props.cells);
  return wide ? <Table {...props} rows={rows} /> : <Cards {...props} rows={rows} />;
}

type RowsProps = GridProps & { rows: Row[] };

function Table({ rows, ...props }: RowsProps) {
  return (
    <div className={classes.frame}>
      <table className={classes.table} aria-label={texts.table(props.name)}>
        <thead>
          <tr>
            <th scope="col">{texts.type}</th>
            <th scope="col">{texts.channels.email.label}</th>
            <th scope="col">{texts.when}</th>
            <th scope="col">{texts.channels.push.label}</th>
            <th scope="col">{texts.channels.sms.label}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.type}>
              <th scope="row">
                <Type {...props} row={row} />
              </th>
              <td>
                <Choice {...props} cell={row.cells.email} />
              </td>
              <td>
                <When cell={row.cells.email} run={props.run} />
              </td>
              <td>
                <Choice {...props} cell={row.cells.push} />
              </td>
              <td>
                <Choice {...props} cell={row.cells.sms} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Cards({ rows, ...props }: RowsProps) {
  return (
    <ul className={classes.cards} aria-label={texts.table(props.name)}>
      {rows.map((row) => (
        <li key={row.type} className={classes.card}>
          <Type {...props} row={row} />
          <div className={classes.mail}>
            <Choice {...props} cell={row.cells.email} label="email" />
            <When cell={row.cells.email} run={props.run} />
          </div>
          <Choice {...props} cell={row.cells.push} label="push" />
          <Choice {...props} cell={row.cells.sms} label="sms" />
        </li>
      ))}
    </ul>
  );
}

/** What a type is, how it may look, and the way back to what it followed. */
function Type({ row, marked, run }: Pick<GridProps, 'marked' | 'run'> & { row: Row }) {
  const { type } = row;
  const why = Object.values(row.cells).find((cell) => keyOf(cell) === marked);
  const words = texts.types[type];
  const own = Object.values(row.cells).filter(isOwn);
  const personal = own[0]?.source === 'PERSONAL';
  return (
    <div className={classes.type}>
      <span className={classes.name}>{words?.label ?? type}</span>
      {words && (
        <>
          <span className={classes.hint}>{words.about}</span>
          <details className={classes.example}>
            <summary aria-label={texts.exampleOf(type)}>{texts.example}</summary>
            <p>{words.example}</p>
          </details>
        </>
      )}
      {why && <Why cell={why} />}
      {own.length > 0 && (
        <span className={classes.own}>
          {texts.own}{' '}
          <button
            type="button"
            aria-label={personal ? texts.standardOf(type) : texts.followOf(type)}
            onClick={() => run(released(row))}
          >
            {personal ? texts.standard : texts.follow}
          </button>
        </span>
      )}
    </div>
  );
}

/** Why somebody came here from a message, as it stands by now. */
function Why({ cell }: { cell: Cell }) {
  const what = cellName(cell);
  return (
    <p className={classes.why} role="status">
      <strong>{texts.why}</strong> {cell.enabled ? texts.whyOn(what) : texts.whyOff(what)}
    </p>
  );
}

type ChoiceProps = Omit<GridProps, 'cells' | 'name'> & {
  cell: Cell | undefined;
  /** Seen beside it, where no column says it. */
  label?: Channel;
};

function Choice({ cell, label, marked, mayText, failed, run }: ChoiceProps) {
  const id = useId();
  if (!cell) return null;
  const key = keyOf(cell);
  const name = cellName(cell);
  // What is on can always be switched off.
  const locked = cell.channel === 'sms' && !mayText && !cell.enabled;
  const broken = failed.includes(key);
  return (
    <div
      className={classes.cell}
      data-cell
      data-marked={key === marked || undefined}
      data-failed={broken || undefined}
    >
      <label className={classes.choice} data-locked={locked || undefined}>
        <input
          id={`cell-${key}`}
          type="checkbox"
          aria-label={name}
          aria-describedby={locked || broken ? id : undefined}
          checked={cell.enabled}
          disabled={locked}
          onChange={(event) => run(switched(cell, event.currentTarget.checked))}
        />
        {label && <span aria-hidden="true">{texts.channels[label].label}</span>}
      </label>
      {(locked || broken) && (
        <span id={id} className={broken ? classes.broken : classes.hint}>
          {broken ? texts.notSaved : <a href="#phone">{texts.needsPhone}</a>}
        </span>
      )}
    </div>
  );
}

type WhenProps = { cell: Cell | undefined; run: (act: Act) => void };

/** Mailed once one has not seen them for a while. */
const OF_THE_CHAT: SettingType[] = ['MENTION', 'REPLY', 'MESSAGE', 'ANNOUNCEMENT'];

/** At once, or gathered. */
function When({ cell, run }: WhenProps) {
  if (!cell) return null;
  const chosen = cell.digest ?? 'IMMEDIATE';
  const hint =
    chosen === 'IMMEDIATE' && !OF_THE_CHAT.includes(cell.notificationType)
      ? ''
      : texts.digests[chosen].hint;
  return (
    <label className={classes.when}>
      <select
        aria-label={texts.whenOf(cell.notificationType)}
        value={chosen}
        disabled={!cell.enabled}
        onChange={(event) => run(digested(cell, event.currentTarget.value as Digest))}
      >
        {DIGESTS.map((digest) => (
          <option key={digest} value={digest}>
            {texts.digests[digest].label}
          </option>
        ))}
      </select>
      {cell.enabled && hint && <span className={classes.hint}>{hint}</span>}
    </label>
  );
}
