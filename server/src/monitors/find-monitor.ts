import { type Access, maySeePingURLs } from '@overdue/domain/access/access.ts';
import type { ProjectKey } from '@overdue/domain/access/project-key.ts';
import { coversProject } from '@overdue/domain/access/team-security.ts';
import { AppError } from '@overdue/domain/error.ts';
import { z } from 'zod';
import type { ValidatedTeamRequest } from '../api/checked-request.ts';
import type { V1Parts } from '../api/dependencies.ts';
import { preconditionFailedError } from '../api/precondition.ts';
import { respondRevised } from '../api/respond.ts';
import { pathID } from '../api/schemas.ts';
import type { MonitorRecord } from '../database/records.ts';
import { yieldToPings } from '../platform/runtime/yield-to-pings.ts';
import type { ListedMonitor, MonitorFilter, MonitorSelection, MonitorStore } from './contract.ts';
import { readMonitorView, writeMonitor } from './json.ts';

export const monitorParams = z.object({
  shortID: pathID.meta({ description: "The monitor's `shortID`.", example: 'k3v9x2mq7d' }),
});

/** Throws `not_found` for monitors of other teams, too. */
export async function findMonitor(
  {
    access,
    params,
  }: Pick<ValidatedTeamRequest<{ readonly shortID: string }, unknown, unknown>, 'access' | 'params'>,
  { store }: V1Parts,
): Promise<MonitorRecord> {
  const [record] = await store.findMonitors(access.teamID, { shortIDs: [params.shortID] });
  if (record === undefined || !coversProject(access, record.projectShortID)) throw monitorNotFoundError();
  return record;
}

export async function monitorsWithin(
  access: Access,
  selection: MonitorSelection,
  { store }: Pick<V1Parts, 'store'>,
): Promise<readonly MonitorRecord[]> {
  const monitors = await store.findMonitors(access.teamID, selection);
  return monitors.filter(({ projectShortID }) => coversProject(access, projectShortID));
}

interface MonitorResponse {
  readonly request: Pick<ValidatedTeamRequest<unknown, unknown, unknown>, 'access'>;
  readonly parts: V1Parts;
  readonly status?: 200 | 201;
}

export async function respondMonitor(
  record: MonitorRecord,
  { request, parts, status = 200 }: MonitorResponse,
): Promise<Response> {
  return respondRevised(
    status,
    { monitor: await writeCurrent(record, request.access, parts) },
    record.revision,
  );
}

async function writeCurrent(record: MonitorRecord, access: Access, parts: V1Parts) {
  const view = await readMonitorView(parts, {
    teamID: record.teamID,
    records: [record],
    now: parts.clock.now(),
    showsPingURL: maySeePingURLs(access),
  });
  return writeMonitor(record, view);
}

/** Adds the current monitor to the error of a failed revision check. */
export async function withCurrentMonitor<T>(
  request: Parameters<typeof findMonitor>[0],
  parts: V1Parts,
  change: (record: MonitorRecord) => Promise<T>,
): Promise<T> {
  try {
    return await change(await findMonitor(request, parts));
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'precondition_failed') throw error;
    const record = await findMonitor(request, parts);
    const monitor = await writeCurrent(record, request.access, parts);
    throw preconditionFailedError({ data: { monitor }, revision: record.revision });
  }
}

export function monitorNotFoundError(): AppError {
  return new AppError('not_found', 'There is no such monitor.');
}

/** Monitors read per query. Kept small so that pings don't wait long. */
const MONITORS_AT_ONCE = 250;

/** Reads the monitors of a key's project, or only those with a given tag, in chunks, oldest first. */
export async function* readProjectMonitors(
  { teamID, projectShortID }: Pick<ProjectKey, 'teamID' | 'projectShortID'>,
  store: Pick<MonitorStore, 'listMonitors'>,
  tag?: string,
): AsyncGenerator<readonly ListedMonitor[]> {
  yield* readMonitors(teamID, store, { projectShortID, ...(tag === undefined ? {} : { tag }) });
}

/** Reads the monitors of a team that match a filter, in chunks, oldest first. */
export async function* readMonitors(
  teamID: string,
  store: Pick<MonitorStore, 'listMonitors'>,
  filter: Pick<MonitorFilter, 'projectShortID' | 'tag'> = {},
): AsyncGenerator<readonly ListedMonitor[]> {
  for (let afterID = 0; ; ) {
    const chunk = await store.listMonitors(teamID, { ...filter, afterID, limit: MONITORS_AT_ONCE });
    yield chunk;
    if (chunk.length < MONITORS_AT_ONCE) return;
    afterID = chunk.at(-1)?.id ?? afterID;
    await yieldToPings();
  }
}

/** Reads a monitor again after a change. */
export async function currentMonitor(
  { teamID, id }: Pick<MonitorRecord, 'teamID' | 'id'>,
  { store }: { readonly store: Pick<MonitorStore, 'findMonitors'> },
): Promise<MonitorRecord> {
  const [record] = await store.findMonitors(teamID, { ids: [id] });
  if (record === undefined) throw monitorNotFoundError();
  return record;
}
