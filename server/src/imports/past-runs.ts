import { chunks } from '@overdue/domain/chunks.ts';
import type { ImportedRun, ImportItem } from '../compat/source/item.ts';
import type { MonitorRecord } from '../database/records.ts';
import type { PlannedItem } from './plan.ts';
import type { ImportParts } from './prepare.ts';

const INPUTS_AT_ONCE = 250;
/** Maximum number of existing monitors per query. */
const MONITORS_AT_ONCE = 500;
/** Maximum past runs per import. */
const HISTORY_TOTAL_MAX = 200_000;

/** Past runs to record for a monitor, oldest first. */
interface RunsOfMonitor {
  readonly monitorID: number;
  /** Start of the import that created the monitor. */
  readonly importedAt: number;
  readonly runs: readonly ImportedRun[];
}

type Parts = Pick<ImportParts, 'store' | 'now' | 'report'>;

/**
 * Records the past runs of created monitors, and past runs that an interrupted import didn't record. Writes in batches, so that a
 * ping waits for at most one batch.
 */
export async function recordPastRuns(
  items: readonly PlannedItem[],
  { teamID, monitorIDs }: { readonly teamID: string; readonly monitorIDs: readonly number[] },
  parts: Parts,
): Promise<void> {
  const { store, now, report } = parts;
  const created = items
    .filter(({ outcome }) => outcome === 'create')
    .flatMap(({ item }, index): readonly RunsOfMonitor[] => {
      const monitorID = monitorIDs[index];
      return monitorID === undefined ? [] : [{ monitorID, importedAt: now, runs: item?.history ?? [] }];
    });
  const inputs = [...created, ...(await findMissingRuns(items, teamID, parts))].flatMap(
    ({ monitorID, importedAt, runs }) =>
      runs.map(({ request, ...run }) => ({
        monitorID,
        command: { ...run, importedAt },
        ...(request === undefined ? {} : { request }),
      })),
  );
  const total = Math.min(inputs.length, HISTORY_TOTAL_MAX);
  for (let done = 0; done < total; done += INPUTS_AT_ONCE) {
    report({ step: 'history', done, total });
    await store.apply(inputs.slice(done, Math.min(done + INPUTS_AT_ONCE, total)));
  }
}

/** Finds past runs to add to existing monitors that no job has pinged yet. */
async function findMissingRuns(
  items: readonly PlannedItem[],
  teamID: string,
  { store }: Pick<Parts, 'store'>,
): Promise<readonly RunsOfMonitor[]> {
  const itemsByMonitor = new Map<string, ImportItem>();
  // Skips items without a ping ID, because the existing monitor may belong to another job of the same name.
  for (const { outcome, item, monitorShortID } of items)
    if (outcome === 'exists' && monitorShortID !== null && item?.pingID != null && item.history.length > 0)
      itemsByMonitor.set(monitorShortID, item);
  const missing: RunsOfMonitor[] = [];
  for (const shortIDs of chunks([...itemsByMonitor.keys()], MONITORS_AT_ONCE))
    for (const monitor of await store.findMonitors(teamID, { shortIDs })) {
      const history = itemsByMonitor.get(monitor.shortID)?.history ?? [];
      const runs = await missingRuns(monitor, history, store);
      if (runs.length > 0) missing.push({ monitorID: monitor.id, importedAt: monitor.createdAt, runs });
    }
  return missing;
}

/**
 * Returns the runs between the latest recorded run and the creation of the monitor. An interrupted import lacks the newest runs,
 * because an import records the oldest runs first.
 */
async function missingRuns(
  { id, createdAt, state: { lastPingAt, eventCount } }: MonitorRecord,
  history: readonly ImportedRun[],
  store: Parts['store'],
): Promise<readonly ImportedRun[]> {
  if (lastPingAt !== null && lastPingAt >= createdAt) return [];
  const [latest] = eventCount === 0 ? [] : await store.listEvents(id, { limit: 1 });
  return history.filter(({ at }) => at > (latest?.at ?? Number.NEGATIVE_INFINITY) && at < createdAt);
}
