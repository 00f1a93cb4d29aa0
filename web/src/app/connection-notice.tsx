import { useEffect, useState } from 'react';
import { useConnection } from '../data/live/live.ts';
import { isNoticeDue } from '../offline/notice-due.ts';
import { useUnreachable } from '../offline/offline.ts';
import { WaitingList } from '../offline/waiting-list.tsx';
import { formatTime } from '../time/format-time.ts';
import { useAtEachSecond } from '../time/ticker.ts';
import { ownZone } from '../time/zone.ts';
import { Icon } from '../ui/icon.tsx';
import { words } from './words.ts';

export function ConnectionNotice() {
  const connection = useConnection();
  const isUnreachable = useUnreachable();
  const [unreachableSince, setUnreachableSince] = useState<number | null>(null);
  // Records when the service became unreachable, because this may be noticed before the stream is lost.
  useEffect(() => setUnreachableSince(isUnreachable ? Date.now() : null), [isUnreachable]);
  const since = connection.state === 'lost' ? connection.since : unreachableSince;
  const isShown = useAtEachSecond((now) => isNoticeDue({ since, isUnreachable }, now));
  return (
    <div className="sticky top-0 z-20">
      <div role="status">
        {isShown && since !== null ? (
          <p className="connection-notice flex items-center justify-center gap-2 bg-failing px-4 py-1.5 font-medium text-on-status">
            <Icon name="refresh" />
            {words.lost(formatTime(since, ownZone(), Date.now()))}
          </p>
        ) : null}
      </div>
      <WaitingList />
    </div>
  );
}
