import type { ProjectKey } from '@overdue/domain/access/project-key.ts';
import type { MonitorRecord } from '../database/records.ts';
import { yieldToPings } from '../platform/runtime/yield-to-pings.ts';
import type { ListedMonitor, MonitorFilter, MonitorStore } from './contract.ts';
import { monitorNotFoundError } from './no-such-monitor.ts';

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
