import { MINUTE_MS } from '@overdue/domain/time-units.ts';
import type { Incident, IncidentWithFailures, Run } from '@overdue/sdk';
import { useMutation, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { Missing } from '../../app/fallback-pages.tsx';
import { comparisonQuery, incidentQuery } from '../../data/alerts/incidents.ts';
import { api, isNotFound } from '../../data/client.ts';
import { EarlierIncidents } from '../../incident/earlier-incidents.tsx';
import { FailedLog } from '../../incident/failed-log.tsx';
import { IncidentSummary } from '../../incident/incident-summary.tsx';
import { LogComparison } from '../../incident/log-comparison.tsx';
import { formatSeconds } from '../../time/format-duration.ts';
import { buttonClass, IconButton } from '../../ui/button.tsx';
import { messageOf } from '../../ui/error-message.ts';
import { Icon } from '../../ui/icon.tsx';
import { Menu } from '../../ui/menu/menu.tsx';
import { Moment } from '../../ui/moment.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Panel } from '../../ui/panel.tsx';
import { ErrorState, Skeleton } from '../../ui/states.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { Tag } from '../../ui/tag.tsx';
import { useToast } from '../../ui/toasts.tsx';
import { words as uiWords } from '../../ui/words.ts';
import { History } from './history.tsx';
import { MONITOR_COLUMN, OPENED_COLUMN, STATE_COLUMN } from './incident-columns.tsx';
import { NewNote } from './new-note.tsx';
import { words } from './words.ts';

const { detail } = words;
const route = getRouteApi('/signed-in/shell/incidents/$incidentID');

export function IncidentPage() {
  const { incidentID } = route.useParams();
  const { data: incident, error, refetch } = useQuery(incidentQuery(incidentID));
  if (isNotFound(error))
    return (
      <Missing
        title={detail.notFound}
        action={
          <Link to="/incidents" className={buttonClass('primary')}>
            {detail.toIncidents}
          </Link>
        }
      />
    );
  if (error !== null && incident === undefined)
    return <ErrorState isPage error={error} onRetry={() => void refetch()} />;
  return incident === undefined ? <Loading /> : <OneIncident incident={incident} />;
}

function Loading() {
  return (
    <div className="flex flex-col gap-4">
      <Skeleton className="h-8 w-60 max-w-full" />
      <Skeleton className="h-9 w-44" />
      <Skeleton className="h-12 w-full max-w-160" />
      <Skeleton className="h-10 w-full max-w-100" />
      <Skeleton className="h-60 w-full" />
    </div>
  );
}

function OneIncident({ incident }: { readonly incident: IncidentWithFailures }) {
  const { monitor, related, log } = incident;
  const { isLoading } = useQuery({
    ...comparisonQuery(incident.incidentID, log?.event ?? 0),
    enabled: log !== null,
  });
  // Hides the content until the height of the comparison above it is known, so that nothing moves.
  const below = isLoading ? 'invisible' : '';
  return (
    <>
      <PageHeader
        title={monitor.name}
        trail={
          <Link to="/incidents" activeOptions={{ exact: true }}>
            {words.title}
          </Link>
        }
        summary={
          <span className="flex min-w-0 flex-wrap items-center gap-1 max-md:hidden">
            {monitor.tags.map((tag) => (
              <Tag key={tag}>{tag}</Tag>
            ))}
          </span>
        }
      />
      <div className="pb-4">
        <IncidentSummary
          incident={incident}
          showsDescription
          actions={
            <>
              <Link to="/monitors/$shortID" params={{ shortID: monitor.shortID }} className={buttonClass()}>
                {detail.toMonitor}
              </Link>
              <MoreActions incident={incident} />
            </>
          }
        />
      </div>
      <div className="grid grid-cols-[minmax(0,3fr)_minmax(0,2fr)] grid-rows-[auto_1fr] items-start gap-4 max-lg:grid-cols-1 2xl:grid-cols-[minmax(0,5fr)_minmax(0,2fr)]">
        <div className="flex min-w-0 flex-col gap-4 2xl:grid 2xl:grid-cols-2 2xl:items-start">
          <FailedLog incident={incident} />
          <LogComparison incident={incident} />
        </div>
        <div className="flex min-w-0 flex-col gap-4 lg:row-span-2">
          <Panel title={detail.history}>
            <History incident={incident} />
            <NewNote incident={incident} />
          </Panel>
          <EarlierIncidents incident={incident} />
        </div>
        <div className={`flex min-w-0 flex-col gap-4 2xl:grid 2xl:grid-cols-2 2xl:items-start ${below}`}>
          <Panel title={detail.failures} flush>
            <FailedRuns incident={incident} />
          </Panel>
          {related.length === 0 ? null : <RelatedIncidents incident={incident} />}
        </div>
      </div>
    </>
  );
}

function MoreActions({ incident }: { readonly incident: Incident }) {
  const toast = useToast();
  const download = useMutation({
    mutationFn: () => api.incidents.export(incident.incidentID),
    onSuccess: (text) => save(text, `${incident.monitor.name}-${incident.openedAt.slice(0, 10)}.md`),
    onError: (error) => toast({ title: messageOf(error), kind: 'problem' }),
  });
  return (
    <Menu
      trigger={
        <IconButton variant="plain" label={words.detail.more}>
          <Icon name="more" />
        </IconButton>
      }
      entries={[
        {
          kind: 'action',
          label: words.detail.export,
          icon: 'download',
          needsService: true,
          disabled: download.isPending,
          onSelect: () => download.mutate(),
        },
      ]}
    />
  );
}

function save(text: string, name: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'text/markdown' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name.replaceAll(/[^\p{L}\p{N}.-]+/gu, '-');
  link.click();
  URL.revokeObjectURL(address);
}

function FailedRuns({ incident }: { readonly incident: IncidentWithFailures }) {
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

type Related = IncidentWithFailures['related'][number];

const COLUMNS: readonly Column<Related>[] = [
  MONITOR_COLUMN,
  {
    key: 'relations',
    title: words.detail.relations,
    isUnlabelled: true,
    cell: ({ relations, commonTags }) => (
      <span className="flex flex-wrap gap-1">
        {relations.map((relation) =>
          relation === 'tag' ? (
            commonTags.map((tag) => <Tag key={`tag ${tag}`}>{words.commonTag(tag)}</Tag>)
          ) : (
            <Tag key={relation}>{words.relation[relation]}</Tag>
          ),
        )}
      </span>
    ),
  },
  STATE_COLUMN,
  OPENED_COLUMN,
];

/** Lists the incidents that have most in common with an incident, below the number of those that opened at the same time. */
function RelatedIncidents({ incident }: { readonly incident: IncidentWithFailures }) {
  const { openedTogether, related } = incident;
  const { count, isMore, from, to } = openedTogether;
  const lengthMs = Date.parse(to) - Date.parse(from);
  return (
    <Panel title={words.detail.related} flush>
      {count < 2 ? null : (
        <p className="flex flex-wrap items-center gap-x-3 px-4 py-2">
          {words.detail.openedTogether({ count, isMore, minutes: Math.ceil(lengthMs / MINUTE_MS) })}
          <Link to="/incidents" search={{ from, to }} className={buttonClass('quiet')}>
            {words.detail.showTogether}
          </Link>
        </p>
      )}
      <Table
        label={words.detail.related}
        columns={COLUMNS}
        rows={related}
        rowKey={({ incidentID }) => incidentID}
      />
    </Panel>
  );
}
