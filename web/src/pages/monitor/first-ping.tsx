import type { MonitorRow } from '@overdue/sdk';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { words as channelWords } from '../../channel/words.ts';
import { channelsQuery } from '../../data/alerts/channels.ts';
import { BaseURLNotice } from '../../monitor/base-url-notice.tsx';
import { HiddenPingURL } from '../../monitor/hidden-ping-url.tsx';
import { STATUS_BOX, STATUS_TEXT, StatusShape } from '../../monitor/status.tsx';
import { useFirstFailure } from '../../monitor/use-first-failure.ts';
import { CodeBlock } from '../../ui/copy.tsx';
import { Moment } from '../../ui/moment.tsx';
import { words } from './words.ts';

export function FirstPing({ monitor }: { readonly monitor: MonitorRow }) {
  const [firstPingAt, setFirstPingAt] = useState(monitor.lastPingAt);
  const hasArrived = monitor.lastPingAt !== '';
  // Later pings don't change the time.
  if (hasArrived && firstPingAt === '') setFirstPingAt(monitor.lastPingAt);
  const failure = useFirstFailure(monitor);
  const arrived = failure === null ? words.first.came : words.first.cameFailed;
  // If the first ping was a success, the box stays green, because a later failure has its own place at the top of the page.
  const status = !hasArrived ? 'new' : failure === null ? 'up' : monitor.status;
  return (
    <section
      className={`calm mb-5 mt-4 flex flex-col gap-3 rounded-lg border p-5 transition-colors ${STATUS_BOX[status]}`}
    >
      <div className="flex items-start gap-4">
        <span className="flex size-10 shrink-0 items-center justify-center rounded-full bg-panel">
          <StatusShape status={status} silent className="size-7" />
        </span>
        <div>
          <h2 aria-live="polite" className={`text-lg font-semibold ${hasArrived ? STATUS_TEXT[status] : ''}`}>
            {hasArrived ? arrived : words.first.title}
          </h2>
          <p className="text-soft">
            {hasArrived ? (
              <>
                <Moment at={firstPingAt} show="both" /> {words.first.cameHint}
              </>
            ) : (
              words.first.hint
            )}
          </p>
        </div>
      </div>
      {hasArrived ? null : monitor.pingURL === '' ? (
        <HiddenPingURL />
      ) : (
        <div>
          <CodeBlock label={words.first.command} code={`curl -fsS -m 10 --retry 5 ${monitor.pingURL}`} />
          <BaseURLNotice />
        </div>
      )}
      <NoChannel />
    </section>
  );
}

/** While the team has no channel, says that nobody is alerted. */
function NoChannel() {
  const { data: channels } = useQuery(channelsQuery);
  if (channels === undefined || channels.length > 0) return null;
  return (
    <p>
      {channelWords.nobody}{' '}
      <Link to="/channels/new" className="font-medium link">
        {words.first.addChannel}
      </Link>
    </p>
  );
}
