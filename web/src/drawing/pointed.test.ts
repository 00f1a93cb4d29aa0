import { expect, test } from 'vitest';
import { findPointedItem, NOTHING_POINTED } from './pointed.ts';
import type { Scene, ShadedPeriod } from './scene.ts';

const VIEW = { from: 0, to: 1000 };
const LAYOUT = { top: 0, height: 20, gap: 0, lanesMax: 3 };
const incident: ShadedPeriod = { kind: 'incident', from: 200, to: 400, label: 'Down', isOpen: false };
const scene: Scene = {
  bars: [],
  lanes: 1,
  buckets: [],
  shadedPeriods: [incident],
  expectedRuns: [{ from: 700, to: 701 }],
};
const at = (x: number) =>
  findPointedItem(scene, { point: { x, y: 10 }, view: VIEW, width: 1000, layout: LAYOUT });

test('if no run is under the pointer, the shaded period behind the pointer is returned', () => {
  expect(at(300)).toMatchObject({ bar: null, expectedRun: null, shadedPeriods: [incident], x: 300 });
  expect(at(500)).toBe(NOTHING_POINTED);
});

test('an expected run is found within its drawn width', () => {
  expect(at(703).expectedRun).toBe(scene.expectedRuns[0]);
  expect(at(710)).toBe(NOTHING_POINTED);
});
