import type { MonitorRow, Run } from '@overdue/sdk';
import { type KeyboardEvent, type PointerEvent, useMemo, useState } from 'react';
import { runKey } from '../../../data/runs/history.ts';
import { Axis } from '../../../drawing/axis.tsx';
import type { Bar } from '../../../drawing/bars.ts';
import { Legend } from '../../../drawing/legend.tsx';
import { findPointedItem, NOTHING_POINTED, type PointedItem, pointedBar } from '../../../drawing/pointed.ts';
import { RunCard } from '../../../drawing/runs/run-card.tsx';
import { boxOf, type LaneLayout, type Scene } from '../../../drawing/scene.ts';
import { ticksOf } from '../../../drawing/time-scale.ts';
import { Track } from '../../../drawing/track.tsx';
import { useGestures } from '../../../drawing/use-gestures.ts';
import type { LoadedScene } from '../../../drawing/use-scene.ts';
import type { TimelineView } from '../../../drawing/use-view.ts';
import { useWidth } from '../../../drawing/use-width.ts';
import { words as drawingWords } from '../../../drawing/words.ts';
import { ownZone } from '../../../time/zone.ts';
import { words } from '../words.ts';

const LANES_MAX = 8;
const MARGIN = 10;

/** Returns the layout of lanes. The fewer lanes there are, the higher each lane is, so that the timeline isn't a thin line. */
function layoutOf(lanes: number): LaneLayout {
  return {
    top: MARGIN,
    height: lanes === 1 ? 36 : lanes < 4 ? 26 : 20,
    gap: lanes < 4 ? 6 : 4,
    lanesMax: LANES_MAX,
  };
}

interface RunTimelineProps {
  readonly monitor: MonitorRow;
  readonly timeline: TimelineView;
  readonly loaded: LoadedScene;
  readonly onOpen: (run: Run) => void;
}

export function RunTimeline({ monitor, timeline, loaded, onOpen }: RunTimelineProps) {
  const [measured, width] = useWidth<HTMLDivElement>();
  const [pointed, setPointed] = useState<PointedItem>(NOTHING_POINTED);
  const { view, now, change, follow } = timeline;
  const { scene } = loaded;
  const gestures = useGestures<HTMLDivElement>({ view, width, change, follow: () => follow() });
  const zone = ownZone();
  const ticks = useMemo(() => ticksOf(view, { zone, width }), [view, zone, width]);
  const lanes = Math.min(scene.lanes, LANES_MAX);
  const layout = useMemo(() => layoutOf(lanes), [lanes]);
  const height = 2 * layout.top + lanes * layout.height + (lanes - 1) * layout.gap;

  function point(event: PointerEvent<HTMLDivElement>): void {
    const { left, top } = event.currentTarget.getBoundingClientRect();
    const at = { x: event.clientX - left, y: event.clientY - top };
    setPointed(findPointedItem(scene, { point: at, view, width, layout }));
  }

  function press(event: KeyboardEvent<HTMLDivElement>): void {
    const step = event.shiftKey ? 0 : stepOf(event.key);
    if (step !== 0) {
      const bar = nextBar(scene, { chosen: pointed.bar, step, view });
      if (bar !== null) choose(bar);
      event.preventDefault();
    } else if (event.key === 'Enter' && pointed.bar !== null) onOpen(pointed.bar.run);
    else if (event.key === 'Escape') setPointed(NOTHING_POINTED);
    else gestures.handlers.onKeyDown(event);
  }

  function choose(bar: Bar): void {
    const box = boxOf(bar, { view, width, layout });
    setPointed(pointedBar(scene, bar, Math.min(width, Math.max(0, box.x + box.width / 2))));
    if (box.x >= 0 && box.x <= width) return;
    const span = view.to - view.from;
    change({ from: bar.from - span / 2, to: bar.from + span / 2 });
    setPointed(pointedBar(scene, bar, width / 2));
  }

  return (
    <div className="flex flex-col gap-3">
      <div ref={measured} className="relative">
        <Axis view={view} ticks={ticks} width={width} zone={monitor.schedule.timezone} />
        {/* biome-ignore lint/a11y/useSemanticElements: a picture that handles keys is not a fieldset. */}
        <div
          ref={gestures.ref}
          role="group"
          aria-label={words.timelineLabel(monitor.name)}
          aria-describedby="timeline-keys"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: the element handles keys.
          tabIndex={0}
          className="relative cursor-grab touch-pan-y rounded-md bg-sunken active:cursor-grabbing"
          style={{ height }}
          {...gestures.handlers}
          onKeyDown={press}
          onPointerMove={(event) => {
            gestures.handlers.onPointerMove(event);
            if (event.buttons === 0) point(event);
            else if (gestures.wasDragged()) setPointed(NOTHING_POINTED);
          }}
          onPointerUp={(event) => {
            if (gestures.wasDragged()) return;
            const bar = pointed.bar;
            if (event.pointerType === 'mouse' && bar !== null) onOpen(bar.run);
            else point(event);
          }}
          // Every touch ends with this event, so the card of a touched run stays until the next touch.
          onPointerLeave={({ pointerType }) => {
            if (pointerType !== 'touch') setPointed(NOTHING_POINTED);
          }}
          onBlur={() => setPointed(NOTHING_POINTED)}
        >
          <Track
            scene={scene}
            view={view}
            width={width}
            height={height}
            layout={layout}
            now={now}
            ticks={ticks.ticks}
            selected={pointed.bar === null ? null : runKey(pointed.bar.run)}
          />
          {loaded.isLoading ? <Loading /> : null}
        </div>
        <RunCard pointed={pointed} width={width} zone={monitor.schedule.timezone} now={now} />
      </div>
      <p id="timeline-keys" className="sr-only">
        {drawingWords.keys}
      </p>
      {scene.lanes > LANES_MAX ? (
        <p className="text-xs text-soft">{drawingWords.more(scene.lanes - LANES_MAX)}</p>
      ) : null}
      <Legend />
    </div>
  );
}

function Loading() {
  return (
    <span
      role="progressbar"
      aria-label={drawingWords.zoom}
      className="absolute inset-x-0 bottom-0 h-0.5 animate-pulse bg-accent motion-reduce:animate-none"
    />
  );
}

function stepOf(key: string): -1 | 0 | 1 {
  if (key === 'ArrowLeft') return -1;
  return key === 'ArrowRight' ? 1 : 0;
}

/** Returns the run before or after the selected run; without a selection, the last visible run. */
function nextBar(
  { bars }: Scene,
  {
    chosen,
    step,
    view,
  }: {
    readonly chosen: Bar | null;
    readonly step: -1 | 1;
    readonly view: { readonly from: number; readonly to: number };
  },
): Bar | null {
  if (chosen === null)
    return bars.findLast(({ from }) => from <= view.to && from >= view.from) ?? bars.at(-1) ?? null;
  const index = bars.findIndex(({ run }) => runKey(run) === runKey(chosen.run));
  return bars[index + step] ?? null;
}
