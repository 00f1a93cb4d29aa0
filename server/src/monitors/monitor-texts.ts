import { explainedUntil } from '@overdue/domain/explanation.ts';
import { currentSnooze } from '@overdue/domain/incidents/snooze.ts';
import { pingNoticesUntil } from '@overdue/domain/ping/ping-notice.ts';
import type { MonitorRecord } from '../database/records.ts';
import type { ListedMonitor } from './contract.ts';
import { type MonitorView, withoutPingURL } from './json.ts';
import { createMonitorJSONCache } from './monitor-json-cache.ts';

/** Writes monitors as JSON texts. Caches the texts, except during maintenance, which changes the status that readers see. */
export type WriteCachedMonitor = (listed: ListedMonitor, view: MonitorView) => string;

export function createCachedMonitorWriter(
  writeFields: (record: MonitorRecord, view: MonitorView) => object,
): WriteCachedMonitor {
  const texts = createMonitorJSONCache<number>();

  /** The text includes the ping URL, which is removed later for readers who may not see it. */
  function write(listed: ListedMonitor, view: MonitorView): string {
    const { now, baseURL, maintenance, incidents } = view;
    const open = incidents.get(listed.id);
    const snooze = open === undefined ? null : currentSnooze({ closedAt: null, ...open }, now);
    // Included in the cache key, because an acknowledgement or a snooze changes the text, but not the monitor's row.
    const incident =
      open === undefined ? '' : ` ${open.incidentID} ${open.acknowledgedAt} ${snooze?.at} ${snooze?.until}`;
    const variant = { now, variant: `${baseURL}${incident}` };
    const cached = maintenance.isAnywhere ? null : texts.find(listed.id, listed, variant);
    if (cached !== null) return cached;
    const record = listed.read();
    const json = JSON.stringify(writeFields(record, { ...view, showsPingURL: true }));
    const until = Math.min(explainedUntil(record, now), pingNoticesUntil(record.pingNotices, now));
    if (!maintenance.isAnywhere) texts.keep(listed.id, listed, { ...variant, until, json });
    return json;
  }

  return (listed, view) => (view.showsPingURL ? write(listed, view) : withoutPingURL(write(listed, view)));
}
