import { explainedUntil } from '../../../domain/explanation.ts';
import { noticesUntil } from '../../../domain/ping/ping-notice.ts';
import { createRecent } from '../../../runtime/recent.ts';
import type { ListedMonitor } from '../../../store/monitors/list-contract.ts';
import { type MonitorView, withoutPingURL, writeMonitor } from './json.ts';

/** Monitors whose JSON is remembered: a team's ten thousand, and what others look at meanwhile. */
const TEXTS_MAX = 24_000;
/** Most have less than 1000. Those with long descriptions are written each time, which bounds what is remembered to 100 MB. */
const TEXT_LENGTH_MAX = 2000;

interface MonitorText {
  readonly version: string;
  readonly baseURL: string;
  /** The times in which it holds. */
  readonly from: number;
  readonly until: number;
  /** With the ping URL, whoever asked. */
  readonly json: string;
}

/** Writes monitors as JSON. Of most, a long list that is asked for again says what it said before: that is not written again. */
export type MonitorTexts = (listed: ListedMonitor, view: MonitorView) => string;

export function createMonitorTexts(): MonitorTexts {
  const texts = createRecent<number, MonitorText>(TEXTS_MAX);
  function write({ id, version, read }: ListedMonitor, view: MonitorView): string {
    const { now, baseURL, maintenance } = view;
    const known = texts.get(id);
    if (
      known !== undefined &&
      !maintenance.isAnywhere &&
      known.version === version &&
      known.baseURL === baseURL &&
      known.from <= now &&
      now < known.until
    )
      return known.json;
    const record = read();
    const json = JSON.stringify(writeMonitor(record, { ...view, showsPingURL: true }));
    if (version !== null && json.length <= TEXT_LENGTH_MAX && !maintenance.isAnywhere)
      texts.set(id, {
        version,
        baseURL,
        from: now,
        until: Math.min(explainedUntil(record, now), noticesUntil(record.notices, now)),
        json,
      });
    return json;
  }

  return (listed, view) => (view.showsPingURL ? write(listed, view) : withoutPingURL(write(listed, view)));
}
