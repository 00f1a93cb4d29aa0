import type { IncidentWithFailures } from '@overdue/sdk';
import { Link } from '@tanstack/react-router';
import { LogEnd } from '../log/log-end.tsx';
import { formatTime } from '../time/format-time.ts';
import { useNow } from '../time/ticker.ts';
import { ownZone } from '../time/zone.ts';
import { buttonClass } from '../ui/button.tsx';
import { Moment } from '../ui/moment.tsx';
import { Panel } from '../ui/panel.tsx';
import { words } from './words.ts';

const { log: text } = words;

interface LogProps {
  readonly log: NonNullable<IncidentWithFailures['log']>;
}

/**
 * The end of the failed run's log, scrolled to the last line that probably names the problem. If no failed run sent a log, shows
 * the log of the last run before the incident.
 */
export function FailedLog({ incident }: { readonly incident: IncidentWithFailures }) {
  const { previousLog, reason, monitor } = incident;
  const log = incident.log ?? previousLog;
  if (log === null)
    return (
      <Panel title={text.title}>
        <p className="text-soft">{reason === 'missed' ? text.noneMissed : text.none}</p>
      </Panel>
    );
  return (
    <Panel
      flush
      title={
        <span className="flex flex-wrap items-baseline gap-x-2">
          {incident.log === null ? <PreviousLogTitle log={log} /> : <LogTitle log={log} />}
        </span>
      }
      actions={
        <Link
          to="/monitors/$shortID"
          params={{ shortID: monitor.shortID }}
          search={{ tab: 'events', event: String(log.event) }}
          className={buttonClass('quiet')}
        >
          {text.whole}
        </Link>
      }
    >
      <LogEnd
        key={`${log.event}`}
        text={log.text}
        label={text.label}
        errorLines={log.errorLines}
        className="max-h-80 max-md:max-h-60 2xl:max-h-160"
      />
    </Panel>
  );
}

/** Names the run by its expected time, as the explanation of the status does, and says when the run ended. */
function LogTitle({ log: { state, expectedAt, at } }: LogProps) {
  const now = useNow();
  const outcome = state === 'timed_out' ? 'timed_out' : 'failed';
  const expected = expectedAt === null ? null : Date.parse(expectedAt);
  return (
    <>
      {expected === null ? text.state[outcome] : text.ofRun[outcome](formatTime(expected, ownZone(), now))}
      {at === null ? null : (
        <span className="inline-flex gap-x-1 text-table font-normal text-soft">
          {outcome === 'failed' ? text.ended : null}
          <Moment at={at} />
        </span>
      )}
    </>
  );
}

function PreviousLogTitle({ log: { state, at } }: LogProps) {
  const outcome = state === 'succeeded' || state === 'failed' ? state : 'other';
  return (
    <>
      {text.previous}
      {at === null ? null : (
        <span className="inline-flex gap-x-1 text-table font-normal text-soft">
          {text.previousState[outcome]}
          <Moment at={at} />
        </span>
      )}
    </>
  );
}
