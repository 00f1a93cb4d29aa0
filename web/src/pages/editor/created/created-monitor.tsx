import type { ChannelDecision, Monitor, Transition } from '@overdue/sdk';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { DeliveryState } from '../../../channel/delivery-state.tsx';
import { deliveryQuery } from '../../../data/alerts/channels.ts';
import { useConnection } from '../../../data/live/live.ts';
import { monitorQuery } from '../../../data/monitors/monitors.ts';
import { alertsQuery } from '../../../data/runs/history.ts';
import { AlertQuestion } from '../../../first-steps/alert-question.tsx';
import { Checklist } from '../../../first-steps/checklist.tsx';
import { BaseURLNotice } from '../../../monitor/base-url-notice.tsx';
import { STATUS_BOX, STATUS_TEXT, StatusShape } from '../../../monitor/status.tsx';
import { useFirstFailure } from '../../../monitor/use-first-failure.ts';
import { EditedCrontab, Snippets } from '../../../snippets/snippets.tsx';
import { buttonClass, Spinner } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { CodeBlock } from '../../../ui/copy.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { ErrorState, Skeleton } from '../../../ui/states.tsx';
import { words } from '../words.ts';

/** Polling interval while there is no live stream. */
const POLL_MS = 2000;

/** Shows how the job can report, until the first ping arrives. */
export function CreatedMonitor({ shortID }: { readonly shortID: string }) {
  const { state } = useConnection();
  const { data, error, refetch } = useQuery({
    ...monitorQuery(shortID),
    refetchInterval: ({ state: { data: monitor } }) =>
      state !== 'live' && monitor?.lastPingAt === '' ? POLL_MS : false,
  });
  if (data === undefined) {
    return error === null ? (
      <Skeleton className="h-60 rounded-lg" />
    ) : (
      <ErrorState error={error} onRetry={() => void refetch()} />
    );
  }
  const hasArrived = data.lastPingAt !== '';
  return (
    <>
      <PageHeader title={data.name} lead={<StatusShape status={data.status} className="size-4" />} />
      <div className="flex flex-col gap-4">
        <Panel title={hasArrived ? words.first.titleArrived : words.first.title}>
          <div
            role="status"
            className={classNames(
              'calm mb-4 flex min-h-16 flex-wrap items-center gap-x-3 gap-y-2 rounded-md border px-4 py-3 transition-colors',
              hasArrived ? STATUS_BOX[data.status] : 'border-line bg-sunken',
            )}
          >
            <span
              className={classNames(
                'flex size-6 items-center justify-center',
                hasArrived ? STATUS_TEXT[data.status] : 'text-soft',
              )}
            >
              {hasArrived ? <StatusShape status={data.status} silent className="size-5" /> : <Spinner />}
            </span>
            <div className="min-w-0 flex-1 basis-44">
              <ArrivalTitle monitor={data} />
              <p className="text-table text-soft">{hasArrived ? data.explanation : words.first.sub}</p>
              <FirstFailure monitor={data} />
            </div>
            <Link to="/monitors/$shortID" params={{ shortID }} className={buttonClass('plain')}>
              {words.first.toMonitor}
            </Link>
            <Link to="/monitors/new" className={buttonClass('quiet')}>
              {words.first.another}
            </Link>
          </div>
          {hasArrived ? null : <PingURL monitor={data} />}
        </Panel>
        {hasArrived ? (
          <>
            <AlertQuestion />
            <Panel title={words.first.report}>
              <PingURL monitor={data} />
            </Panel>
          </>
        ) : null}
        <Panel title={words.first.snippets}>
          <Snippets monitor={data} isBelowEditedCrontab />
        </Panel>
        <Checklist />
      </div>
    </>
  );
}

/** The lines and the URL that the job uses to report. */
function PingURL({ monitor }: ArrivalProps) {
  return (
    <>
      <EditedCrontab monitor={monitor} />
      <h2 className="pb-1 font-medium">{words.first.url}</h2>
      <CodeBlock code={monitor.pingURL} label={words.first.url} />
      <p className="pt-1 text-xs text-soft">{words.first.urlHint}</p>
      <BaseURLNotice />
    </>
  );
}

interface ArrivalProps {
  readonly monitor: Monitor;
}

function ArrivalTitle({ monitor }: ArrivalProps) {
  const failure = useFirstFailure(monitor);
  const arrived = failure === null ? words.first.arrived : words.first.arrivedFailed;
  return <p className="font-semibold">{monitor.lastPingAt === '' ? words.first.waiting : arrived}</p>;
}

function FirstFailure({ monitor }: ArrivalProps) {
  const failure = useFirstFailure(monitor);
  return failure === null ? null : <FailureAlert monitor={monitor} transition={failure} />;
}

interface FailureAlertProps {
  readonly monitor: Monitor;
  readonly transition: Transition;
}

/** Tells who was alerted about the first failure, with a link to the incident. */
function FailureAlert({ monitor: { shortID, incident }, transition }: FailureAlertProps) {
  const { data: alerts } = useQuery(alertsQuery(shortID, transition.id));
  const alerted = alerts?.decisions.filter(({ delivery }) => delivery !== null) ?? [];
  const isDecided = alerts !== undefined && alerts.state !== 'due' && alerts.state !== 'held';
  return (
    <div className="flex flex-wrap items-baseline gap-x-3 text-table">
      {alerted.map((decision) => (
        <Alerted key={`${decision.channel}|${decision.name}`} decision={decision} />
      ))}
      {isDecided && alerted.length === 0 ? <span>{words.first.nobody}</span> : null}
      {alerts?.state === 'held' ? <span>{words.first.held(alerts.reason ?? '')}</span> : null}
      {incident === null ? null : (
        <Link
          to="/incidents/$incidentID"
          params={{ incidentID: incident.incidentID }}
          className="font-medium link"
        >
          {words.first.toIncident}
        </Link>
      )}
    </div>
  );
}

function Alerted({ decision: { name, delivery } }: { readonly decision: ChannelDecision }) {
  const { data } = useQuery(deliveryQuery(delivery ?? ''));
  return (
    <span className="wrap-anywhere">
      {words.first.alert(name)} {data === undefined ? null : <DeliveryState state={data.delivery.state} />}
    </span>
  );
}
