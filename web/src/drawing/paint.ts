import type { Run } from '@overdue/sdk';
import type { Bar } from './bars.ts';
import {
  type Box,
  type Bucket,
  boxOf,
  EXPECTED_RUN_WIDTH_MIN,
  type LaneLayout,
  type Scene,
  type ShadedPeriod,
} from './scene.ts';
import type { ThemeColors } from './theme-colors.ts';
import { positionOf, type View } from './time-scale.ts';

export interface Painting {
  readonly scene: Scene;
  readonly view: View;
  readonly width: number;
  readonly height: number;
  readonly layout: LaneLayout;
  readonly colors: ThemeColors;
  readonly now: number;
  readonly ticks: readonly { readonly at: number; readonly isMajor: boolean }[];
  readonly selected: string | null;
  readonly keyOf: (bar: Bar) => string;
}

/** Lengths in pixels. */
const DASHED_WIDTH_MIN = 12;
const EXPECTED_RUN_GAP_MIN = 8;

/** Drawing order. Worse outcomes come last, so that they stay visible. */
const ORDER: readonly Run['state'][] = ['succeeded', 'running', 'unknown', 'timed_out', 'missed', 'failed'];

export function paint(context: CanvasRenderingContext2D, painting: Painting): void {
  const { width, height, colors, ticks, view, scene, now } = painting;
  context.clearRect(0, 0, width, height);
  for (const period of scene.shadedPeriods) paintShadedPeriod(context, painting, period);
  for (const { at, isMajor } of ticks) {
    const x = Math.round(positionOf(at, view, width)) + 0.5;
    line(context, { x, height, color: withAlpha(colors['line-strong'], isMajor ? 0.55 : 0.22) });
  }
  paintBuckets(context, painting);
  for (const expectedRun of expectedRunsOf(painting)) paintExpectedRun(context, painting, expectedRun);
  const visible = scene.bars.filter(({ from, to }) => to >= view.from - slack(painting) && from <= view.to);
  for (const state of ORDER)
    for (const bar of visible) if (bar.run.state === state) paintBar(context, painting, bar);
  const x = Math.round(positionOf(now, view, width)) + 0.5;
  if (x >= 0 && x <= width) line(context, { x, height, color: colors.accent, width: 1.5 });
}

function slack({ view, width }: Painting): number {
  return ((view.to - view.from) / Math.max(1, width)) * 8;
}

function line(
  context: CanvasRenderingContext2D,
  {
    x,
    height,
    color,
    width = 1,
  }: {
    readonly x: number;
    readonly height: number;
    readonly color: string;
    readonly width?: number | undefined;
  },
): void {
  context.strokeStyle = color;
  context.lineWidth = width;
  context.beginPath();
  context.moveTo(x, 0);
  context.lineTo(x, height);
  context.stroke();
}

function paintShadedPeriod(
  context: CanvasRenderingContext2D,
  painting: Painting,
  period: ShadedPeriod,
): void {
  const { view, width, height, colors } = painting;
  const x = Math.max(-2, positionOf(period.from, view, width));
  const end = Math.min(width + 2, positionOf(period.to, view, width));
  if (end < 0 || x > width) return;
  const box = { x, y: 0, width: Math.max(2, end - x), height };
  if (period.kind === 'incident') {
    context.fillStyle = withAlpha(colors.down, 0.1);
    context.fillRect(box.x, 0, box.width, height);
    context.fillStyle = colors.down;
    context.fillRect(box.x, 0, box.width, 2);
  } else if (period.kind === 'maintenance') {
    context.fillStyle = withAlpha(colors.accent, 0.09);
    context.fillRect(box.x, 0, box.width, height);
    context.fillStyle = colors.accent;
    for (let dash = box.x; dash < box.x + box.width; dash += 8) {
      context.fillRect(dash, height - 2, Math.min(5, box.x + box.width - dash), 2);
    }
  } else hatch(context, { box, color: withAlpha(colors.paused, 0.45), step: 7 });
}

/** Returns expected runs, merged into a band if they would overlap. */
function expectedRunsOf({ scene: { expectedRuns }, view, width }: Painting): Scene['expectedRuns'] {
  const [first] = expectedRuns;
  const last = expectedRuns.at(-1);
  if (first === undefined || last === undefined || first === last) return expectedRuns;
  const apart = positionOf(last.from, view, width) - positionOf(first.from, view, width);
  return apart / (expectedRuns.length - 1) < EXPECTED_RUN_GAP_MIN
    ? [{ from: first.from, to: view.to }]
    : expectedRuns;
}

function paintExpectedRun(
  context: CanvasRenderingContext2D,
  painting: Painting,
  expectedRun: { readonly from: number; readonly to: number },
): void {
  const { view, width, layout, colors } = painting;
  const x = positionOf(expectedRun.from, view, width);
  const length = Math.max(EXPECTED_RUN_WIDTH_MIN, positionOf(expectedRun.to, view, width) - x);
  if (x > width || x + length < 0) return;
  const inset = insetOf(layout);
  context.fillStyle = withAlpha(colors.soft, 0.16);
  context.strokeStyle = withAlpha(colors.soft, 0.7);
  context.lineWidth = 1;
  // Dashes are unreadable around narrow bars.
  if (length >= DASHED_WIDTH_MIN) context.setLineDash([3, 2]);
  traceRounded(context, {
    x: x + 0.5,
    y: layout.top + inset + 0.5,
    width: Math.max(3, length - 1),
    height: layout.height - 2 * inset - 1,
  });
  context.fill();
  context.stroke();
  context.setLineDash([]);
}

