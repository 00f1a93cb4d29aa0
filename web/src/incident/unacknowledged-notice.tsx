import type { IncidentWithFailures } from '@overdue/sdk';
import { useQuery } from '@tanstack/react-query';
import { onCallQuery } from '../data/alerts/on-call.ts';
import { Icon } from '../ui/icon.tsx';
import { NextAlert } from './next-alert.tsx';
import { onCallNames } from './on-call-names.ts';
import { useEscalationPolicy } from './use-escalation-policy.ts';
import { useSnooze } from './use-snooze.ts';
import { words } from './words.ts';

const list = new Intl.ListFormat('en');

/**
 * Says that an open incident is neither acknowledged nor snoozed, who is on call, and which alert comes next. Renders nothing for
 * other incidents.
 */
export function UnacknowledgedNotice({ incident }: { readonly incident: IncidentWithFailures }) {
  const { acknowledgedAt, closedAt } = incident;
  const snooze = useSnooze(incident);
  return acknowledgedAt === null && closedAt === null && snooze === null ? (
    <Unacknowledged incident={incident} />
  ) : null;
}

function Unacknowledged({ incident }: { readonly incident: IncidentWithFailures }) {
  const names = useOnCallNames(incident.monitor);
  return (
    <p className="flex flex-wrap items-baseline gap-x-1.5 wrap-anywhere">
      <span className="font-medium">{words.nobodyYet}</span>
      {names === null ? null : (
        <span className="inline-flex items-baseline gap-1.5 text-soft">
          <Icon name="phone" className="size-3.5 shrink-0 self-center" />
          {names.length === 0 ? words.nobodyOnCall : words.onCall(list.format(names))}
        </span>
      )}
      <NextAlert incident={incident} />
    </p>
  );
}

/** Returns the names of the members on call; null until all data is loaded, and for monitors that no on-call schedule covers. */
function useOnCallNames(monitor: IncidentWithFailures['monitor']): readonly string[] | null {
  const { data: onCall = [] } = useQuery(onCallQuery);
  // Teams without on-call schedules need no further requests.
  const policy = useEscalationPolicy(monitor, { enabled: onCall.length > 0 });
  return policy === undefined ? null : onCallNames(policy, onCall);
}
