import type { ProjectKey } from '@overdue/domain/access/project-key.ts';
import { AppError } from '@overdue/domain/error.ts';
import { normalizePingID } from '@overdue/domain/ping/ping.ts';
import type { IngestStore } from '../../core/contract.ts';
import type { MonitorRecord } from '../../database/records.ts';
import type { MonitorStore } from '../../monitors/contract.ts';
import { readMonitors, readProjectMonitors } from '../../monitors/find-monitor.ts';
import { checkShortID, checkUUID, uniqueKey } from './check-uuid.ts';

const UNIQUE_KEY = /^[0-9a-z]{40}$/i;

export interface ChecksStore extends Pick<MonitorStore, 'findMonitors' | 'listMonitors'> {
  readonly monitorsByPingID: Pick<IngestStore['monitorsByPingID'], 'find'>;
}
type ProjectRef = Pick<ProjectKey, 'teamID' | 'projectShortID'>;

/** Whether a text has the format of a `unique_key`. */
function isUniqueKey(id: string): boolean {
  return UNIQUE_KEY.test(id);
}

/** Returns the oldest check that meets a condition; null if none does. */
export async function findWhere(
  project: ProjectRef,
  store: Pick<ChecksStore, 'listMonitors'>,
  isWanted: (record: MonitorRecord) => boolean,
): Promise<MonitorRecord | null> {
  for await (const chunk of readProjectMonitors(project, store)) {
    const match = chunk.map((listed) => listed.read()).find(isWanted);
    if (match !== undefined) return match;
  }
  return null;
}

/** Finds a check by UUID, `unique_key` or ping ID. Throws `forbidden` for a check of another project, as Healthchecks does. */
export async function findCheck(project: ProjectRef, store: ChecksStore, id: string): Promise<MonitorRecord> {
  const record = isUniqueKey(id)
    ? await findWhere(project, store, (each) => uniqueKey(checkUUID(each)) === id.toLowerCase())
    : await findByID(project.teamID, store, id);
  if (record === null) throw checkNotFoundError();
  if (record.projectShortID !== project.projectShortID)
    throw new AppError('forbidden', 'The check belongs to a different project than the API key.');
  return record;
}

/** Finds a check of any project of a team by UUID, `unique_key` or ping ID; null if the team has none. */
export async function findInTeam(
  teamID: string,
  store: ChecksStore,
  id: string,
): Promise<Pick<MonitorRecord, 'shortID'> | null> {
  if (!isUniqueKey(id)) return findByID(teamID, store, id);
  for await (const chunk of readMonitors(teamID, store)) {
    const match = chunk
      .map((listed) => listed.read())
      .find((each) => uniqueKey(checkUUID(each)) === id.toLowerCase());
    if (match !== undefined) return match;
  }
  return null;
}

/** Finds a check to change. Throws for a `unique_key`, which at Healthchecks only works for reading. */
export function findCheckToChange(
  project: ProjectRef,
  store: ChecksStore,
  id: string,
): Promise<MonitorRecord> {
  if (!isUniqueKey(id)) return findCheck(project, store, id);
  throw new AppError(
    'method_not_allowed',
    'Use GET or OPTIONS for this path. To change the check, use its UUID.',
  );
}

async function findByID(teamID: string, store: ChecksStore, id: string): Promise<MonitorRecord | null> {
  const shortID = checkShortID(id);
  const [made] = shortID === null ? [] : await store.findMonitors(teamID, { shortIDs: [shortID] });
  if (made !== undefined) return made;
  const key = normalizePingID(id);
  const pinged = key === null ? null : await store.monitorsByPingID.find(key, 0);
  if (pinged === null) return null;
  const [record = null] = await store.findMonitors(teamID, { ids: [pinged.monitorID] });
  return record;
}

export function checkNotFoundError(): AppError {
  return new AppError('not_found', 'There is no such check.');
}
