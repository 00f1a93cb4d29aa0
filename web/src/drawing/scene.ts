import type { Bar } from './bars.ts';
import type { Extent } from './lanes.ts';
import { positionOf, type View } from './time-scale.ts';

/** A stretch of time behind the runs. */
export interface Shade extends Extent {
  readonly kind: 'incident' | 'maintenance' | 'blind';
  readonly label: string;
  /** It goes on: `to` is now. */
  readonly isOpen: boolean;
}

/** Runs of a stretch of time, counted, where they are too many to be drawn one by one. */
export interface Bucket extends Extent {
  /** All of them. */
  readonly runs: number;
  /** Failed or timed out. */
  readonly failed: number;
  readonly missed: number;
}

/** All that is drawn of one monitor. */
export interface Scene {
  readonly bars: readonly Bar[];
  readonly lanes: number;
  readonly buckets: readonly Bucket[];
  readonly shades: readonly Shade[];
  /** Expected runs to come, with the length that they will probably have. */
  readonly ghosts: readonly Extent[];
}

/** How lanes are laid out: from the top, each with a gap below. */
export interface LaneLayout {
  readonly top: number;
  readonly height: number;
  readonly gap: number;
  /** Lanes beyond share the last. */
  readonly lanesMax: number;
}

export const BAR_WIDTH_MIN = 3;
export const MARK_WIDTH = 7;
export const GHOST_WIDTH_MIN = 4;

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Where a run is drawn: never narrower than can be seen. Those without a length have a mark around their moment. */
export function boxOf(bar: Bar, view: View, width: number, layout: LaneLayout): Box {
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

/** The run at a point, or the nearest within some pixels; those drawn last win. */
export function barAt(
  scene: Scene,
  point: { readonly x: number; readonly y: number },
  view: View,
  width: number,
  layout: LaneLayout,
): Bar | null {
  let best: Bar | null = null;
  let bestDistance = REACH + 1;
  for (const bar of scene.bars) {
    const box = boxOf(bar, view, width, layout);
    if (point.y < box.y - layout.gap / 2 || point.y > box.y + box.height + layout.gap / 2) continue;
    const distance = Math.max(0, box.x - point.x, point.x - box.x - box.width);
    if (distance > bestDistance || (distance === bestDistance && best !== null && !isMark(bar))) continue;
    best = bar;
    bestDistance = distance;
  }
  return best;
}

export function bucketAt(scene: Scene, x: number, view: View, width: number): Bucket | null {
  return (
    scene.buckets.find(
      ({ from, to, runs }) =>
        runs > 0 && x >= positionOf(from, view, width) && x < positionOf(to, view, width),
    ) ?? null
  );
}

/** The expected run at a place, as wide as it is drawn. */
export function ghostAt({ ghosts }: Scene, x: number, view: View, width: number): Extent | null {
  return (
    ghosts.find(({ from, to }) => {
      const start = positionOf(from, view, width);
      return x >= start && x <= Math.max(start + GHOST_WIDTH_MIN, positionOf(to, view, width));
    }) ?? null
  );
}
