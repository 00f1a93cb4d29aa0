import type { AuditEntry } from '@overdue/sdk';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type AuditFilter, auditQuery } from '../../data/team/audit.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Moment } from '../../ui/moment.tsx';
import { Panel } from '../../ui/panel.tsx';
import { EmptyState, ErrorState, TableSkeleton } from '../../ui/states.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { AuditAction } from './audit-action.tsx';
import { AuditActor } from './audit-actor.tsx';
import { AuditDetails } from './audit-details.tsx';
import { AuditFilters } from './audit-filters.tsx';
import { words } from './words.ts';

const { audit: text } = words;

const COLUMNS: readonly Column<AuditEntry>[] = [
  {
    key: 'at',
    title: text.columns.at,
    isUnlabelled: true,
    cell: ({ at }) => (
      <span className="whitespace-nowrap">
        <Moment at={at} />
      </span>
    ),
  },
  {
    key: 'actor',
    title: text.columns.actor,
    isUnlabelled: true,
    cell: ({ actor }) => <AuditActor actor={actor} />,
  },
  { key: 'action', title: text.columns.action, isWide: true, cell: (entry) => <AuditAction entry={entry} /> },
  {
    key: 'details',
    title: text.columns.details,
    cell: (entry) => (Object.keys(entry.details).length === 0 ? null : <AuditDetails entry={entry} />),
  },
  {
    key: 'from',
    title: text.columns.from,
    align: 'right',
    cell: ({ remoteAddress }) => <span className="numeric whitespace-nowrap text-soft">{remoteAddress}</span>,
  },
];

export function AuditTab({ filter }: { readonly filter: AuditFilter }) {
  const log = useInfiniteQuery(auditQuery(filter));
  const entries = log.data?.pages.flatMap((page) => page.entries);
  return (
    <div className="flex flex-col gap-4">
      <AuditFilters filter={filter} />
      <Panel flush>
        {entries === undefined ? (
          log.error === null ? (
            <TableSkeleton bare />
          ) : (
            <ErrorState error={log.error} onRetry={() => void log.refetch()} />
          )
        ) : entries.length === 0 ? (
          <EmptyState
            icon="search"
            title={text.emptyTitle}
            action={
              <Link to="/team" search={{ tab: 'audit' }} className={buttonClass()}>
                {text.clear}
              </Link>
            }
          >
            {text.emptyText}
          </EmptyState>
        ) : (
          <Table
            label={text.label}
            columns={COLUMNS}
            rows={entries}
            rowKey={({ entryID }) => String(entryID)}
          />
        )}
      </Panel>
      {entries === undefined || entries.length === 0 ? null : log.hasNextPage ? (
        <div className="flex justify-center">
          <Button busy={log.isFetchingNextPage} onClick={() => void log.fetchNextPage()}>
            {text.more}
          </Button>
        </div>
      ) : (
        <p className="text-center text-table text-soft">{text.end}</p>
      )}
    </div>
  );
}
