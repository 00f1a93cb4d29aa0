import type { MaintenanceInput, MaintenanceWindow } from '@overdue/sdk';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useRemoval } from '../../app/use-removal.ts';
import { useHasRole } from '../../data/account/account.ts';
import { maintenanceQuery } from '../../data/alerts/maintenance.ts';
import { api } from '../../data/client.ts';
import { monitorsQuery } from '../../data/monitors/monitors.ts';
import { previewQuery } from '../../data/monitors/schedules.ts';
import { projectsQuery } from '../../data/team/projects.ts';
import { formatMs } from '../../time/format-duration.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Moment } from '../../ui/moment.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Panel } from '../../ui/panel.tsx';
import { EmptyState, ErrorState, TableSkeleton } from '../../ui/states.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { Tag } from '../../ui/tag.tsx';
import { WindowDialog } from './window-dialog.tsx';
import { words } from './words.ts';

export function MaintenancePage() {
  const { data: windows, error, refetch } = useQuery(maintenanceQuery);
  const mayChange = useHasRole('member');
  const [opened, setOpened] = useState<MaintenanceWindow | 'new' | null>(null);
  const add = mayChange ? (
    <Button variant="primary" onClick={() => setOpened('new')}>
      <Icon name="plus" />
      {words.add}
    </Button>
  ) : undefined;
  return (
    <>
      <PageHeader title={words.title} actions={windows?.length === 0 ? undefined : add} />
      <p className="max-w-180 pb-4 text-soft">{words.intro}</p>
      <Panel flush>
        {error !== null && windows === undefined ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : null}
        {windows === undefined && error === null ? <TableSkeleton bare /> : null}
        {windows?.length === 0 ? (
          <EmptyState icon="maintenance" title={words.empty.title} action={add}>
            {words.empty.text}
          </EmptyState>
        ) : null}
        {windows === undefined || windows.length === 0 ? null : (
          <WindowTable windows={windows} mayChange={mayChange} onEdit={setOpened} />
        )}
      </Panel>
      {opened === null ? null : (
        <WindowDialog window={opened === 'new' ? null : opened} onClose={() => setOpened(null)} />
      )}
    </>
  );
}

interface WindowTableProps {
  readonly windows: readonly MaintenanceWindow[];
  readonly mayChange: boolean;
  readonly onEdit: (window: MaintenanceWindow) => void;
}

function WindowTable({ windows, mayChange, onEdit }: WindowTableProps) {
  const remove = useRemoval<MaintenanceWindow>({
    queryKey: maintenanceQuery.queryKey,
    remove: ({ shortID }) => api.maintenance.delete(shortID),
    restore: (window) => api.maintenance.create(maintenanceInput(window)),
    done: ({ name }) => words.deleted(name),
  });
  const columns: readonly Column<MaintenanceWindow>[] = [
    {
      key: 'name',
      title: words.columns.name,
      isUnlabelled: true,
      cell: ({ name }) => <span className="font-medium">{name}</span>,
    },
    {
      key: 'when',
      title: words.columns.when,
      isUnlabelled: true,
      cell: (window) => <When window={window} />,
    },
    { key: 'scope', title: words.columns.scope, isWide: true, cell: (window) => <Scope window={window} /> },
    { key: 'state', title: words.columns.state, cell: (window) => <State window={window} /> },
    {
      key: 'actions',
      title: words.columns.actions,
      isTitleHidden: true,
      align: 'right',
      cell: (window) =>
        mayChange ? (
          <span className="flex justify-end">
            <IconButton label={words.edit(window.name)} onClick={() => onEdit(window)}>
              <Icon name="edit" />
            </IconButton>
            <IconButton needsService label={words.delete(window.name)} onClick={() => void remove(window)}>
              <Icon name="trash" />
            </IconButton>
          </span>
        ) : null,
    },
  ];
  const activeFirst = windows.toSorted((a, b) => Number(b.active) - Number(a.active));
  return <Table label={words.title} columns={columns} rows={activeFirst} rowKey={({ shortID }) => shortID} />;
}

function When({ window }: { readonly window: MaintenanceWindow }) {
  if (window.cron !== null) return <Recurring window={window} cron={window.cron} />;
  return (
    <span className="inline-flex items-center gap-1.5 whitespace-nowrap">
      {window.startsAt === null ? null : <Moment at={window.startsAt} />}
      <Icon name="arrow" className="size-3 text-soft" />
      {window.endsAt === null ? null : <Moment at={window.endsAt} />}
    </span>
  );
}

/** Shows a description of the recurrence, and the cron expression until the description is loaded. */
function Recurring({ window, cron }: { readonly window: MaintenanceWindow; readonly cron: string }) {
  const timezone = window.timezone ?? 'UTC';
  const { data } = useQuery(previewQuery({ cron, timezone }, { count: 1 }));
  const expression = words.expression(cron, timezone);
  return (
    <span title={expression}>
      {words.each(data?.summary ?? expression, formatMs((window.duration ?? 0) * 1000))}
    </span>
  );
}

function Scope({ window }: { readonly window: MaintenanceWindow }) {
  const { data: list } = useQuery(monitorsQuery);
  const { data: projects = [] } = useQuery(projectsQuery);
  const names = [
    ...window.projects.map((id) => projects.find(({ shortID }) => shortID === id)?.name ?? id),
    ...window.monitors.map((id) => list?.monitors.find(({ shortID }) => shortID === id)?.name ?? id),
  ];
  if (names.length + window.tags.length === 0) return words.all;
  return (
    <span className="flex flex-wrap items-center gap-1.5">
      {names.join(', ')}
      {window.tags.map((tag) => (
        <Tag key={tag}>{tag}</Tag>
      ))}
    </span>
  );
}

function State({ window }: { readonly window: MaintenanceWindow }) {
  if (window.active) return <Tag variant="accent">{words.state.active}</Tag>;
  if (window.nextStartsAt === null) return <span className="text-soft">{words.state.past}</span>;
  return (
    <span className="whitespace-nowrap">
      <Moment at={window.nextStartsAt} show="distance" />
    </span>
  );
}

function maintenanceInput({
  name,
  projects,
  tags,
  monitors,
  ...window
}: MaintenanceWindow): MaintenanceInput {
  const { startsAt, endsAt, cron, timezone, duration } = window;
  const times = cron === null ? { startsAt, endsAt } : { cron, timezone, duration };
  return { name, projects, tags, monitors, ...times };
}
