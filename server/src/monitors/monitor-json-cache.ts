import { explainedUntil } from '@overdue/domain/decision/explanation.ts';
import { currentSnooze } from '@overdue/domain/incidents/snooze.ts';
import { pingNoticesUntil } from '@overdue/domain/ping/ping-notice.ts';
import type { MonitorRecord } from '../database/records.ts';
import { createGenerationCache } from '../platform/runtime/generation-cache.ts';
import type { ListedMonitor } from './contract.ts';
import { type MonitorView, withoutPingURL } from './json.ts';

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

/** Maximum texts in a cache: enough for two lists of 10,000. */
const TEXTS_MAX = 24_000;
/** Maximum length of a cached text. Most texts have about 1000 characters. The limit keeps a cache below 100 MB. */
const TEXT_LENGTH_MAX = 2000;

interface CachedText {
  readonly version: string;
  readonly variant: string;
  readonly from: number;
  readonly until: number;
  readonly json: string;
}

/**
 * Everything besides the monitor that determines a cached text: the time, and a key that combines all other inputs, such as the
 * base URL.
 */
interface ListVariant {
  readonly now: number;
  readonly variant: string;
}

/** Caches the JSON of monitors, because most of a long list is unchanged between reads. */
export interface MonitorJSONCache<Key> {
  /** Returns the text of a stored monitor; null if it isn't cached or has changed. */
  find(key: Key, monitor: Pick<ListedMonitor, 'version'>, listVariant: ListVariant): string | null;
  /** Caches a text that is valid until a given time, unless the monitor changes earlier. */
  keep(
    key: Key,
    monitor: Pick<ListedMonitor, 'version'>,
    text: ListVariant & { readonly until: number; readonly json: string },
  ): void;
}

export function createMonitorJSONCache<Key>(): MonitorJSONCache<Key> {
  const texts = createGenerationCache<Key, CachedText>(TEXTS_MAX);
  return {
    find(key, { version }, { now, variant }) {
      const text = texts.get(key);
      if (text === undefined || text.version !== version || text.variant !== variant) return null;
      return text.from <= now && now < text.until ? text.json : null;
    },
    keep(key, { version }, { now, variant, until, json }) {
      if (version === null || json.length > TEXT_LENGTH_MAX) return;
      texts.set(key, { version, variant, from: now, until, json });
    },
  };
}
