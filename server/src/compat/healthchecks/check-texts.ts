import type { MonitorRecord } from '../../database/records.ts';
import type { ListedMonitor } from '../../monitors/contract.ts';
import { createMonitorJSONCache } from '../../monitors/monitor-json-cache.ts';
import { type CheckView, writeCheck } from './check-json.ts';

/** View for writing a list of checks. */
export interface ListView extends CheckView {
  /** Changes when a channel listed in a check changes, even if the monitor doesn't. */
  readonly channelsVersion: string;
}

/** Reads the durations of the last runs of monitors, in milliseconds. */
export type ReadDurations = (monitorIDs: readonly number[]) => Promise<ReadonlyMap<number, number>>;

/** Writes monitors as JSON texts of checks. Caches the texts. */
export type WriteCachedChecks = (
  listed: readonly ListedMonitor[],
  view: ListView,
  readDurations: ReadDurations,
) => Promise<readonly string[]>;

export function createCachedCheckWriter(): WriteCachedChecks {
  const texts = createMonitorJSONCache<string>();
  return async (listed, view, readDurations) => {
    const { now } = view;
    const variant = { now, variant: `${view.baseURL} ${view.channelsVersion}` };
    const keyOf = ({ id }: ListedMonitor) => `${view.version}${view.isReadOnly ? 'r' : 'w'}${id}`;
    const cachedTexts = listed.map((monitor) => texts.find(keyOf(monitor), monitor, variant));
    const missing = listed.filter((_, index) => cachedTexts[index] === null);
    const durations = await readDurations(missing.map(({ id }) => id));
    return listed.map((monitor, index) => {
      const cached = cachedTexts[index] ?? null;
      if (cached !== null) return cached;
      const record = monitor.read();
      const json = JSON.stringify(writeCheck(record, view, durations.get(monitor.id) ?? null));
      texts.keep(keyOf(monitor), monitor, { ...variant, until: validUntil(record, now), json });
      return json;
    });
  };
}

/**
 * Returns the time until which a check's text is valid. At that time, the expected run becomes late and changes the status
 * without a ping.
 */
function validUntil({ state }: MonitorRecord, now: number): number {
  const { nextExpectedAt } = state;
  return nextExpectedAt === null || nextExpectedAt < now ? Number.POSITIVE_INFINITY : nextExpectedAt + 1;
}
