import { formatRelativeTime } from '../time/distance.ts';
import {
  formatExactTime,
  formatOnClock,
  formatTime,
  formatTimeToSecond,
  formatUTC,
} from '../time/format-time.ts';
import { useAtEachSecond, useNow } from '../time/ticker.ts';
import { words } from '../time/words.ts';
import { ownZone, zonesDiffer } from '../time/zone.ts';
import { Tooltip } from './popup/tooltip.tsx';

interface MomentProps {
  /** RFC 3339 timestamp. */
  readonly at: string;
  /** The job's zone, shown if its clock differs from the reader's. */
  readonly zone?: string;
  /**
   * `time` shows the time, `seconds` the time with seconds, `distance` the duration until or since then, `both` the duration and
   * the time.
   */
  readonly show?: 'time' | 'seconds' | 'distance' | 'both';
}

/** A timestamp in the reader's time zone, with the exact time in the tooltip. */
export function Moment({ at, zone, show = 'time' }: MomentProps) {
  const ms = Date.parse(at);
  const own = ownZone();
  const distance = useAtEachSecond((now) => formatRelativeTime(ms, now));
  const now = useNow();
  const write = show === 'seconds' ? formatTimeToSecond : formatTime;
  const time = write(ms, own, now);
  const otherZone =
    zone !== undefined && zonesDiffer(zone, own, ms)
      ? words.onJobClock(formatOnClock(ms, { zone, own, write }), zone)
      : null;
  return (
    <Tooltip
      content={
        <span className="numeric flex flex-col">
          <span>{words.inZone(formatExactTime(ms, own), own)}</span>
          {otherZone === null ? null : (
            <span>{words.inZone(formatExactTime(ms, zone ?? own), zone ?? own)}</span>
          )}
          <span>{formatUTC(ms)}</span>
        </span>
      }
    >
      <time dateTime={at} className="numeric inline-flex flex-wrap gap-x-1.5">
        {show === 'time' || show === 'seconds' ? time : distance}
        {show === 'both' ? <span className="text-soft">{time}</span> : null}
        {otherZone === null || show === 'distance' ? null : <span className="text-soft">{otherZone}</span>}
      </time>
    </Tooltip>
  );
}
