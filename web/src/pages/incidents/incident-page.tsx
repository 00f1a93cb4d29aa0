import type { IncidentWithFailures } from '@overdue/sdk';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { Missing } from '../../app/fallback-pages.tsx';
import { incidentQuery } from '../../data/alerts/incidents.ts';
import { isNotFound } from '../../data/client.ts';
import { buttonClass } from '../../ui/button.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Panel } from '../../ui/panel.tsx';
import { ErrorState, Skeleton } from '../../ui/states.tsx';
import { Acknowledge } from './acknowledge.tsx';
import { ExportButton } from './export-button.tsx';
import { FailedRuns } from './failed-runs.tsx';
import { IncidentDeliveries } from './incident-deliveries.tsx';
import { IncidentFacts } from './incident-facts.tsx';
import { IncidentState } from './incident-state.tsx';
import { IncidentTable } from './incident-table.tsx';
import { Notes } from './notes.tsx';
import { words } from './words.ts';

const { detail } = words;
const route = getRouteApi('/signed-in/shell/incidents/$incidentID');

export function IncidentPage() {
  const { incidentID } = route.useParams();
  const { data: incident, error, refetch } = useQuery(incidentQuery(incidentID));
  if (isNotFound(error)) return <Missing />;
  if (error !== null && incident === undefined)
    return <ErrorState isPage error={error} onRetry={() => void refetch()} />;
  return incident === undefined ? <Skeleton className="h-96 w-full" /> : <OneIncident incident={incident} />;
}

function OneIncident({ incident }: { readonly incident: IncidentWithFailures }) {
  return (
    <>
      <PageHeader
        title={detail.title(incident.monitor.name)}
        trail={<Link to="/incidents">{words.title}</Link>}
        summary={<IncidentState incident={incident} />}
        actions={
          <>
            <ExportButton incident={incident} />
            <Link
              to="/monitors/$shortID"
              params={{ shortID: incident.monitor.shortID }}
              className={buttonClass()}
            >
              {detail.toMonitor}
            </Link>
            <Acknowledge incident={incident} />
          </>
        }
      />
      <div className="grid grid-cols-[minmax(0,2fr)_minmax(0,1fr)] items-start gap-4 max-lg:grid-cols-1">
        <div className="flex min-w-0 flex-col gap-4">
          <IncidentFacts incident={incident} />
          <Panel title={detail.failures} flush>
            <FailedRuns incident={incident} />
          </Panel>
          <Panel title={detail.alerts} flush>
            <IncidentDeliveries incident={incident} />
          </Panel>
          {incident.related.length === 0 ? null : (
            <Panel title={detail.related} flush>
              <IncidentTable incidents={incident.related} label={detail.related} />
            </Panel>
          )}
        </div>
        <Notes incident={incident} />
      </div>
    </>
  );
}
