import type { ChannelDecision, Monitor, Transition } from '@overdue/sdk';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { DeliveryState } from '../../../channel/delivery-state.tsx';
import { deliveryQuery } from '../../../data/alerts/channels.ts';
import { alertsQuery } from '../../../data/runs/history.ts';
import { words } from '../words.ts';

interface FailureAlertProps {
  readonly monitor: Monitor;
  readonly transition: Transition;
}

/** Tells who was alerted about the first failure, with a link to the incident. */
export function FailureAlert({ monitor: { shortID, incident }, transition }: FailureAlertProps) {
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
