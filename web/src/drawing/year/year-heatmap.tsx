import type { RunDay } from '@overdue/sdk';
import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from 'react';
import { ownZone } from '../../time/zone.ts';
import { CELL, DayCell, STEP } from './day-cell.tsx';
import { badShareOn, outcomeOf } from './day-outcome.ts';
import { describeDay, describeYear, words, writeDay } from './words.ts';
import { layOutYear, movedBy } from './year-layout.ts';

const LEFT = 28;
const TOP = 18;
/** Minimum width at which the days are easy to click. In narrower places, the drawing scrolls. */
const WIDTH_MIN = 760;
const WIDTH_MAX = 1300;

interface YearHeatmapProps {
  readonly label: string;
  readonly days: readonly RunDay[];
  readonly onOpen: (day: RunDay) => void;
}

/** The days of a year as a grid of weeks. Arrow keys select a day, which is described below the grid. */
export function YearHeatmap({ label, days, onOpen }: YearHeatmapProps) {
  const zone = ownZone();
  const { days: placed, columns, months } = useMemo(() => layOutYear(days, zone), [days, zone]);
  const [chosen, setChosen] = useState<number | null>(null);
  const scroller = useRef<HTMLDivElement>(null);
  const keys = useId();
  // Scrolls to the newest days, which are at the right end.
  useEffect(() => {
    scroller.current?.scrollTo({ left: scroller.current.scrollWidth });
  }, []);

  function onKeyDown(event: KeyboardEvent): void {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const index = chosen ?? placed.length - 1;
    const day = placed[index]?.day;
    if (event.key === 'Enter' && chosen !== null && day !== undefined) onOpen(day);
    const next =
      chosen === null && event.key.startsWith('Arrow') ? index : movedBy(event.key, index, placed.length);
    if (next === null && event.key !== 'Enter') return;
    event.preventDefault();
    if (next !== null) setChosen(next);
  }

  const width = LEFT + columns * STEP;
  const height = TOP + 7 * STEP;
  const current = chosen === null ? undefined : placed[chosen];
  return (
    <div className="flex flex-col gap-2">
      <div ref={scroller} className="overflow-x-auto">
        {/* biome-ignore lint/a11y/useSemanticElements: a picture that handles keys is not a fieldset. */}
        <div
          role="group"
          aria-label={`${label}: ${describeYear(days)}`}
          aria-describedby={keys}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: the element handles keys.
          tabIndex={0}
          className="rounded-md focus-visible:-outline-offset-2"
          style={{ minWidth: WIDTH_MIN, maxWidth: WIDTH_MAX }}
          onKeyDown={onKeyDown}
          onBlur={() => setChosen(null)}
          onPointerLeave={() => setChosen(null)}
        >
          <svg viewBox={`0 0 ${width} ${height}`} aria-hidden="true" className="block w-full">
            {months.map(({ column, label: month }) => (
              <text key={column} x={LEFT + column * STEP} y={11} className="fill-soft text-[10px]">
                {month}
              </text>
            ))}
            {words.weekdays.map((name, row) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: weekdays have no other identity.
              <text key={row} x={0} y={TOP + row * STEP + 10} className="fill-soft text-[10px]">
                {name}
              </text>
            ))}
            {placed.map(({ day, column, row }, index) => (
              // biome-ignore lint/a11y/noStaticElementInteractions: the group handles keys.
              <g
                key={day.from}
                transform={`translate(${LEFT + column * STEP} ${TOP + row * STEP})`}
                className="cursor-pointer"
                onPointerEnter={() => setChosen(index)}
                onClick={() => onOpen(day)}
              >
                <rect x={-1.5} y={-1.5} width={STEP} height={STEP} fill="transparent" />
                <DayCell outcome={outcomeOf(day)} badShare={badShareOn(day)} />
              </g>
            ))}
            {current === undefined ? null : (
              <rect
                x={LEFT + current.column * STEP - 1.5}
                y={TOP + current.row * STEP - 1.5}
                width={CELL + 3}
                height={CELL + 3}
                rx={3}
                className="pointer-events-none fill-transparent stroke-ink"
                strokeWidth={1.5}
              />
            )}
          </svg>
        </div>
      </div>
      <p id={keys} className="sr-only">
        {words.keys}
      </p>
      <p role="status" className="numeric min-h-5 text-table">
        {current === undefined ? (
          <span className="text-soft">{describeYear(days)}</span>
        ) : (
          <>
            <span className="font-semibold">{writeDay(current.day, zone)}</span>: {describeDay(current.day)}
          </>
        )}
      </p>
    </div>
  );
}
