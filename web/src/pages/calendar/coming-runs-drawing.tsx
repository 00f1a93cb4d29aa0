import { useMemo } from 'react';
import { Axis } from '../../drawing/axis.tsx';
import { positionOf, type Ticks, ticksOf, type View } from '../../drawing/time-scale.ts';
import { useWidth } from '../../drawing/use-width.ts';
import { Panel } from '../../ui/panel.tsx';
import { type Forecast, forecastOf, QUARTER_HOUR_MS } from './forecast.ts';
import { type Job, Lanes } from './lanes.tsx';
import { words, writeBusiest, writeClock, writeFree } from './words.ts';

const NAMES_WIDE = 220;
const NAMES_NARROW = 118;
const NARROW = 640;

interface ComingRunsDrawingProps {
  readonly jobs: readonly Job[];
  readonly view: View;
  readonly now: number;
  readonly zone: string;
}

/** Names the hours without runs. Draws the number of running jobs over time, and below it a lane for each job. */
export function ComingRunsDrawing({ jobs, view, now, zone }: ComingRunsDrawingProps) {
  const [measured, full] = useWidth<HTMLDivElement>();
  const names = full < NARROW ? NAMES_NARROW : NAMES_WIDE;
  const width = Math.max(0, full - names - 12);
  const ticks = useMemo(() => ticksOf(view, { zone, width: Math.max(1, width) }), [view, zone, width]);
  // The forecast begins now, even if the current night began earlier.
  const from = Math.max(view.from, now);
  const forecast = useMemo(() => forecastOf(jobs, { from, to: view.to }), [jobs, from, view.to]);
  const place = { zone, referenceAt: view.from };
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-col gap-1">
        <p className="text-lg font-medium text-balance">
          {writeFree(forecast.free, { frequent: forecast.frequent, ...place })}
        </p>
        {forecast.busiest === null ? null : (
          <p className="text-soft">{writeBusiest(forecast.busiest, place)}</p>
        )}
      </div>
      <Panel title={words.load} flush>
        <div ref={measured} className="pb-1 pr-3">
          {width === 0 ? null : (
            <>
              <div style={{ paddingLeft: names }} className="pt-2">
                <LoadChart
                  forecast={forecast}
                  view={view}
                  ticks={ticks}
                  width={width}
                  referenceAt={view.from}
                  zone={zone}
                />
              </div>
              <div
                className="sticky top-0 z-10 border-y border-line bg-panel py-1"
                style={{ paddingLeft: names }}
              >
                <Axis view={view} ticks={ticks} width={width} />
              </div>
              <Lanes
                jobs={jobs}
                view={view}
                ticks={ticks}
                names={names}
                width={width}
                referenceAt={view.from}
                zone={zone}
              />
            </>
          )}
        </div>
      </Panel>
      <Legend />
    </div>
  );
}

function Legend() {
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-1 text-xs text-soft">
      <li className="flex items-center gap-1.5">
        <i aria-hidden="true" className="h-2.5 w-3.5 rounded-sm bg-accent" />
        {words.legend.run}
      </li>
      <li className="flex items-center gap-1.5">
        <i
          aria-hidden="true"
          className="hatched h-2.5 w-3.5 rounded-sm border border-line-strong bg-sunken text-ink"
        />
        {words.legend.frequent}
      </li>
      <li className="flex items-center gap-1.5">
        <i aria-hidden="true" className="h-2.5 w-3.5 border-b-3 border-up bg-up/10" />
        {words.legend.free}
      </li>
      <li>{words.basis}</li>
    </ul>
  );
}

const HEIGHT = 96;
const TOP = 16;

interface LoadChartProps {
  readonly forecast: Forecast;
  readonly view: View;
  readonly ticks: Ticks;
  readonly width: number;
  readonly referenceAt: number;
  readonly zone: string;
}

/** Number of running jobs in each quarter of an hour, drawn above the lanes. A line at the bottom marks free periods. */
function LoadChart({ forecast, view, ticks, width, referenceAt, zone }: LoadChartProps) {
  const max = Math.max(1, ...forecast.quarters.map(({ running, frequent }) => running + frequent));
  const heightOf = (count: number) => (count / max) * (HEIGHT - TOP);
  const bar = Math.max(1, positionOf(view.from + QUARTER_HOUR_MS, view, width) - (width > 400 ? 1 : 0));
  const place = { zone, referenceAt };
  return (
    <svg
      role="img"
      aria-label={words.loadLabel(writeClock(view.from, place), writeClock(view.to, place))}
      width={width}
      height={HEIGHT}
      className="block"
    >
      {ticks.ticks.map(({ at, isMajor }) => (
        <line
          key={at}
          x1={positionOf(at, view, width)}
          x2={positionOf(at, view, width)}
          y1={0}
          y2={HEIGHT}
          className={isMajor ? 'stroke-line-strong' : 'stroke-line'}
        />
      ))}
      {forecast.free.map(({ from, to }) => (
        <rect
          key={from}
          x={positionOf(from, view, width)}
          y={0}
          width={positionOf(to, view, width) - positionOf(from, view, width)}
          height={HEIGHT}
          className="fill-up/10"
        />
      ))}
      {forecast.quarters.map(({ at, running, frequent }) => (
        <g key={at}>
          <rect
            x={positionOf(at, view, width)}
            y={HEIGHT - heightOf(frequent)}
            width={bar}
            height={heightOf(frequent)}
            className="fill-line-strong/45"
          />
          <rect
            x={positionOf(at, view, width)}
            y={HEIGHT - heightOf(running + frequent)}
            width={bar}
            height={heightOf(running)}
            className="fill-accent"
          >
            <title>{`${writeClock(at, place)}: ${words.jobs(running + frequent)}`}</title>
          </rect>
        </g>
      ))}
      {forecast.free.map(({ from, to }) => (
        <rect
          key={from}
          x={positionOf(from, view, width)}
          y={HEIGHT - 3}
          width={positionOf(to, view, width) - positionOf(from, view, width)}
          height={3}
          className="fill-up"
        />
      ))}
      <text x={4} y={12} className="numeric fill-soft text-xs">
        {words.jobs(max)}
      </text>
    </svg>
  );
}
