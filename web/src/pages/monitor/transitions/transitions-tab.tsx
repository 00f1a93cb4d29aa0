import type { MonitorRow, Transition } from '@overdue/sdk';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { TRANSITIONS } from '../../../data/runs/history.ts';
import { useHistory } from '../../../data/runs/use-history.ts';
import { StatusBadge } from '../../../monitor/status.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Moment } from '../../../ui/moment.tsx';
import { HistoryPanel } from '../history-panel.tsx';
import { words } from '../words.ts';
import { TransitionAlerts } from './transition-alerts.tsx';

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
