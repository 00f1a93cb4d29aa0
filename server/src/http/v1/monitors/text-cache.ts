import { explainedUntil } from '../../../domain/explanation.ts';
import { pingWarningsUntil } from '../../../domain/ping/ping-warning.ts';
import { createGenerationCache } from '../../../runtime/generation-cache.ts';
import type { ListedMonitor } from '../../../store/monitors/contract.ts';
import { type MonitorView, withoutPingURL, writeMonitor } from './json.ts';

/** Maximum monitors in the cache: enough for two lists of 10,000. */
const TEXTS_MAX = 24_000;
/** Maximum length of a cached text. Most have less than 1000 characters. Keeps the cache below 100 MB. */
const TEXT_LENGTH_MAX = 2000;

interface MonitorText {
  readonly version: string;
  readonly baseURL: string;
  readonly from: number;
  readonly until: number;
  /** JSON with the ping URL, which is removed later for readers who may not see it. */
  readonly json: string;
}

/** Caches the JSON of monitors, because most of a long list is unchanged between reads. */
export type MonitorTexts = (listed: ListedMonitor, view: MonitorView) => string;

export function createMonitorTexts(): MonitorTexts {
  const texts = createGenerationCache<number, MonitorText>(TEXTS_MAX);
  function write({ id, version, read }: ListedMonitor, view: MonitorView): string {
    const { now, baseURL, maintenance } = view;
    const cached = texts.get(id);
    if (
      cached !== undefined &&
      !maintenance.isAnywhere &&
      cached.version === version &&
      cached.baseURL === baseURL &&
      cached.from <= now &&
      now < cached.until
    )
      return cached.json;
    const record = read();
    const json = JSON.stringify(writeMonitor(record, { ...view, showsPingURL: true }));
    if (version !== null && json.length <= TEXT_LENGTH_MAX && !maintenance.isAnywhere)
      texts.set(id, {
        version,
        baseURL,
        from: now,
        until: Math.min(explainedUntil(record, now), pingWarningsUntil(record.pingWarnings, now)),
        json,
      });
    return json;
  }

  return (listed, view) => (view.showsPingURL ? write(listed, view) : withoutPingURL(write(listed, view)));
}
