import type { ChannelDecision, MonitorRow, Transition } from '@overdue/sdk';
import { useQueries, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Fragment } from 'react';
import { deliveryQuery } from '../../data/alerts/channels.ts';
import { alertsQuery, newestQuery, TRANSITIONS } from '../../data/runs/history.ts';
import { Moment } from '../../ui/moment.tsx';
import { words as uiWords } from '../../ui/words.ts';
import { type ChannelOutcome, groupByOutcome } from './alert-outcomes.ts';
import { words } from './words.ts';

/** Returns the latest transition that may cause an alert. For example, a first success does not cause an alert. */
function findAlerting(transitions: readonly Transition[]): Transition | undefined {
  return transitions.find(({ from, to }) => to === 'down' || from === 'down' || to === 'failing');
}

export function LastAlerts({ monitor }: { readonly monitor: MonitorRow }) {
  const { data } = useQuery(newestQuery(TRANSITIONS, monitor.shortID));
  // Reserves space during loading if the monitor has a problem. Other monitors may have no alert to show.
  if (data === undefined && (monitor.status === 'down' || monitor.status === 'failing')) return <Place />;
  const last = data === undefined ? undefined : findAlerting(data.items);
  if (last === undefined) return null;
  return <AlertLine monitor={monitor} transition={last} />;
}

function Place() {
  return <p className="min-h-6 pt-1" />;
}

function AlertLine({
  monitor,
  transition,
}: {
  readonly monitor: MonitorRow;
  readonly transition: Transition;
}) {
  const { data: alerts } = useQuery(alertsQuery(monitor.shortID, transition.id));
  if (alerts === undefined) return <Place />;
  const alerted = alerts.decisions.filter(({ delivery }) => delivery !== null);
  const notAlerted = alerts.decisions.filter(({ delivery }) => delivery === null);
  const change = words.change(uiWords.status[transition.from], uiWords.status[transition.to]);
  return (
    <p className="flex min-h-6 flex-wrap items-baseline gap-x-3 gap-y-0.5 pt-1 text-table">
      <Link
        to="."
        search={(before: object) => ({ ...before, tab: 'transitions' })}
        resetScroll={false}
        className="text-soft hover:text-ink hover:underline"
      >
        {change} <Moment at={transition.at} />
      </Link>
      {alerts.state === 'due' ? <span className="text-soft">{words.deciding}</span> : null}
      {alerts.state === 'held' ? (
        <span className="text-failing">{words.held(alerts.reason ?? '')}</span>
      ) : null}
      <Outcomes decisions={alerted} />
      {notAlerted.length === 0 ? null : (
        <span>
          <span className="font-medium">{words.notAlerted}:</span>{' '}
          <span className="text-soft">
            {notAlerted
              .map(({ name, reason }) => (name === '' ? reason : `${name} (${reason.replace(/\.$/, '')})`))
              .join(', ')}
          </span>
        </span>
      )}
    </p>
  );
}

function Outcomes({ decisions }: { readonly decisions: readonly ChannelDecision[] }) {
  const reads = useQueries({ queries: decisions.map(({ delivery }) => deliveryQuery(delivery ?? '')) });
  const groups = groupByOutcome(
    decisions,
    reads.map(({ data, isLoading }) => ({ delivery: data?.delivery, isLoading })),
  );
  return groups.map(({ outcome, channels }) => (
    <span key={outcome}>
      <span className={`font-medium ${COLORS[outcome]}`}>{words.outcome[outcome]}:</span>{' '}
      {channels.map((channel, index) => (
        <Fragment key={`${channel.channel}|${channel.name}`}>
          {index === 0 ? null : ', '}
          <AlertedChannel channel={channel} />
        </Fragment>
      ))}
    </span>
  ));
}

function AlertedChannel({ channel: { channel, name, deliveredAt, isCombined } }: AlertedChannelProps) {
  return (
    <>
      {channel === '' ? (
        name
      ) : (
        <Link to="/channels/$shortID" params={{ shortID: channel }} className="hover:underline">
          {name}
        </Link>
      )}
      {isCombined ? <span className="text-soft"> ({words.transition.combined})</span> : null}
      {deliveredAt === null ? null : (
        <span className="text-soft">
          {' '}
          <Moment at={deliveredAt} />
        </span>
      )}
    </>
  );
}

interface AlertedChannelProps {
  readonly channel: ChannelOutcome;
}

const COLORS = { alerted: '', pending: 'text-failing', failed: 'text-down', unknown: 'text-soft' } as const;
