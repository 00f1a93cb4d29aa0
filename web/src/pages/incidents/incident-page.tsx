import type { IncidentWithFailures } from '@overdue/sdk';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { Missing } from '../../app/fallback-pages.tsx';
import { comparisonQuery, incidentQuery } from '../../data/alerts/incidents.ts';
import { isNotFound } from '../../data/client.ts';
import { EarlierIncidents } from '../../incident/earlier-incidents.tsx';
import { FailedLog } from '../../incident/failed-log.tsx';
import { IncidentSummary } from '../../incident/incident-summary.tsx';
import { LogComparison } from '../../incident/log-comparison.tsx';
import { buttonClass } from '../../ui/button.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Panel } from '../../ui/panel.tsx';
import { ErrorState, Skeleton } from '../../ui/states.tsx';
import { Tag } from '../../ui/tag.tsx';
import { FailedRuns } from './failed-runs.tsx';
import { History } from './history.tsx';
import { MoreActions } from './more-actions.tsx';
import { NewNote } from './new-note.tsx';
import { RelatedIncidents } from './related-incidents.tsx';
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