/** Draws a run. Succeeded: low and filled. Failed: tall. Timed out: tall with a striped end. Missed: hollow. Unknown: striped. */
function paintBar(context: CanvasRenderingContext2D, painting: Painting, bar: Bar): void {
  const { view, width, layout, colors } = painting;
  const full = boxOf(bar, { view, width, layout });
  const inset = insetOf(layout);
  const low: Box = { ...full, y: full.y + inset, height: full.height - 2 * inset };
  switch (bar.run.state) {
    case 'succeeded':
      fill(context, low, colors.up);
      break;
    case 'running':
      fill(context, low, withAlpha(colors.running, 0.4));
      outline(context, { box: low, color: colors.running });
      break;
    case 'failed':
      fill(context, full, colors.down);
      break;
    case 'timed_out':
      fill(context, full, withAlpha(colors.failing, 0.35));
      hatch(context, { box: full, color: colors.failing, step: 5 });
      outline(context, { box: full, color: colors.failing });
      break;
    case 'missed':
      fill(context, full, colors.panel);
      outline(context, { box: full, color: colors.down, width: 1.5 });
      break;
    case 'unknown':
      fill(context, low, colors.panel);
      hatch(context, { box: low, color: colors.paused, step: 4 });
      outline(context, { box: low, color: colors.paused });
      break;
  }
  if (painting.selected !== null && painting.keyOf(bar) === painting.selected) {
    outline(context, {
      box: { x: full.x - 2, y: full.y - 2, width: full.width + 4, height: full.height + 4 },
      color: colors.ink,
      width: 2,
    });
  }
}

/** Returns the vertical inset of a bar in pixels, which is nearly zero in low lanes. */
function insetOf({ height }: LaneLayout): number {
  return height < 14 ? Math.floor(height / 8) : Math.round(height * 0.18);
}

function paintBuckets(
  context: CanvasRenderingContext2D,
  { scene, view, width, layout, colors }: Painting,
): void {
  const most = Math.max(...scene.buckets.map(({ runs }) => runs), 1);
  const lanes = Math.min(layout.lanesMax, Math.max(1, scene.lanes));
  const bottom = layout.top + lanes * layout.height + (lanes - 1) * layout.gap;
  const room = bottom - layout.top;
  for (const bucket of scene.buckets) {
    const x = positionOf(bucket.from, view, width);
    const end = positionOf(bucket.to, view, width);
    if (end < 0 || x > width || bucket.runs === 0) continue;
    const column = { x, width: Math.max(1, end - x - (end - x > 4 ? 1 : 0)) };
    let y = bottom;
    for (const { height, color, isHollow } of partsOf(bucket, { most, room, colors })) {
      if (height === 0) continue;
      y -= height;
      if (isHollow) outline(context, { box: { ...column, y, height }, color });
      else {
        context.fillStyle = color;
        context.fillRect(column.x, y, column.width, height);
      }
    }
  }
}

/** Minimum height of a bucket in pixels. */
const TOTAL_MIN = 3;
/** Height of the thinnest visible segment: a failure among thousands of runs is a hairline. */
const HAIRLINE = 1;

/** Returns the segments of a bucket from the bottom. Failed and missed segments have their share of the height. */
export function partsOf(
  { runs, failed, missed }: Bucket,
  { most, room, colors }: { readonly most: number; readonly room: number; readonly colors: ThemeColors },
) {
  // The square root makes buckets with few runs visible beside buckets with many.
  const total = Math.max(TOTAL_MIN, Math.sqrt(runs / most) * room);
  const share = (count: number) => (count === 0 ? 0 : Math.max(HAIRLINE, (count / runs) * total));
  const failedPx = share(failed);
  const missedPx = share(missed);
  return [
    { height: failedPx, color: colors.down, isHollow: false },
    { height: missedPx, color: colors.down, isHollow: true },
    { height: Math.max(0, total - failedPx - missedPx), color: withAlpha(colors.up, 0.75), isHollow: false },
  ];
}

function fill(context: CanvasRenderingContext2D, box: Box, color: string): void {
  context.fillStyle = color;
  if (box.width < 5) {
    context.fillRect(box.x, box.y, box.width, box.height);
    return;
  }
  traceRounded(context, box);
  context.fill();
}

function outline(
  context: CanvasRenderingContext2D,
  {
    box,
    color,
    width = 1,
  }: { readonly box: Box; readonly color: string; readonly width?: number | undefined },
): void {
  context.strokeStyle = color;
  context.lineWidth = width;
  const half = width / 2;
  traceRounded(context, {
    x: box.x + half,
    y: box.y + half,
    width: Math.max(0.5, box.width - width),
    height: Math.max(0.5, box.height - width),
  });
  context.stroke();
}

function traceRounded(context: CanvasRenderingContext2D, { x, y, width, height }: Box): void {
  context.beginPath();
  context.roundRect(x, y, width, height, Math.min(2, width / 2));
}

function hatch(
  context: CanvasRenderingContext2D,
  { box, color, step }: { readonly box: Box; readonly color: string; readonly step: number },
): void {
  context.save();
  context.beginPath();
  context.rect(box.x, box.y, box.width, box.height);
  context.clip();
  context.strokeStyle = color;
  context.lineWidth = 1;
  context.beginPath();
  const first = Math.floor((box.x - box.height) / step) * step;
  for (let x = first; x < box.x + box.width; x += step) {
    context.moveTo(x, box.y + box.height);
    context.lineTo(x + box.height, box.y);
  }
  context.stroke();
  context.restore();
}

/** Adds opacity to a computed colour, such as `oklch(0.5 0.2 27)` or `rgb(1, 2, 3)`. */
export function withAlpha(color: string, alpha: number): string {
  return color.replace(')', `${color.includes(',') ? ',' : ' /'} ${alpha})`);
}
