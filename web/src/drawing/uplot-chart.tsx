import 'uplot/dist/uPlot.min.css';
import { useEffect, useMemo, useRef, useState } from 'react';
import UPlot from 'uplot';
import { ownZone } from '../time/zone.ts';
import { writeTick } from './axis.tsx';
import type { ChartProps, ChartSeries } from './chart-props.ts';
import { withAlpha } from './paint.ts';
import { type ThemeColorName, type ThemeColors, useThemeColors } from './theme-colors.ts';
import { positionOf, type Tick, type Ticks, ticksOf, type View } from './time-scale.ts';
import { useWidth } from './use-width.ts';

const AXIS_WIDTH = 76;
const AXIS_HEIGHT = 24;
const EDGE = 20;
/** Tick intervals for seconds, minutes, hours and days. */
const INCREMENTS = [
  ...[0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 15, 30],
  ...[1, 2, 5, 10, 15, 30, 60, 120, 180, 360, 720].map((minutes) => minutes * 60),
  ...[1, 2, 5, 10, 20, 50, 100, 200].map((days) => days * 86_400),
];
const FONT = '12px system-ui, sans-serif';

interface Hovered {
  readonly index: number;
  readonly x: number;
}

/** Line chart by uPlot, in the theme's colours and the reader's time zone. */
export function UPlotChart({ view, times, series, height, band = null, write, details }: ChartProps) {
  const [box, width] = useWidth<HTMLDivElement>();
  const colors = useThemeColors();
  const [hovered, setHovered] = useState<Hovered | null>(null);
  const plot = useRef<UPlot>(undefined);
  const latest = useRef<Latest>({ view, write, band });
  latest.current = { view, write, band };
  const shape = series.map(({ ink, kind }) => `${ink} ${kind}`).join(',');

  // A plot's series and colours can't change, so a change creates a new plot.
  // biome-ignore lint/correctness/useExhaustiveDependencies: data and size are set below.
  useEffect(() => {
    const node = box.current;
    if (node === null || width === 0) return;
    const chart = new UPlot(
      optionsOf({ width, height, series, colors, latest, onHover: setHovered }),
      dataOf(times, series),
      node,
    );
    plot.current = chart;
    return () => chart.destroy();
  }, [colors, shape, height, width === 0]);
  useEffect(() => {
    if (width > 0) plot.current?.setSize({ width, height });
  }, [width, height]);
  const data = useMemo(() => dataOf(times, series), [times, series]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the scale is fixed to the view at creation.
  useEffect(() => {
    plot.current?.setData(data);
  }, [data, view.from, view.to, band?.low, band?.high]);

  const text = hovered === null ? null : details(hovered.index);
  return (
    <div ref={box} className="relative" style={{ height }}>
      {text === null || hovered === null ? null : (
        <div
          className="numeric pointer-events-none absolute top-1 z-10 whitespace-pre-line rounded-md border border-line bg-panel px-2 py-1 text-xs shadow-floating"
          style={hovered.x > width / 2 ? { right: width - hovered.x + 10 } : { left: hovered.x + 10 }}
        >
          {text}
        </div>
      )}
    </div>
  );
}

function dataOf(times: readonly number[], series: readonly ChartSeries[]): UPlot.AlignedData {
  return [times.map((at) => at / 1000), ...series.map(({ values }) => [...values])];
}

/** Values of the last render. The plot reads them when it draws. */
interface Latest {
  readonly view: View;
  readonly write: (value: number) => string;
  readonly band: ChartProps['band'];
}

interface OptionsInput {
  readonly width: number;
  readonly height: number;
  readonly series: readonly ChartSeries[];
  readonly colors: ThemeColors;
  readonly latest: { readonly current: Latest };
  readonly onHover: (hovered: Hovered | null) => void;
}

function optionsOf({ width, height, series, colors, latest, onHover }: OptionsInput): UPlot.Options {
  const ticks = (plot: UPlot) => axisTicks(latest.current.view, plot.bbox.width / devicePixelRatio);
  const axis = {
    stroke: colors.soft,
    font: FONT,
    grid: { stroke: withAlpha(colors['line-strong'], 0.25), width: 1 },
    ticks: { show: false },
  };
  return {
    width,
    height,
    legend: { show: false },
    padding: [8, 8, 0, 0],
    cursor: { y: false, drag: { x: false, y: false }, points: { size: 7 } },
    scales: {
      x: { time: false, range: () => [latest.current.view.from / 1000, latest.current.view.to / 1000] },
      y: {
        range(_, __, max) {
          const top = Math.max(Number.isFinite(max) ? max : 0, latest.current.band?.high ?? 0);
          return [0, top > 0 ? top * 1.1 : 1];
        },
      },
    },
    axes: [
      {
        ...axis,
        size: AXIS_HEIGHT,
        splits: (plot) => ticks(plot).ticks.map(({ at }) => at / 1000),
        values(plot) {
          const { unit, ticks: all } = ticks(plot);
          return all.map((tick) => writeTick(tick, unit, ownZone()));
        },
      },
      {
        ...axis,
        size: AXIS_WIDTH,
        space: 36,
        incrs: [...INCREMENTS],
        values: (_, splits) => splits.map((value) => latest.current.write(value)),
      },
    ],
    series: [{}, ...series.map((line) => seriesOf(line, colors))],
    hooks: {
      drawClear: [(plot) => drawBand(plot, latest.current.band ?? null, colors.accent)],
      setCursor: [
        ({ cursor, bbox }) => {
          const { idx, left = -1 } = cursor;
          onHover(
            idx === null || idx === undefined || left < 0
              ? null
              : { index: idx, x: left + bbox.left / devicePixelRatio },
          );
        },
      ],
    },
  };
}

/** Shades the band behind the axes and the values. */
function drawBand({ ctx, bbox, valToPos }: UPlot, band: ChartProps['band'], color: string): void {
  if (band === null || band === undefined) return;
  const top = valToPos(band.high, 'y', true);
  const bottom = Math.min(bbox.top + bbox.height, valToPos(band.low, 'y', true));
  ctx.save();
  ctx.fillStyle = withAlpha(color, 0.12);
  ctx.fillRect(bbox.left, top, bbox.width, bottom - top);
  ctx.restore();
}

/** Returns the axis ticks. Omits ticks whose labels would be cut off. */
function axisTicks(view: View, width: number): Ticks {
  const { unit, ticks } = ticksOf(view, { zone: ownZone(), width, pixelsMin: 80 });
  const isWhole = ({ at }: Tick) => {
    const x = positionOf(at, view, width);
    return x > EDGE / 2 && x < width - EDGE;
  };
  return { unit, ticks: ticks.filter(isWhole) };
}

function seriesOf(
  { kind, ink }: { readonly kind: ChartSeries['kind']; readonly ink: ThemeColorName },
  colors: ThemeColors,
): UPlot.Series {
  const color = colors[ink];
  if (kind === 'dots') {
    return {
      stroke: withAlpha(color, 0),
      width: 0,
      paths: () => null,
      points: { show: true, size: 5, width: 0, fill: withAlpha(color, 0.75), stroke: color },
    };
  }
  if (kind === 'rings') {
    return {
      stroke: withAlpha(color, 0),
      width: 0,
      paths: () => null,
      points: { show: true, size: 9, width: 2, fill: withAlpha(color, 0.15), stroke: color },
    };
  }
  return {
    stroke: color,
    width: kind === 'line' ? 2 : 1.5,
    spanGaps: true,
    points: { show: false },
    ...(kind === 'dashes' ? { dash: [5, 4] } : {}),
  };
}
