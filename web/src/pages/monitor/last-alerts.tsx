import type { ChannelDecision, Monitor, Transition } from '@overdue/sdk';
import { useQueries, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { deliveryQuery } from '../../data/alerts/channels.ts';
import { alertsQuery, newestQuery, TRANSITIONS } from '../../data/runs/history.ts';
import { Moment } from '../../time/moment.tsx';
import { words as uiWords } from '../../ui/words.ts';
import { words } from './words.ts';

/** Returns the latest transition that may alert. A first report, for example, alerts nobody. */
function findAlerting(transitions: readonly Transition[]): Transition | undefined {
  return transitions.find(({ from, to }) => to === 'down' || from === 'down' || to === 'failing');
}

export function LastAlerts({ monitor }: { readonly monitor: Monitor }) {
  const { data } = useQuery(newestQuery(TRANSITIONS, monitor.shortID));
  // Reserves space while loading, but not for monitors that may never have caused an alert.
  if (data === undefined && (monitor.status === 'down' || monitor.status === 'failing')) return <Place />;
  const last = data === undefined ? undefined : findAlerting(data.items);
  if (last === undefined) return null;
  return <AlertLine monitor={monitor} transition={last} />;
}

function Place() {
  return <p className="min-h-6 pt-1" />;
}

function AlertLine({ monitor, transition }: { readonly monitor: Monitor; readonly transition: Transition }) {
  const { data: alerts } = useQuery(alertsQuery(monitor.shortID, transition.id));
  if (alerts === undefined) return <Place />;
  const alerted = alerts.decisions.filter(({ delivery }) => delivery !== null);
  const notAlerted = alerts.decisions.filter(({ delivery }) => delivery === null);
  const change = words.change(uiWords.status[transition.from], uiWords.status[transition.to]);
  return (
    <p className="flex min-h-6 flex-wrap items-baseline gap-x-1.5 gap-y-0.5 pt-1 text-table">
      <Link
        to="."
        search={(before: object) => ({ ...before, tab: 'transitions' })}
        resetScroll={false}
        className="text-soft hover:text-ink hover:underline"
      >
        {change} <Moment at={transition.at} />
      </Link>
      <span aria-hidden="true" className="text-soft max-md:hidden">
        ·
      </span>
      {alerts.state === 'due' ? <span className="text-soft">{words.deciding}</span> : null}
      {alerts.state === 'held' ? (
        <span className="text-failing">{words.held(alerts.reason ?? '')}</span>
      ) : null}
      {alerted.length === 0 ? null : <AlertedList decisions={alerted} />}
      {alerted.length > 0 && notAlerted.length > 0 ? (
        <span aria-hidden="true" className="text-soft">
          ·
        </span>
      ) : null}
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

function AlertedList({ decisions }: { readonly decisions: readonly ChannelDecision[] }) {
  const deliveries = useQueries({
    queries: decisions.map(({ delivery }) => deliveryQuery(delivery ?? '')),
  });
  return (
    <span className="inline-flex flex-wrap gap-x-1.5">
      <span className="font-medium">{words.alerted}:</span>
      {decisions.map(({ channel, name }, index) => {
        const delivery = deliveries[index]?.data?.delivery;
        const isLast = index === decisions.length - 1;
        return (
          <span key={`${channel}|${name}`} className="inline-flex gap-x-1">
            {channel === '' ? (
              name
            ) : (
              <Link to="/channels/$shortID" params={{ shortID: channel }} className="hover:underline">
                {name}
              </Link>
            )}
            {delivery === undefined ? null : delivery.state === 'sent' && delivery.doneAt !== null ? (
              <span className="text-soft">
                <Moment at={delivery.doneAt} />
              </span>
            ) : (
              <span className={delivery.state === 'failed' ? 'text-down' : 'text-failing'}>
                ({words.transition.deliveryState[delivery.state]})
              </span>
            )}
            {isLast ? null : ','}
          </span>
        );
      })}
    </span>
  );
}
