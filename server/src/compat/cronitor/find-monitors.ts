import type { ProjectKey } from '@overdue/domain/access/project-key.ts';
import { AppError } from '@overdue/domain/error.ts';
import { normalizePingID } from '@overdue/domain/ping/ping.ts';
import { isSlug } from '@overdue/domain/ping/slug.ts';
import type { KeyedDependencies } from '../../api/dependencies.ts';
import type { MonitorRecord } from '../../database/records.ts';
import { readProjectMonitors } from '../../monitors/find-monitor.ts';

type ProjectRef = Pick<ProjectKey, 'teamID' | 'projectID'>;

/** Finds a monitor of the project by its slug, or by a ping ID that was imported from Cronitor. Throws if the slug is ambiguous. */
export async function findByKey(
  { teamID, projectID }: ProjectRef,
  { store }: Pick<KeyedDependencies, 'store'>,
  monitorKey: string,
): Promise<MonitorRecord | null> {
  const named = isSlug(monitorKey)
    ? await store.findMonitors(teamID, { projectID, slugs: [monitorKey] })
    : [];
  if (named.length > 1)
    throw new AppError(
      'conflict',
      `${named.length} monitors have the slug "${monitorKey}". Set a different slug for each.`,
    );
  const [record] = named;
  if (record !== undefined) return record;
  const normalized = normalizePingID(monitorKey);
  const pinged = normalized === null ? null : await store.monitorsByPingID.find(normalized, 0);
  if (pinged === null) return null;
  const [monitor] = await store.findMonitors(teamID, { ids: [pinged.monitorID] });
  return monitor?.details.projectID === projectID ? monitor : null;
}

export async function requireByKey(
  project: ProjectRef,
  parts: Pick<KeyedDependencies, 'store'>,
  monitorKey: string,
): Promise<MonitorRecord> {
  const record = await findByKey(project, parts, monitorKey);
  if (record === null) throw new AppError('not_found', `There is no monitor "${monitorKey}".`);
  return record;
}

export async function listOfProject(
  projectKey: ProjectKey,
  { store }: KeyedDependencies,
): Promise<MonitorRecord[]> {
  const records: MonitorRecord[] = [];
  for await (const chunk of readProjectMonitors(projectKey, store))
    records.push(...chunk.map((listed) => listed.read()));
  return records;
}
