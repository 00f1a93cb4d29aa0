import type { IncidentWithFailures } from '@overdue/sdk';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { channelsQuery } from '../data/alerts/channels.ts';
import { onCallSchedulesQuery } from '../data/alerts/on-call.ts';
import { Explanation } from '../time/explanation.tsx';
import { Upcoming } from '../time/upcoming.tsx';
import { Icon } from '../ui/icon.tsx';
import { useEscalationPolicy } from './use-escalation-policy.ts';
import { words } from './words.ts';

const list = new Intl.ListFormat('en');

interface NextAlertProps {
  readonly incident: IncidentWithFailures;
}

/** The next alerts of an unacknowledged incident: an alert that is held, or else the next escalation step and the next reminder. */
export function NextAlert({ incident }: NextAlertProps) {
  const { nextAlerts, history, monitor } = incident;
  const held = history.findLast(({ kind }) => kind === 'held')?.text ?? null;
  if (held !== null)
    return (
      <Line>
        {words.held} <Explanation text={held} timezone={monitor.timezone} />
      </Line>
    );
  if (nextAlerts === null) return null;
  const { escalationAt, escalationStep, reminderAt } = nextAlerts;
  const isReminderFirst =
    reminderAt !== null && (escalationAt === null || Date.parse(reminderAt) < Date.parse(escalationAt));
  const reminder =
    reminderAt === null ? null : (
      <Line>
        {words.nextReminder} <Upcoming at={reminderAt} />
      </Line>
    );
  return (
    <>
      {isReminderFirst ? reminder : null}
      {escalationAt === null || escalationStep === null ? null : (
        <NextStep monitor={monitor} at={escalationAt} step={escalationStep} />
      )}
      {isReminderFirst ? null : reminder}
    </>
  );
}

interface NextStepProps {
  readonly monitor: IncidentWithFailures['monitor'];
  readonly at: string;
  /** Counted from 1. */
  readonly step: number;
}

function NextStep({ monitor, at, step }: NextStepProps) {
  const receivers = useReceivers(monitor, step);
  return (
    <Line>
      {words.nextStep(step)} <Upcoming at={at} />
      {receivers.length === 0 ? null : <>: {list.format(receivers)}</>}
    </Line>
  );
}

/** Returns the names of the channels and on-call schedules that a step alerts; none until all data is loaded. */
function useReceivers(monitor: IncidentWithFailures['monitor'], step: number): readonly string[] {
  const policy = useEscalationPolicy(monitor, { enabled: true });
  const { data: channels = [] } = useQuery(channelsQuery);
  const { data: schedules = [] } = useQuery(onCallSchedulesQuery);
  const alerted = policy?.steps[step - 1];
  if (alerted === undefined) return [];
  return [
    ...channels.filter(({ shortID }) => alerted.channels.includes(shortID)),
    ...schedules.filter(({ shortID }) => alerted.onCall.includes(shortID)),
  ].map(({ name }) => name);
}

function Line({ children }: { readonly children: ReactNode }) {
  return (
    <span className="inline-flex items-baseline gap-1.5 text-soft">
      <Icon name="clock" className="size-3.5 shrink-0 self-center" />
      <span>{children}</span>
    </span>
  );
}
