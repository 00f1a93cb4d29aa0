import type { Bar } from './bars.ts';
import type { Extent } from './lanes.ts';
import { type Bucket, barAt, bucketAt, ghostAt, type LaneLayout, type Scene, type Shade } from './scene.ts';
import { momentAt, type View } from './time-scale.ts';

/** Item under the pointer or keyboard cursor, with its position. At most one of the first three fields is set. */
export interface PointedItem {
  readonly bar: Bar | null;
  readonly bucket: Bucket | null;
  readonly ghost: Extent | null;
  readonly shades: readonly Shade[];
  readonly x: number;
}

export const NOTHING_POINTED: PointedItem = { bar: null, bucket: null, ghost: null, shades: [], x: 0 };

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
  const ghost = bar === null && bucket === null ? ghostAt(scene, { x: point.x, view, width }) : null;
  const shades = shadesAt(scene, bar?.from ?? momentAt(point.x, view, width));
  return bar === null && bucket === null && ghost === null && shades.length === 0
    ? NOTHING_POINTED
    : { bar, bucket, ghost, shades, x: point.x };
}

export function pointedBar(scene: Scene, bar: Bar, x: number): PointedItem {
  return { bar, bucket: null, ghost: null, shades: shadesAt(scene, bar.from), x };
}

function shadesAt({ shades }: Scene, at: number): readonly Shade[] {
  return shades.filter(({ from, to }) => at >= from && at <= to);
}
