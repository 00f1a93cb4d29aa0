import type { ChannelDecision, MonitorRow, Transition } from '@overdue/sdk';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { alertsQuery } from '../../../data/runs/history.ts';
import { Moment } from '../../../ui/moment.tsx';
import { ErrorState, Notice, Skeleton } from '../../../ui/states.tsx';
import { DeliveryDetails } from '../delivery-details.tsx';
import { words } from '../words.ts';

export function TransitionAlerts({
  monitor,
  transition,
}: {
  readonly monitor: MonitorRow;
  readonly transition: Transition;
}) {
  const { data: alerts, error, refetch } = useQuery(alertsQuery(monitor.shortID, transition.id));
  if (error !== null) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (alerts === undefined) return <Skeleton className="h-12 w-full max-w-160" />;
  return (
    <div className="flex max-w-240 flex-col gap-2 text-table">
      {alerts.state === 'due' ? <p className="text-soft">{words.deciding}</p> : null}
      {alerts.state === 'held' ? (
        <Notice kind="warning">
          {words.held(alerts.reason ?? '')}{' '}
          {alerts.plannedAgainAt === null ? null : (
            <>
              {words.transition.nextCheck} <Moment at={alerts.plannedAgainAt} show="distance" />
            </>
          )}
        </Notice>
      ) : null}
      {alerts.state === 'planned' && alerts.decisions.length === 0 ? (
        <p className="text-soft">{words.transition.nobody}</p>
      ) : null}
      {alerts.decisions.map((entry) => (
        <DecisionRow key={`${entry.channel}|${entry.name}|${entry.delivery ?? ''}`} entry={entry} />
      ))}
    </div>
  );
}

function DecisionRow({ entry }: { readonly entry: ChannelDecision }) {
  return (
    <div className="flex flex-wrap items-start gap-x-4 gap-y-1 rounded-md bg-sunken px-3 py-2">
      <div className="min-w-0 flex-1 basis-64">
        {entry.name === '' ? null : entry.channel === '' ? (
          <span className="font-medium">{entry.name}</span>
        ) : (
          <Link
            to="/channels/$shortID"
            params={{ shortID: entry.channel }}
            className="font-medium hover:underline"
          >
            {entry.name}
          </Link>
        )}
        <p className="text-soft">{entry.reason}</p>
      </div>
      {entry.delivery === null ? (
        <span className="font-medium text-soft">{words.transition.notSent}</span>
      ) : (
        <DeliveryDetails deliveryKey={entry.delivery} />
      )}
    </div>
  );
}
