/** Numbers as bars of a plot: how high, and how wide. Pure. */

/** What stands at one place of the plot, from the left: a week, a day. `title` says it in words. */
export type Group = { key: string; title: string; values: readonly number[] };

/** Parts of the plot's width and of its height, 0 to 1; `x` from the left. */
export type Bar = { x: number; width: number; height: number };

/** Of a group's width: free at both sides of its bars, and between two of them. */
const SIDE = 0.12;
const BETWEEN = 0.04;

/** The bars of a group side by side, as parts of the width and of the highest one of all. */
export function barsOf<G extends Group>(groups: readonly G[]) {
  const most = Math.max(0, ...groups.flatMap(({ values }) => values));
  const step = 1 / Math.max(1, groups.length);
  const height = (n: number) => (most === 0 ? 0 : n / most);
  const placed = groups.map((group, at) => {
    const { length } = group.values;
    const width = (1 - 2 * SIDE - BETWEEN * (length - 1)) / Math.max(1, length);
    return {
      group,
      area: { x: at * step, width: step, height: 1 } as Bar,
      bars: group.values.map(
        (n, turn): Bar => ({
          x: (at + SIDE + turn * (width + BETWEEN)) * step,
          width: width * step,
          height: height(n),
        }),
      ),
    };
  });
  return { groups: placed, most };
}
