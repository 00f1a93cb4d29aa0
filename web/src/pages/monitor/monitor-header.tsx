import type { MonitorRow } from '@overdue/sdk';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { statusAt } from '../../data/monitors/status-at.ts';
import { projectsQuery } from '../../data/team/projects.ts';
import { ManagedBadge } from '../../managed/managed-badge.tsx';
import { StatusShape } from '../../monitor/status.tsx';
import { useAtEachSecond } from '../../time/ticker.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { Tag } from '../../ui/tag.tsx';
import { MonitorActions } from './monitor-actions.tsx';
import { words } from './words.ts';

interface MonitorHeaderProps {
  readonly monitor: MonitorRow;
  /** Whether the header contains the actions. On phones, they are below the verdict. */
  readonly hasActions: boolean;
}

export function MonitorHeader({ monitor, hasActions }: MonitorHeaderProps) {
  const status = useAtEachSecond((now) => statusAt(monitor, now));
  const { data: projects } = useQuery(projectsQuery);
  const project = projects?.find(({ shortID }) => shortID === monitor.projectShortID);
  return (
    <PageHeader
      title={monitor.name}
      trail={
        <>
          <Link to="/monitors" activeOptions={{ exact: true }}>
            {words.back}
          </Link>
          {project === undefined ? null : (
            <Link to="/monitors" search={{ project: project.shortID }}>
              {project.name}
            </Link>
          )}
        </>
      }
      lead={<StatusShape status={status} className="size-4.5" />}
      summary={
        <span className="flex min-w-0 flex-wrap items-center gap-1 max-md:hidden">
          {monitor.tags.map((tag) => (
            <Tag key={tag}>{tag}</Tag>
          ))}
          <ManagedBadge id={monitor.shortID} />
          {monitor.maintenance ? <Tag variant="accent">{words.maintenance}</Tag> : null}
        </span>
      }
      actions={hasActions ? <MonitorActions monitor={monitor} /> : undefined}
    />
  );
}
