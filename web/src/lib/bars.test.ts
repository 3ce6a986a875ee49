import { describe, expect, it } from 'vitest';
import { barsOf } from './bars.ts';

const groups = (...values: number[][]) =>
  values.map((some, at) => ({ key: String(at), title: '', values: some }));

describe('the bars', () => {
  it('are measured by the highest of them, and lie side by side within their group', () => {
    const { groups: placed, most } = barsOf(groups([1, 4], [5, 2], [0, 1]));
    expect(most).toBe(5);
    expect(placed.map(({ bars }) => bars.map(({ height }) => height))).toEqual([
      [0.2, 0.8],
      [1, 0.4],
      [0, 0.2],
    ]);
    for (const { area, bars } of placed) {
      const [left, right] = bars;
      if (!left || !right) throw new Error('two bars each');
      expect(left.x).toBeGreaterThan(area.x);
      expect(right.x).toBeGreaterThan(left.x + left.width);
      expect(right.x + right.width).toBeLessThan(area.x + area.width);
    }
  });

  it('that are alone take the room of several', () => {
    const { groups: placed } = barsOf(groups([3], [6]));
    expect(placed[1]?.bars[0]?.width).toBeCloseTo(0.38);
    expect(placed[1]?.bars[0]?.x).toBeCloseTo(0.56);
  });

  it('of nothing have no height', () => {
    expect(barsOf(groups([0])).groups[0]?.bars[0]?.height).toBe(0);
    expect(barsOf([])).toEqual({ groups: [], most: 0 });
  });
});
