import { chunks } from '@overdue/domain/chunks.ts';
import { AppError } from '@overdue/domain/error.ts';
import type { ImportedRun, ImportItem } from '../compat/source/item.ts';
import { type ImportResult, importMonitors } from '../configuration/import-monitors.ts';
import type { CheckedReferences, Reference } from '../database/edits.ts';
import type { MonitorRecord } from '../database/records.ts';
import { legacyIDs, newChannels, newKeys, newMonitor } from './new-rows.ts';
import type { ImportPlan, PlannedItem } from './plan.ts';
import type { ImportParts, ImportTarget } from './prepare.ts';

/**
 * Maximum status changes per import. Limited because one transaction creates the monitors and writes all their status changes.
 */
const FLIPS_TOTAL_MAX = 20_000;

/** A monitor that an import created. */
export interface ImportedMonitor {
  readonly planned: PlannedItem;
  readonly shortID: string;
  readonly pingID: string;
}

/**
 * Creates a plan's monitors, channels and keys in one transaction, then records past runs.
 * @throws AppError if anything can't be created. In this case, nothing is created.
 */
export async function applyImport(
  plan: ImportPlan,
  { teamID, project, continuesStatus }: ImportTarget,
  parts: ImportParts,
): Promise<readonly ImportedMonitor[]> {
  const { store, limits, report } = parts;
  const channels = newChannels(plan.channels, teamID, parts);
  const wanted = plan.items.filter(({ outcome }) => outcome === 'create');
  const items = limitFlips(wanted.flatMap(({ item }) => item ?? []));
  const monitors = items.map((item) =>
    newMonitor(item, { teamID, project, continuesStatus, channelIDs: channels.shortIDs }, parts),
  );
  const created = new Map(monitors.map(({ shortID }, index) => [wanted[index], shortID]));
  const references: readonly Reference[] = [
    { kind: 'project', shortID: project.shortID },
    ...plan.channels.flatMap(({ outcome, shortID }) =>
      outcome === 'exists' && shortID !== null ? [{ kind: 'channel' as const, shortID }] : [],
    ),
  ];
  const projectKeys = newKeys(plan.keys, { teamID, project }, parts);
  const reportWritten = (done: number) => report({ step: 'write', done, total: monitors.length });
  reportWritten(0);
  const imported = await importMonitors(
    store,
    {
      teamID,
      monitors,
      channels: channels.rows,
      projectKeys,
      edits: [],
      legacyIDs: legacyIDs(plan, { project, created }),
    },
    {
      limits,
      references: { teamID, references, check: createReferenceCheck(references) },
      report: reportWritten,
    },
  );
  if (imported.outcome !== 'imported')
    throw importError(imported.outcome, { limits, count: monitors.length });
  await recordPastRuns(plan.items, { teamID, monitorIDs: imported.monitorIDs }, parts);
  return monitors.flatMap(({ shortID, pingID }, index) => {
    const planned = wanted[index];
    return planned === undefined ? [] : [{ planned, shortID, pingID }];
  });
}

function createReferenceCheck(references: readonly Reference[]): CheckedReferences['check'] {
  return (find) => {
    if (references.some((reference) => find(reference) === null))
      throw new AppError('conflict', 'The project or a channel was deleted during the import. Try again.');
  };
}

/** Leaves out the status changes of the item that exceeds the limit of an import, and of all later items. */
function limitFlips(items: readonly ImportItem[]): readonly ImportItem[] {
  let flips = 0;
  return items.map((item) => {
    flips += item.pastStatuses.length;
    return flips > FLIPS_TOTAL_MAX ? { ...item, pastStatuses: [] } : item;
  });
}

function importError(
  outcome: Exclude<ImportResult['outcome'], 'imported'>,
  { limits, count }: { readonly limits: ImportParts['limits']; readonly count: number },
): AppError {
  switch (outcome) {
    case 'allowance_used_up':
      return new AppError(
        'allowance_used_up',
        `The team may have at most ${limits.monitors} monitors, and this import would add ${count}. Nothing was imported. ` +
          'Delete some monitors, or ask the operator for a higher limit.',
      );
    case 'too_many_channels':
      return new AppError(
        'conflict',
        `The import would exceed the team's limit of ${limits.channels} channels. Nothing was imported. Delete some channels first.`,
      );
    case 'too_many_keys':
      return new AppError(
        'conflict',
        'The project has too many keys. Nothing was imported. Delete some keys first. Expired keys count too.',
      );
    case 'id_taken':
    case 'monitor_gone':
      return new AppError(
        'conflict',
        'The data of the team changed during the import. Nothing was imported. Try again.',
      );
  }
}

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
async function recordPastRuns(
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
