import { formatter, ownZone, zonesDiffer } from '../time/zone.ts';
import { positionOf, type Tick, type Ticks, type TickUnit, type View } from './time-scale.ts';

interface AxisProps {
  readonly view: View;
  readonly ticks: Ticks;
  readonly width: number;
  /** The job's time zone. The axis shows a second row if this zone's clock differs from the user's clock. */
  readonly zone?: string;
}

const EDGE = 24;
const NAME_WIDTH = 96;

/** Time axis. Hidden from screen readers, because the table has the same times as text. */
export function Axis({ view, ticks, width, zone }: AxisProps) {
  const own = ownZone();
  const otherZone =
    zone !== undefined && ticks.unit === 'minute' && zonesDiffer(zone, own, view.to) ? zone : null;
  return (
    <div aria-hidden="true" className="numeric select-none text-xs text-soft">
      <AxisRow view={view} ticks={ticks} width={width} zone={own} isNamed={otherZone !== null} />
      {otherZone === null ? null : (
        <AxisRow view={view} ticks={ticks} width={width} zone={otherZone} isNamed />
      )}
    </div>
  );
}

interface AxisRowProps extends Required<AxisProps> {
  /** Whether to show the zone's name. An axis with two rows needs the names. */
  readonly isNamed: boolean;
}

function AxisRow({ view, ticks, width, zone, isNamed }: AxisRowProps) {
  const first = isNamed ? NAME_WIDTH : EDGE;
  return (
    <div className="relative h-5 overflow-hidden">
      {isNamed ? <span className="absolute left-0 max-w-22 truncate">{cityOf(zone)}</span> : null}
      {ticks.ticks.map((tick) => {
        const x = positionOf(tick.at, view, width);
        if (x < first || x > width - EDGE) return null;
        return (
          <span
            key={tick.at}
            className={`absolute -translate-x-1/2 whitespace-nowrap leading-5 ${tick.isMajor ? 'font-medium text-ink' : ''}`}
            style={{ left: x }}
          >
            {writeTick(tick, ticks.unit, zone)}
          </span>
        );
      })}
    </div>
  );
}

function cityOf(zone: string): string {
  return zone.slice(zone.lastIndexOf('/') + 1).replaceAll('_', ' ');
}

const CLOCK = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
const DATE = { day: 'numeric', month: 'short' } as const;

export function writeTick({ at, isMajor }: Tick, unit: TickUnit, zone: string): string {
  if (unit === 'month') return formatter(zone, isMajor ? { year: 'numeric' } : { month: 'short' }).format(at);
  return formatter(zone, unit === 'minute' && !isMajor ? CLOCK : DATE).format(at);
}
