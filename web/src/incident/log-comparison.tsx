import type { LogComparison as Comparison, IncidentWithFailures, LogDiffLine } from '@overdue/sdk';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { comparisonQuery } from '../data/alerts/incidents.ts';
import { classNames } from '../ui/class-names.ts';
import { Icon } from '../ui/icon.tsx';
import { Moment } from '../ui/moment.tsx';
import { Panel } from '../ui/panel.tsx';
import { ErrorState, Skeleton } from '../ui/states.tsx';
import { useMedia } from '../ui/window/use-media.ts';
import { ChangedLines } from './changed-lines.tsx';
import { words } from './words.ts';

const { comparison: text } = words;
/** Matches windows in which the lines are initially collapsed. */
const PHONE_QUERY = '(max-width: 767px)';

/** Differences from the log of the last successful run. Renders nothing if no failed run sent a log. */
export function LogComparison({ incident }: { readonly incident: IncidentWithFailures }) {
  const { log, incidentID, monitor } = incident;
  const { data, error, refetch } = useQuery({
    ...comparisonQuery(incidentID, log?.event ?? 0),
    enabled: log !== null,
  });
  if (log === null) return null;
  if (error !== null) return <ErrorState error={error} onRetry={() => void refetch()} />;
  return (
    <Panel
      flush
      title={text.title}
      actions={
        data?.succeeded == null || data.succeeded.at === null ? null : (
          <Link
            to="/monitors/$shortID"
            params={{ shortID: monitor.shortID }}
            search={{ tab: 'events', event: String(data.succeeded.event) }}
            className="text-table text-soft hover:text-ink hover:underline"
          >
            <span className="sr-only">{text.last} </span>
            <Moment at={data.succeeded.at} show="distance" />
          </Link>
        )
      }
    >
      {data === undefined ? (
        <div className="p-4">
          <Skeleton className="h-44" />
        </div>
      ) : (
        <Differences key={`${log.event}`} comparison={data} log={log} />
      )}
    </Panel>
  );
}

interface DifferencesProps {
  readonly comparison: Comparison;
  readonly log: NonNullable<IncidentWithFailures['log']>;
}

function Differences({ comparison, log }: DifferencesProps) {
  const isPhone = useMedia(PHONE_QUERY);
  const [isOpen, setOpen] = useState(false);
  const { outcome, lines, isCut } = comparison;
  if (outcome !== 'different') {
    const messages = { same: text.same, too_different: text.tooDifferent, no_log: text.noLog };
    return <p className="p-4 text-soft">{messages[outcome]}</p>;
  }
  return (
    <>
      {isPhone ? <OpenButton lines={lines} isOpen={isOpen} onToggle={() => setOpen(!isOpen)} /> : null}
      {isOpen || !isPhone ? (
        <>
          <ChangedLines lines={lines} log={log} />
          <p className="border-t border-line px-4 py-2 text-xs text-soft">
            {text.ignored} {isCut ? text.cut : null}
          </p>
        </>
      ) : null}
    </>
  );
}

interface OpenButtonProps {
  readonly lines: readonly LogDiffLine[];
  readonly isOpen: boolean;
  readonly onToggle: () => void;
}

/** Expands the lines on a phone. They are initially collapsed there, because the log above already shows most of them. */
function OpenButton({ lines, isOpen, onToggle }: OpenButtonProps) {
  const countOf = (wanted: LogDiffLine['kind']) => lines.filter(({ kind }) => kind === wanted).length;
  const [added, removed] = [countOf('added'), countOf('removed')];
  return (
    <button
      type="button"
      aria-expanded={isOpen}
      onClick={onToggle}
      className="flex min-h-11 w-full items-center gap-x-3 rounded-b-lg px-4 py-2 text-left text-table hover:bg-hover focus-visible:-outline-offset-2"
    >
      <span className="flex min-w-0 flex-1 flex-wrap gap-x-3">
        {added === 0 ? null : <span className="text-failing">{text.newLines(added)}</span>}
        {removed === 0 ? null : <span className="text-soft">{text.missingLines(removed)}</span>}
      </span>
      <span className="font-medium">{isOpen ? text.hide : text.show}</span>
      <Icon name="chevron-down" className={classNames('size-3.5 text-soft', isOpen && 'rotate-180')} />
    </button>
  );
}
