import type { MonitorRow } from '@overdue/sdk';
import { Link, useNavigate } from '@tanstack/react-router';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { type PointerEvent, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { statusAt } from '../../data/monitors/status-at.ts';
import { runKey } from '../../data/runs/history.ts';
import { searchForRun } from '../../data/runs/run-search.ts';
import { Axis } from '../../drawing/axis.tsx';
import { findPointedItem, NOTHING_POINTED, type PointedItem } from '../../drawing/pointed.ts';
import { RunCard } from '../../drawing/runs/run-card.tsx';
import { isHealthy } from '../../drawing/runs/run-colors.ts';
import type { LaneLayout, Scene } from '../../drawing/scene.ts';
import { type Tick, ticksOf, type View } from '../../drawing/time-scale.ts';
import { Track } from '../../drawing/track.tsx';
import { useGestures } from '../../drawing/use-gestures.ts';
import { useScene } from '../../drawing/use-scene.ts';
import type { TimelineView } from '../../drawing/use-view.ts';
import { useWidth } from '../../drawing/use-width.ts';
import { words as drawingWords } from '../../drawing/words.ts';
import { StatusShape } from '../../monitor/status.tsx';
import { usePreferences } from '../../preferences/preferences.ts';
import { useAtEachSecond } from '../../time/ticker.ts';
import { ownZone } from '../../time/zone.ts';
import { messageOf } from '../../ui/error-message.ts';
import { Icon } from '../../ui/icon.tsx';
import { words } from './words.ts';

const NAMES_WIDE = 220;
const NAMES_NARROW = 118;
const NARROW = 640;
const ROW_HEIGHTS = { comfortable: 38, compact: 28 };
const OVERSCAN = 6;

interface MonitorTimelinesProps {
  readonly monitors: readonly MonitorRow[];
  readonly timeline: TimelineView;
  /** Called when the pointer enters or leaves the timelines. Rows must not move under the pointer. */
  readonly onFreeze: (isFrozen: boolean) => void;
}

/** Timelines of all monitors on one axis. Loads and draws only visible rows. */
export function MonitorTimelines({ monitors, timeline, onFreeze }: MonitorTimelinesProps) {
  const [measured, full] = useWidth<HTMLDivElement>();
  const names = full < NARROW ? NAMES_NARROW : NAMES_WIDE;
  const width = Math.max(0, full - names);
  const { view, now, change, follow } = timeline;
  const gestures = useGestures<HTMLDivElement>({ view, width, left: names, change, follow: () => follow() });
  const zone = ownZone();
  const ticks = useMemo(() => ticksOf(view, { zone, width }), [view, zone, width]);
  const rowHeight = ROW_HEIGHTS[usePreferences().density];
  const list = useRef<HTMLUListElement>(null);
  const [offset, setOffset] = useState(0);
  useLayoutEffect(() => setOffset((list.current?.getBoundingClientRect().top ?? 0) + window.scrollY), []);
  const virtual = useWindowVirtualizer({
    count: monitors.length,
    estimateSize: () => rowHeight,
    overscan: OVERSCAN,
    scrollMargin: offset,
    getItemKey: (index) => monitors[index]?.shortID ?? index,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: size estimates depend on the height.
  useLayoutEffect(() => virtual.measure(), [rowHeight]);

  return (
    <div ref={measured} className="rounded-lg border border-line bg-panel">
      {/* biome-ignore lint/a11y/useSemanticElements: a picture that handles keys is not a fieldset. */}
      <div
        ref={gestures.ref}
        role="group"
        aria-label={words.wall}
        aria-describedby="wall-keys"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the element handles keys.
        tabIndex={0}
        className="touch-pan-y rounded-lg"
        {...gestures.handlers}
        onPointerEnter={() => onFreeze(true)}
        onPointerLeave={() => onFreeze(false)}
      >
        <p id="wall-keys" className="sr-only">
          {drawingWords.keys}
        </p>
        <div
          className="sticky top-0 z-10 rounded-t-lg border-b border-line bg-panel py-1"
          style={{ paddingLeft: names }}
        >
          <Axis view={view} ticks={ticks} width={width} />
        </div>
        <ul
          ref={list}
          aria-label={words.lanes}
          className="relative"
          style={{ height: virtual.getTotalSize() }}
        >
          {virtual.getVirtualItems().map((item) => {
            const monitor = monitors[item.index];
            return monitor === undefined || width === 0 ? null : (
              <li
                key={item.key}
                className="absolute inset-x-0 flex border-b border-line last:border-0 hover:z-10"
                style={{ top: item.start - virtual.options.scrollMargin, height: rowHeight }}
              >
                <TimelineRow
                  monitor={monitor}
                  view={view}
                  now={now}
                  ticks={ticks.ticks}
                  width={width}
                  height={rowHeight - 1}
                  nameWidth={names}
                  wasDragged={gestures.wasDragged}
                />
              </li>
            );
          })}
        </ul>
      </div>
    </div>
  );
}

const LANES_MAX = 3;
const LANE_HEIGHT_MAX = 18;
const GAP = 2;
const MARGIN = 4;

interface TimelineRowProps {
  readonly monitor: MonitorRow;
  readonly view: View;
  readonly now: number;
  readonly ticks: readonly Tick[];
  readonly width: number;
  readonly height: number;
  readonly nameWidth: number;
  readonly wasDragged: () => boolean;
}

function TimelineRow({ monitor, view, now, ticks, width, height, nameWidth, wasDragged }: TimelineRowProps) {
  const { scene, error, isLoading } = useScene(monitor, { view, now, readsTeamIncidents: true });
  const [pointed, setPointed] = useState<PointedItem>(NOTHING_POINTED);
  const status = useAtEachSecond((at) => statusAt(monitor, at));
  const navigate = useNavigate();
  const layout = layoutOf(lanesIn(scene, view), height);

  function point(event: PointerEvent<HTMLDivElement>): void {
    if (event.buttons !== 0) {
      setPointed(NOTHING_POINTED);
      return;
    }
    const { left, top } = event.currentTarget.getBoundingClientRect();
    const at = { x: event.clientX - left, y: event.clientY - top };
    setPointed(findPointedItem(scene, { point: at, view, width, layout }));
  }

  function open(event: PointerEvent<HTMLDivElement>): void {
    if (wasDragged() || event.button !== 0 || pointed.bar === null) return;
    void navigate({
      to: '/monitors/$shortID',
      params: { shortID: monitor.shortID },
      search: searchForRun(pointed.bar.run),
    });
  }

  return (
    <>
      <Link
        to="/monitors/$shortID"
        params={{ shortID: monitor.shortID }}
        draggable={false}
        title={monitor.name}
        className="flex shrink-0 items-center gap-2 border-r border-line px-3 text-table hover:bg-hover focus-visible:-outline-offset-2 max-sm:px-2"
        style={{ width: nameWidth }}
      >
        <StatusShape status={status} />
        <span className="truncate">{monitor.name}</span>
        <span className="sr-only">{isLoading ? null : summaryOf(scene, view)}</span>
      </Link>
      <div
        className={`relative min-w-0 flex-1 ${pointed.bar === null ? 'cursor-grab active:cursor-grabbing' : 'cursor-pointer'}`}
        onPointerMove={point}
        onPointerUp={open}
        // A touch also ends with this event. Ignores the event, so that the card stays.
        onPointerLeave={({ pointerType }) => {
          if (pointerType !== 'touch') setPointed(NOTHING_POINTED);
        }}
      >
        <Track
          scene={scene}
          view={view}
          width={width}
          height={height}
          layout={layout}
          now={now}
          ticks={ticks}
          selected={pointed.bar === null ? null : runKey(pointed.bar.run)}
        />
        {error === null || isLoading ? null : (
          <span
            className="absolute inset-y-0 left-2 flex items-center gap-1 text-xs text-down"
            title={messageOf(error)}
          >
            <Icon name="incidents" className="size-3.5" />
            {words.cut}
          </span>
        )}
        <RunCard pointed={pointed} width={width} zone={monitor.schedule.timezone} now={now} />
      </div>
    </>
  );
}

/** Divides the row into up to three lanes. A single lane is as high as on the monitor's page. */
function layoutOf(lanes: number, height: number): LaneLayout {
  const count = Math.min(lanes, LANES_MAX);
  const room = height - 2 * MARGIN;
  const lane = Math.min(LANE_HEIGHT_MAX, Math.floor((room - (count - 1) * GAP) / count));
  const used = count * lane + (count - 1) * GAP;
  return { top: Math.floor((height - used) / 2), height: lane, gap: GAP, lanesMax: LANES_MAX };
}

function lanesIn({ bars, lanes }: Scene, view: View): number {
  if (lanes === 1) return 1;
  return bars.reduce(
    (most, { lane, from, to }) => (to >= view.from && from <= view.to ? Math.max(most, lane + 1) : most),
    1,
  );
}

function summaryOf({ bars, buckets }: Scene, view: View): string {
  const shown = bars.filter(({ from, to }) => to >= view.from && from <= view.to);
  const counted = buckets.filter(({ from, to }) => to >= view.from && from <= view.to);
  const runs = counted.reduce((sum, bucket) => sum + bucket.runs, shown.length);
  const bad = counted.reduce(
    (sum, { failed, missed }) => sum + failed + missed,
    shown.filter(({ run }) => !isHealthy(run.state)).length,
  );
  return words.inTime(runs, bad);
}
