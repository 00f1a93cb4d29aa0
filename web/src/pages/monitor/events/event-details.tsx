import type { MonitorEvent, MonitorRow } from '@overdue/sdk';
import { CopyButton } from '../../../ui/copy.tsx';
import { Moment } from '../../../ui/moment.tsx';
import { Notice } from '../../../ui/states.tsx';
import { LogView } from '../log/log-view.tsx';
import { words } from '../words.ts';

export function EventDetails({
  monitor,
  event,
}: {
  readonly monitor: MonitorRow;
  readonly event: MonitorEvent;
}) {
  return (
    <div className="flex flex-col gap-3">
      {event.warnings.map((warning) => (
        <Notice key={warning} kind="warning">
          {warning}
        </Notice>
      ))}
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 lg:grid-cols-[auto_minmax(0,1fr)_auto_minmax(0,1fr)]">
        <dt className="text-soft">{words.event.run}</dt>
        <dd className="flex min-w-0 items-center gap-1">
          <span className="min-w-0 break-all font-mono text-xs">{event.runID}</span>
          <CopyButton bare text={event.runID} label={words.event.run} />
        </dd>
        <dt className="text-soft">{words.event.client}</dt>
        <dd className="min-w-0 break-words">
          {event.method} · {event.userAgent === '' ? words.event.noClient : event.userAgent}
        </dd>
        {event.happenedAt === event.at ? null : (
          <>
            <dt className="text-soft">{words.event.happened}</dt>
            <dd>
              <Moment at={event.happenedAt} /> · {words.event.arrived} <Moment at={event.at} />
            </dd>
          </>
        )}
        <dt className="text-soft">{words.event.address}</dt>
        <dd className="numeric">{event.remoteAddress}</dd>
        {event.exitStatus === null ? null : (
          <>
            <dt className="text-soft">{words.event.exit}</dt>
            <dd className="numeric">{event.exitStatus}</dd>
          </>
        )}
      </dl>
      {event.bodySize === 0 ? (
        <p className="text-soft">{words.event.noLog}</p>
      ) : (
        <LogView shortID={monitor.shortID} number={event.number} />
      )}
    </div>
  );
}
