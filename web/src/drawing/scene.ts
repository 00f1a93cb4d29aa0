import type { Bar } from './bars.ts';
import type { Extent } from './lanes.ts';
import { positionOf, type View } from './time-scale.ts';

export interface ShadedPeriod extends Extent {
  readonly kind: 'incident' | 'maintenance' | 'blind';
  readonly label: string;
  /** Whether the period is still in progress. `to` is then the current time. */
  readonly isOpen: boolean;
}

/** Run counts of a period with too many runs to draw. */
export interface Bucket extends Extent {
  readonly runs: number;
  /** Number of failed and timed-out runs. */
  readonly failed: number;
  readonly missed: number;
}

export interface Scene {
  readonly bars: readonly Bar[];
  readonly lanes: number;
  readonly buckets: readonly Bucket[];
  readonly shadedPeriods: readonly ShadedPeriod[];
  /** Expected runs, with their probable duration. */
  readonly expectedRuns: readonly Extent[];
}

/** Position of the first lane, height of each lane and gap between lanes, in pixels. */
export interface LaneLayout {
  readonly top: number;
  readonly height: number;
  readonly gap: number;
  /** Maximum lanes; further runs share the last lane. */
  readonly lanesMax: number;
}

export const BAR_WIDTH_MIN = 3;
export const MARK_WIDTH = 7;
export const EXPECTED_RUN_WIDTH_MIN = 4;

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Returns the box of a run as drawn. Widens short runs. Missed and unknown runs get a mark centred on their time. */
export function boxOf(
  bar: Bar,
  { view, width, layout }: { readonly view: View; readonly width: number; readonly layout: LaneLayout },
): Box {
  const lane = Math.min(bar.lane, layout.lanesMax - 1);
  const y = layout.top + lane * (layout.height + layout.gap);
  const x = positionOf(bar.from, view, width);
  if (isMark(bar)) return { x: x - MARK_WIDTH / 2, y, width: MARK_WIDTH, height: layout.height };
  const length = Math.max(BAR_WIDTH_MIN, positionOf(bar.to, view, width) - x);
  return { x, y, width: length, height: layout.height };
}

export function isMark({ run }: Bar): boolean {
  return run.state === 'missed' || run.state === 'unknown';
}

const REACH = 4;

/** Returns the topmost run at a point, or the nearest one within a few pixels. */
export function barAt(
  scene: Scene,
  {
    point,
    view,
    width,
    layout,
  }: {
    readonly point: { readonly x: number; readonly y: number };
    readonly view: View;
    readonly width: number;
    readonly layout: LaneLayout;
  },
): Bar | null {
  let best: Bar | null = null;
  let bestDistance = REACH + 1;
  for (const bar of scene.bars) {
    const box = boxOf(bar, { view, width, layout });
    if (point.y < box.y - layout.gap / 2 || point.y > box.y + box.height + layout.gap / 2) continue;
    const distance = Math.max(0, box.x - point.x, point.x - box.x - box.width);
    if (distance > bestDistance || (distance === bestDistance && best !== null && !isMark(bar))) continue;
    best = bar;
    bestDistance = distance;
  }
  return best;
}

export function bucketAt(
  scene: Scene,
  { x, view, width }: { readonly x: number; readonly view: View; readonly width: number },
): Bucket | null {
  return (
    scene.buckets.find(
      ({ from, to, runs }) =>
        runs > 0 && x >= positionOf(from, view, width) && x < positionOf(to, view, width),
    ) ?? null
  );
}

/** Returns the expected run at a position, with its width as drawn. */
export function expectedRunAt(
  { expectedRuns }: Scene,
  { x, view, width }: { readonly x: number; readonly view: View; readonly width: number },
): Extent | null {
  return (
    expectedRuns.find(({ from, to }) => {
      const start = positionOf(from, view, width);
      return x >= start && x <= Math.max(start + EXPECTED_RUN_WIDTH_MIN, positionOf(to, view, width));
    }) ?? null
  );
}
