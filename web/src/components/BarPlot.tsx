import { type Bar, barsOf, type Group } from '@/lib/bars.ts';
import classes from './BarPlot.module.css';

type BarPlotProps = {
  /** All of it in words, for who does not see it. */
  label: string;
  groups: readonly Group[];
  /** What the bars of a group are, in their order; two at most, told apart without colour as well. */
  series: readonly string[];
  /** How high the highest bar is, in words. */
  most: (n: number) => string;
  /** Below the first group and the last. */
  ends: readonly [string, string];
};

/** In the plot's own measure, which is stretched to the width there is. */
const [WIDTH, HEIGHT] = [1000, 100];
const KINDS = ['full', 'outline'] as const;

const rect = ({ x, width, height }: Bar) => ({
  x: x * WIDTH,
  y: HEIGHT * (1 - height),
  width: width * WIDTH,
  height: HEIGHT * height,
});

/** Numbers as bars; the same numbers belong in a table beside it (`PlotTable`). */
export function BarPlot({ label, groups, series, most: mostWords, ends }: BarPlotProps) {
  const { groups: placed, most } = barsOf(groups);
  return (
    <figure className={classes.plot}>
      <p className={classes.legend} aria-hidden="true">
        {series.map((name, at) => (
          <span key={name} data-of={KINDS[at]}>
            {name}
          </span>
        ))}
        <span>{mostWords(most)}</span>
      </p>
      <svg
        role="img"
        aria-label={label}
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
      >
        {placed.map(({ group, area, bars }) => (
          <g key={group.key}>
            <title>{group.title}</title>
            <rect className={classes.area} {...rect(area)} />
            {bars.map((bar, at) => (
              <rect key={series[at]} className={classes[KINDS[at] ?? 'full']} {...rect(bar)} />
            ))}
          </g>
        ))}
      </svg>
      <p className={classes.ends} aria-hidden="true">
        <span>{ends[0]}</span>
        <span>{ends[1]}</span>
      </p>
    </figure>
  );
}

type PlotTableProps = {
  summary: string;
  head: readonly string[];
  /** The first cell of a row names it. */
  rows: readonly { key: string; cells: readonly (string | number)[] }[];
};

/** A plot's numbers, folded below it. */
export function PlotTable({ summary, head, rows }: PlotTableProps) {
  return (
    <details className={classes.folded}>
      <summary>{summary}</summary>
      <table className={classes.table}>
        <thead>
          <tr>
            {head.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, cells: [name, ...numbers] }) => (
            <tr key={key}>
              <th scope="row">{name}</th>
              {numbers.map((number, at) => (
                <td key={head[at + 1]}>{number}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}
