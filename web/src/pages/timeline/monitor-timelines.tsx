import type { MonitorRow } from '@overdue/sdk';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useLayoutEffect, useMemo, useRef, useState } from 'react';
import { Axis } from '../../drawing/axis.tsx';
import { ticksOf } from '../../drawing/time-scale.ts';
import { useGestures } from '../../drawing/use-gestures.ts';
import type { TimelineView } from '../../drawing/use-view.ts';
import { useWidth } from '../../drawing/use-width.ts';
import { words as drawingWords } from '../../drawing/words.ts';
import { usePreferences } from '../../preferences/preferences.ts';
import { ownZone } from '../../time/zone.ts';
import { TimelineRow } from './timeline-row.tsx';
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
