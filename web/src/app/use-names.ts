import { useQuery } from '@tanstack/react-query';
import { channelsQuery } from '../data/alerts/channels.ts';
import { escalationsQuery } from '../data/alerts/escalations.ts';
import { monitorsQuery } from '../data/monitors/monitors.ts';
import { projectsQuery } from '../data/team/projects.ts';
import type { Names } from './merging/merge-value.ts';

interface NamedResource {
  readonly shortID: string;
  readonly name: string;
}

export function useNames(paths: readonly string[]): Names {
  const refers = (...fields: readonly string[]) => ({
    enabled: fields.some((field) => paths.includes(field)),
  });
  const channels = useQuery({ ...channelsQuery, ...refers('channels', 'steps') });
  const projects = useQuery({ ...projectsQuery, ...refers('projects', 'projectShortID') });
  const escalations = useQuery({ ...escalationsQuery, ...refers('escalation') });
  const monitors = useQuery({ ...monitorsQuery, ...refers('monitors') });
  const queries = [channels, projects, escalations, monitors];
  if (queries.some(({ isLoading }) => isLoading)) return null;
  const things: readonly NamedResource[] = [
    ...(channels.data ?? []),
    ...(projects.data ?? []),
    ...(escalations.data ?? []),
    ...(monitors.data?.monitors ?? []),
  ];
  return new Map(things.map(({ shortID, name }) => [shortID, name]));
}
