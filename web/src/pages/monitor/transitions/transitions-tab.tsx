import type { Attempt, ChannelDecision, Delivery, MonitorRow, Transition } from '@overdue/sdk';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { DeliveryState } from '../../../channel/delivery-state.tsx';
import { useHasRole } from '../../../data/account/account.ts';
import { deliveryQuery, sendDeliveryAgain } from '../../../data/alerts/channels.ts';
import { alertsQuery, TRANSITIONS } from '../../../data/runs/history.ts';
import { useHistory } from '../../../data/runs/use-history.ts';
import { StatusBadge } from '../../../monitor/status.tsx';
import { formatSeconds } from '../../../time/format-duration.ts';
import { useAtEachSecond } from '../../../time/ticker.ts';
import { Upcoming } from '../../../time/upcoming.tsx';
import { Button } from '../../../ui/button.tsx';
import { messageOf } from '../../../ui/error-message.ts';
import { Icon } from '../../../ui/icon.tsx';
import { Moment } from '../../../ui/moment.tsx';
import { ErrorState, Notice, Skeleton } from '../../../ui/states.tsx';
import { useToast } from '../../../ui/toasts.tsx';
import { HistoryPanel } from '../history-panel.tsx';
import { words } from '../words.ts';

export function TransitionsTab({ monitor }: { readonly monitor: MonitorRow }) {
  const history = useHistory(TRANSITIONS, monitor.shortID);
  const [toggled, setToggled] = useState<ReadonlyMap<number, boolean>>(new Map());
  return (
    <HistoryPanel history={history} none={words.transition.none} noneHint={words.transition.noneHint}>
      {(transitions) => (
        <ul aria-label={words.transition.label}>
          {transitions.map((transition, index) => {
            // By default, only the latest transition is open.
            const isOpen = toggled.get(transition.id) ?? index === 0;
            return (
              <TransitionRow
                key={transition.id}
                monitor={monitor}
                transition={transition}
                isOpen={isOpen}
                onToggle={() => setToggled((before) => new Map(before).set(transition.id, !isOpen))}
              />
            );
          })}
        </ul>
      )}
    </HistoryPanel>
  );
}

interface TransitionRowProps {
  readonly monitor: MonitorRow;
  readonly transition: Transition;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
}

function TransitionRow({ monitor, transition, isOpen, onToggle }: TransitionRowProps) {
  const { from, to, at, reason, eventNumber } = transition;
  return (
    <li className="border-b border-line last:border-0">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-2">
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={onToggle}
          className="flex min-h-6 items-center gap-2 rounded-sm max-md:min-h-10"
        >
          <Icon name={isOpen ? 'chevron-down' : 'chevron-right'} className="size-3 text-soft" />
          <StatusBadge status={from} />
          <Icon name="arrow" className="size-3.5 text-soft" />
          <StatusBadge status={to} />
        </button>
        <span className="text-table">
          <Moment at={at} zone={monitor.schedule.timezone} show="both" />
        </span>
        <span className="text-table text-soft">
          {words.transition.reason[reason]}{' '}
          {eventNumber === null ? null : (
            <Link
              to="."
              search={(before: object) => ({ ...before, tab: 'events', event: String(eventNumber) })}
              resetScroll={false}
              className="link"
            >
              {words.transition.event(eventNumber)}
            </Link>
          )}
        </span>
      </div>
      {isOpen ? (
        <div className="px-4 pb-3 pl-9 max-md:pl-4">
          <TransitionAlerts monitor={monitor} transition={transition} />
        </div>
      ) : null}
    </li>
  );
}

function TransitionAlerts({
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

function DeliveryDetails({ deliveryKey }: { readonly deliveryKey: string }) {
  const { data } = useQuery(deliveryQuery(deliveryKey));
  const [isOpen, setOpen] = useState(false);
  if (data === undefined) return <Skeleton className="h-5 w-40" />;
  const { delivery, attempts } = data;
  return (
    <div className="flex flex-[2] basis-90 flex-col gap-2">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <DeliveryState state={delivery.state} hasIcon />
        {delivery.doneAt === null && delivery.nextAttemptAt !== null ? (
          <span>
            {words.transition.nextAttempt} <Upcoming at={delivery.nextAttemptAt} />
          </span>
        ) : (
          <Moment at={delivery.doneAt ?? delivery.createdAt} show="both" />
        )}
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
          className="ml-auto inline-flex min-h-6 items-center gap-1 rounded-sm text-soft hover:text-ink"
        >
          <Icon name={isOpen ? 'chevron-down' : 'chevron-right'} className="size-3" />
          {words.transition.attempts} ({attempts.length})
        </button>
      </div>
      {isOpen ? (
        <div className="flex flex-col gap-2">
          <p className="font-medium">{delivery.title}</p>
          {delivery.text.map((paragraph) => (
            <p key={paragraph} className="whitespace-pre-line break-words text-soft">
              {paragraph}
            </p>
          ))}
          <ol className="flex flex-col gap-1.5">
            {attempts.length === 0 ? <li className="text-soft">{words.transition.noAttempts}</li> : null}
            {attempts.map((attempt) => (
              <AttemptRow key={attempt.at} attempt={attempt} />
            ))}
          </ol>
          <SendAgain delivery={delivery} />
        </div>
      ) : null}
    </div>
  );
}

function AttemptRow({ attempt }: { readonly attempt: Attempt }) {
  return (
    <li className="flex flex-col border-l-2 border-line pl-2.5">
      <span className="numeric flex flex-wrap gap-x-2.5">
        <span className={`font-medium ${attempt.outcome === 'sent' ? 'text-up' : 'text-down'}`}>
          {words.transition.outcome[attempt.outcome]}
        </span>
        <Moment at={attempt.at} />
        {attempt.status === null ? null : (
          <span className="text-soft">{words.transition.status(attempt.status)}</span>
        )}
        <span className="text-soft">{words.transition.took(formatSeconds(attempt.latency))}</span>
        {attempt.nextAt === null ? null : <NextAttempt at={attempt.nextAt} />}
      </span>
      {attempt.answer === '' ? null : (
        <span className="break-words font-mono text-xs text-soft">{attempt.answer}</span>
      )}
    </li>
  );
}

/** Shows the time of the next attempt. After that time, shows nothing, because the attempt has its own row. */
function NextAttempt({ at }: { readonly at: string }) {
  const isAhead = useAtEachSecond((now) => Date.parse(at) > now);
  if (!isAhead) return null;
  return (
    <span className="text-soft">
      {words.transition.nextAttempt} <Upcoming at={at} />
    </span>
  );
}

function SendAgain({ delivery }: { readonly delivery: Delivery }) {
  const mayChange = useHasRole('member');
  const toast = useToast();
  const { mutate, isPending } = useMutation({
    mutationFn: () => sendDeliveryAgain(delivery.key),
    onSuccess: () => toast({ title: words.transition.sentAgain }),
    onError: (error) => toast({ title: words.failed, detail: messageOf(error), kind: 'problem' }),
  });
  if (!mayChange || delivery.state === 'waiting') return null;
  return (
    <div>
      <Button needsService busy={isPending} onClick={() => mutate()}>
        {isPending ? null : <Icon name="refresh" />}
        {words.transition.sendAgain}
      </Button>
    </div>
  );
}
