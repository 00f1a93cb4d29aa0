import { positionOf, type Ticks, type View } from '../../drawing/time-scale.ts';
import { type Forecast, QUARTER_HOUR_MS } from './forecast.ts';
import { words, writeClock } from './words.ts';

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
export function LoadChart({ forecast, view, ticks, width, referenceAt, zone }: LoadChartProps) {
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
