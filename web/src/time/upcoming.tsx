import { formatTimeUntil } from './distance.ts';
import { formatExactTime } from './format-time.ts';
import { useAtEachSecond } from './ticker.ts';
import { ownZone } from './zone.ts';

/** Time until a planned moment, never in the past: `in 13 min`, then `now`. */
export function Upcoming({ at }: { readonly at: string }) {
  const ms = Date.parse(at);
  const text = useAtEachSecond((now) => formatTimeUntil(ms, now));
  return (
    <time dateTime={at} title={formatExactTime(ms, ownZone())} className="numeric">
      {text}
    </time>
  );
}
