import type { LogComparison as Comparison, IncidentWithFailures, LogDiffLine } from '@overdue/sdk';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useLayoutEffect, useRef } from 'react';
import { comparisonQuery } from '../data/alerts/incidents.ts';
import { Moment } from '../time/moment.tsx';
import { classNames } from '../ui/class-names.ts';
import { Panel } from '../ui/panel.tsx';
import { ErrorState, Skeleton } from '../ui/states.tsx';
import { findErrorLine } from './error-line.ts';
import { words } from './words.ts';

const { comparison: text } = words;

/** Differences from the last successful run. Renders nothing if no failed run sent a log. */
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
            {text.last} <Moment at={data.succeeded.at} show="distance" />
          </Link>
        )
      }
    >
      {data === undefined ? (
        <Skeleton className="m-4 h-24" />
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

/** The lines that differ, scrolled to the first one that probably names the problem. */
function Differences({ comparison: { outcome, lines, isCut }, log }: DifferencesProps) {
  const box = useRef<HTMLElement>(null);
  const errorLine = findErrorLine(lines, log);
  useLayoutEffect(() => {
    const element = box.current;
    const line = errorLine === null ? null : element?.querySelectorAll<HTMLElement>('[data-line]')[errorLine];
    if (element == null || line == null) return;
    // Stays at the top if the line is in sight there.
    if (line.offsetTop + line.offsetHeight > element.clientHeight)
      element.scrollTop = line.offsetTop - element.clientHeight / 3;
  }, [errorLine]);
  if (outcome !== 'different') {
    const messages = { same: text.same, too_different: text.tooDifferent, no_log: text.noLog };
    return <p className="p-4 text-soft">{messages[outcome]}</p>;
  }
  return (
    <>
      <section
        ref={box}
        aria-label={text.label}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be focusable.
        tabIndex={0}
        className="relative max-h-96 overflow-auto py-2 focus-visible:-outline-offset-2"
      >
        <pre className="whitespace-pre-wrap break-words font-mono text-table leading-5">
          {lines.map((line, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: lines keep their places.
            <Line key={index} line={line} />
          ))}
        </pre>
      </section>
      <p className="border-t border-line px-4 py-2 text-xs text-soft">
        {text.ignored} {isCut ? text.cut : null}
      </p>
    </>
  );
}

const MARKS = { same: ' ', added: '+', removed: '−', skipped: '⋯' } as const;

function Line({ line: { kind, text: content, count } }: { readonly line: LogDiffLine }) {
  return (
    <span
      data-line
      className={classNames(
        'flex gap-2 border-l-3 px-3',
        kind === 'added' && 'border-down bg-down/10',
        kind === 'removed' && 'border-up bg-up/10 text-soft',
        (kind === 'same' || kind === 'skipped') && 'border-transparent text-soft',
      )}
    >
      <span aria-hidden="true" className="w-2 shrink-0 select-none">
        {MARKS[kind]}
      </span>
      <span className="min-w-0">
        {kind === 'added' || kind === 'removed' ? <span className="sr-only">{text[kind]}</span> : null}
        {kind === 'skipped' ? text.skipped(count) : content}
      </span>
    </span>
  );
}
