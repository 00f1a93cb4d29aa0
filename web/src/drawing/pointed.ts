import type { Bar } from './bars.ts';
import type { Extent } from './lanes.ts';
import {
  type Bucket,
  barAt,
  bucketAt,
  expectedRunAt,
  type LaneLayout,
  type Scene,
  type ShadedPeriod,
} from './scene.ts';
import { momentAt, type View } from './time-scale.ts';

/** Item under the pointer or keyboard cursor, with its position. At most one of the first three fields is set. */
export interface PointedItem {
  readonly bar: Bar | null;
  readonly bucket: Bucket | null;
  readonly expectedRun: Extent | null;
  readonly shadedPeriods: readonly ShadedPeriod[];
  readonly x: number;
}

export const NOTHING_POINTED: PointedItem = {
  bar: null,
  bucket: null,
  expectedRun: null,
  shadedPeriods: [],
  x: 0,
};

export function findPointedItem(
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
): PointedItem {
  const bar = barAt(scene, { point, view, width, layout });
  const bucket = bar === null ? bucketAt(scene, { x: point.x, view, width }) : null;
  const expectedRun =
    bar === null && bucket === null ? expectedRunAt(scene, { x: point.x, view, width }) : null;
  const shadedPeriods = shadedPeriodsAt(scene, bar?.from ?? momentAt(point.x, view, width));
  return bar === null && bucket === null && expectedRun === null && shadedPeriods.length === 0
    ? NOTHING_POINTED
    : { bar, bucket, expectedRun, shadedPeriods, x: point.x };
}

export function pointedBar(scene: Scene, bar: Bar, x: number): PointedItem {
  return { bar, bucket: null, expectedRun: null, shadedPeriods: shadedPeriodsAt(scene, bar.from), x };
}

function shadedPeriodsAt({ shadedPeriods }: Scene, at: number): readonly ShadedPeriod[] {
  return shadedPeriods.filter(({ from, to }) => at >= from && at <= to);
}
