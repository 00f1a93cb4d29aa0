import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Extent, mergeExtents, packLanes } from './lanes.ts';

const extent = fc
  .tuple(fc.integer({ min: 0, max: 200 }), fc.integer({ min: 0, max: 40 }))
  .map(([from, length]): Extent => ({ from, to: from + length }));
const extents = fc.array(extent, { maxLength: 60 });

function overlap(a: Extent, b: Extent): boolean {
  return a.from < b.to && b.from < a.to;
}

test('overlapping extents lie in different lanes', () => {
  fc.assert(
    fc.property(extents, (all) => {
      const lanes = packLanes(all);
      for (const [index, one] of all.entries()) {
        for (const [other, two] of all.entries()) {
          if (index < other && lanes[index] === lanes[other]) expect(overlap(one, two)).toBe(false);
        }
      }
    }),
  );
});

test('there are as many lanes as simultaneous extents', () => {
  fc.assert(
    fc.property(extents, (all) => {
      const lasting = all.filter(({ from, to }) => to > from);
      const deepest = Math.max(
        0,
        ...lasting.map(({ from }) => lasting.filter((other) => other.from <= from && from < other.to).length),
      );
      expect(Math.max(-1, ...packLanes(lasting)) + 1).toBe(deepest);
    }),
  );
});

test('the input order does not change the number of lanes', () => {
  fc.assert(
    fc.property(extents, (all) => {
      const count = (lanes: readonly number[]) => Math.max(-1, ...lanes);
      expect(count(packLanes(all.toReversed()))).toBe(count(packLanes(all)));
    }),
  );
});

test('merged extents cover the same times and do not touch', () => {
  fc.assert(
    fc.property(extents, fc.integer({ min: 0, max: 10 }), (all, gap) => {
      const result = mergeExtents(all, gap);
      for (const span of all)
        expect(result.some(({ from, to }) => from <= span.from && span.to <= to)).toBe(true);
      for (const [index, { from }] of result.entries()) {
        if (index > 0) expect(from).toBeGreaterThan((result[index - 1]?.to ?? 0) + gap);
      }
    }),
  );
});
