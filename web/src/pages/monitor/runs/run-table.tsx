import { isChecked } from '@overdue/domain/monitor/rules.ts';
import type { MonitorRow, Run } from '@overdue/sdk';
import { Link } from '@tanstack/react-router';
import { runKey } from '../../../data/runs/history.ts';
import { startLagOf } from '../../../drawing/bars.ts';
import { writeLag } from '../../../drawing/runs/run-details.tsx';
import { RunMark } from '../../../drawing/runs/run-mark.tsx';
import { formatSeconds } from '../../../time/format-duration.ts';
import { Moment } from '../../../ui/moment.tsx';
import { EmptyState } from '../../../ui/states.tsx';
import { type Column, Table } from '../../../ui/table.tsx';
import { Tag } from '../../../ui/tag.tsx';
import { words as uiWords } from '../../../ui/words.ts';
import { words } from '../words.ts';

interface RunTableProps {
  readonly monitor: MonitorRow;
  readonly label: string;
  readonly runs: readonly Run[];
  /** Key of the run that a link points to. */
  readonly marked?: string | undefined;
}

export function RunTable({ monitor, label, runs, marked }: RunTableProps) {
  if (runs.length === 0) {
    return (
      <EmptyState icon="timeline" title={words.noneInTime}>
        {words.noneInTimeHint}
      </EmptyState>
    );
  }
  return <Table label={label} columns={columnsOf(monitor)} rows={runs} rowKey={runKey} marked={marked} />;
}

/** Columns that say nothing about a check. */
const JOB_COLUMNS = ['lag', 'events'];

function columnsOf(monitor: MonitorRow): readonly Column<Run>[] {
  const columns = allColumns(monitor.schedule.timezone);
  return isChecked(monitor) ? columns.filter(({ key }) => !JOB_COLUMNS.includes(key)) : columns;
}

function allColumns(zone: string): readonly Column<Run>[] {
  const time = (at: string | null) => (at === null ? <NoRuns /> : <Moment at={at} zone={zone} />);
  return [
    {
      key: 'state',
      title: words.run.state,
      cell: (run) => (
        <span className="flex items-center gap-2 whitespace-nowrap font-medium">
          <RunMark state={run.state} />
          {uiWords.runState[run.state]}
          {run.late ? <Tag variant="warning">{words.run.late}</Tag> : null}
        </span>
      ),
    },
    {
      key: 'expected',
      title: words.run.expected,
      cell: ({ expectedAt }) =>
        expectedAt === null ? <span className="text-soft">{words.run.extra}</span> : time(expectedAt),
    },
    { key: 'started', title: words.run.started, cell: ({ startedAt }) => time(startedAt) },
    { key: 'ended', title: words.run.ended, cell: ({ endedAt }) => time(endedAt) },
    {
      key: 'duration',
      title: words.run.duration,
      align: 'right',
      cell: ({ duration }) => (duration === null ? <NoRuns /> : formatSeconds(duration)),
    },
    {
      key: 'lag',
      title: words.run.lag,
      align: 'right',
      cell: (run) => {
        const lag = startLagOf(run);
        return lag === null ? <NoRuns /> : writeLag(lag);
      },
    },
    {
      key: 'events',
      title: words.run.events,
      align: 'right',
      cell: ({ startEvent, endEvent }) =>
        startEvent === null && endEvent === null ? (
          <NoRuns />
        ) : (
          <span className="inline-flex gap-2">
            {[startEvent, endEvent].map((event) =>
              event === null ? null : (
                <Link
                  key={event}
                  to="."
                  search={(before: object) => ({ ...before, tab: 'events', event: String(event) })}
                  resetScroll={false}
                  aria-label={words.run.openEvent(event)}
                  className="text-accent hover:underline"
                >
                  {words.run.eventLink(event)}
                </Link>
              ),
            )}
          </span>
        ),
    },
  ];
}

function NoRuns() {
  return (
    <span data-nothing="" className="text-soft">
      {words.nothing}
    </span>
  );
}
