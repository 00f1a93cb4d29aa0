import type { IncidentWithFailures, Run } from '@overdue/sdk';
import { Link } from '@tanstack/react-router';
import { formatSeconds } from '../../time/format-duration.ts';
import { Moment } from '../../ui/moment.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { words as uiWords } from '../../ui/words.ts';
import { words } from './words.ts';

const { detail } = words;

export function FailedRuns({ incident }: { readonly incident: IncidentWithFailures }) {
  if (incident.failures.length === 0) return <p className="p-4 text-soft">{detail.noFailures}</p>;
  const columns: readonly Column<Run>[] = [
    { key: 'at', title: detail.run.at, isWide: true, cell: (run) => <RunTime run={run} /> },
    {
      key: 'state',
      title: detail.run.state,
      isBesideWide: true,
      cell: ({ state }) => <span className="whitespace-nowrap">{uiWords.runState[state]}</span>,
    },
    {
      key: 'duration',
      title: detail.run.duration,
      align: 'right',
      cell: ({ duration }) =>
        duration === null ? null : (
          <span className="numeric whitespace-nowrap">{formatSeconds(duration)}</span>
        ),
    },
    {
      key: 'log',
      title: detail.run.log,
      align: 'right',
      cell: ({ endEvent }) =>
        endEvent === null ? null : (
          <Link
            to="/monitors/$shortID"
            params={{ shortID: incident.monitor.shortID }}
            search={{ tab: 'events', event: String(endEvent) }}
            className="text-accent hover:underline"
          >
            {detail.openLog}
          </Link>
        ),
    },
  ];
  return (
    <Table
      label={detail.failures}
      columns={columns}
      rows={incident.failures}
      rowKey={({ runID, expectedAt }) => `${runID} ${expectedAt ?? ''}`}
    />
  );
}

function RunTime({ run }: { readonly run: Run }) {
  const at = run.startedAt ?? run.endedAt ?? run.expectedAt;
  return at === null ? null : <Moment at={at} show="seconds" />;
}
