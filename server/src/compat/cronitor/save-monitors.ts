import { AppError } from '@overdue/domain/error.ts';
import { normalizePingID } from '@overdue/domain/ping/ping.ts';
import type { KeyedDependencies } from '../../api/dependencies.ts';
import { alertingReferences, type RequestedReference, referencesTo } from '../../api/missing-references.ts';
import { importMonitors } from '../../configuration/import-monitors.ts';
import type { MonitorEdit, MonitorRecord } from '../../database/records.ts';
import { newMonitorFrom, withNewIDs } from '../../monitors/new-monitor.ts';
import type { CreateMonitor } from '../../monitors/settings/input.ts';
import type { ChosenBy } from '../../platform/http/chosen-ping-ids.ts';
import type { CronitorRequest } from './cronitor-request.ts';

/** A valid change that is ready to be saved. */
export type MonitorSave =
  | { readonly kind: 'create'; readonly body: CreateMonitor }
  | { readonly kind: 'edit'; readonly record: MonitorRecord; readonly edit: MonitorEdit };

/** Saves all changes in one transaction, or none of them. Returns the monitors in the order of the changes. */
export async function saveMonitors(
  changes: readonly MonitorSave[],
  { context, projectKey, auditChange }: CronitorRequest,
  parts: KeyedDependencies,
): Promise<readonly MonitorRecord[]> {
  const { store, clock, random, allowance, wakeWatchdog } = parts;
  const { teamID } = projectKey;
  const createdAt = clock.now();
  const bodies = changes.flatMap((change) => (change.kind === 'create' ? [change.body] : []));
  const chosenBy = { teamID, address: parts.remoteAddress(context) };
  const untried = bodies.filter(({ pingID }) => !mayTry(pingID, chosenBy, parts));
  if (untried.length > 0) throw refusedKeysError(untried.map(({ pingID = '' }) => pingID));
  const edits = changes.flatMap((change) => (change.kind === 'edit' ? [change.edit] : []));
  const monitors = bodies.map((body) =>
    withNewIDs(newMonitorFrom(body, projectKey, createdAt), body.pingID ?? null, random),
  );
  const project: RequestedReference = {
    kind: 'project',
    path: 'project',
    shortID: projectKey.projectShortID,
  };
  const saved = await importMonitors(
    store,
    { teamID, monitors, edits, channels: [], projectKeys: [], legacyIDs: [] },
    {
      limits: { monitors: allowance, channels: Number.POSITIVE_INFINITY },
      references: referencesTo(teamID, [project, ...bodies.flatMap(alertingReferences)]),
    },
  );
  if (saved.outcome === 'id_taken') throw await takenKeysError(bodies, store);
  if (saved.outcome === 'allowance_used_up') throw allowanceError(allowance, bodies.length);
  if (saved.outcome !== 'imported')
    throw new AppError('conflict', 'A monitor was deleted at the same time. Nothing was changed. Try again.');
  if (edits.length > 0) wakeWatchdog();
  const newIDs = [...saved.monitorIDs];
  const ids = changes.map((change) => (change.kind === 'edit' ? change.record.id : newIDs.shift()));
  const stored = await store.findMonitors(teamID, { ids: ids.filter((id) => id !== undefined) });
  const records = new Map(stored.map((record) => [record.id, record]));
  return changes.map(({ kind }, index) => {
    const record = records.get(ids[index] ?? 0);
    if (record === undefined)
      throw new AppError('not_found', 'A monitor was deleted during the request. Try again.');
    auditChange(record, `monitor.${kind}`);
    return record;
  });
}

export function allowanceError(allowance: number, count: number): AppError {
  return new AppError(
    'allowance_used_up',
    `The team's allowance of ${allowance} monitors leaves no room for ${count} more. Nothing was changed.`,
  );
}

async function takenKeysError(
  bodies: readonly CreateMonitor[],
  { monitorsByPingID }: Pick<KeyedDependencies['store'], 'monitorsByPingID'>,
): Promise<AppError> {
  const keysInUse: string[] = [];
  for (const { pingID } of bodies) {
    const normalized = pingID === undefined ? null : normalizePingID(pingID);
    if (pingID !== undefined && normalized !== null && (await monitorsByPingID.find(normalized, 0)) !== null)
      keysInUse.push(pingID);
  }
  if (keysInUse.length === 0)
    return new AppError('conflict', 'A key was taken at the same time. Nothing was changed. Try again.');
  return refusedKeysError(keysInUse);
}

function mayTry(
  pingID: string | undefined,
  chosenBy: ChosenBy,
  { chosenPingIDs }: Pick<KeyedDependencies, 'chosenPingIDs'>,
): boolean {
  const normalized = pingID === undefined ? null : normalizePingID(pingID);
  return normalized === null || chosenPingIDs.mayTry(normalized, chosenBy);
}

/** Returns the refusal of keys. Doesn't say whether another team has them, because such keys are credentials. */
function refusedKeysError(keys: readonly string[]): AppError {
  return new AppError(
    'invalid',
    `These keys can’t be used here: ${keys.join(', ')}. Choose others. Nothing was changed.`,
  );
}
