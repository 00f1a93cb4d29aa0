import { useConnection } from '../data/connection.ts';
import { useAtEachSecond } from '../time/ticker.ts';
import { writeTime } from '../time/write-time.ts';
import { ownZone } from '../time/zone.ts';
import { Icon } from '../ui/icon.tsx';
import { words } from './words.ts';

/** A stream that ends for a moment, as when the session is renewed, is nobody's concern. */
const PATIENCE_MS = 3000;

/** Says so when what is shown may be old. */
export function ConnectionNotice() {
  const connection = useConnection();
  const since = connection.state === 'lost' ? connection.since : null;
  const isTold = useAtEachSecond((now) => since !== null && now - since >= PATIENCE_MS);
  return (
    <div role="status" className="sticky top-0 z-20">
      {isTold && since !== null ? (
        <p className="flex items-center justify-center gap-2 bg-failing px-4 py-1.5 font-medium text-on-status">
          <Icon name="refresh" />
          {words.lost(writeTime(since, ownZone(), Date.now()))}
        </p>
      ) : null}
    </div>
  );
}
