import { writeUpcoming } from './distance.ts';
import { useAtEachSecond } from './ticker.ts';
import { writeExactTime } from './write-time.ts';
import { ownZone } from './zone.ts';

/** Time until a planned moment, never in the past: `in 13 min`, then `now`. */
export function Upcoming({ at }: { readonly at: string }) {
  const ms = Date.parse(at);
  const text = useAtEachSecond((now) => writeUpcoming(ms, now));
  return (
    <time dateTime={at} title={writeExactTime(ms, ownZone())} className="numeric">
      {text}
    </time>
  );
}
