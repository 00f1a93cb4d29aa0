import { createGenerationCache } from '../../runtime/generation-cache.ts';
import type { ListedMonitor } from '../../store/monitors/contract.ts';
import type { MonitorRecord } from '../../store/records.ts';
import { type CheckView, writeCheck } from './check-json.ts';

/** Maximum checks in the cache: enough for two lists of 10,000. */
const CHECK_TEXTS_MAX = 24_000;
/** Maximum length of a cached text. Most have about 1000 characters. Keeps the cache below 100 MB. */
const CHECK_TEXT_LENGTH_MAX = 2000;

interface CheckText {
  readonly version: string;
  /** Base URL and inherited channels, on which the text also depends. */
  readonly form: string;
  readonly from: number;
  readonly until: number;
  readonly json: string;
}

/** View for writing a list of checks. */
export interface ListView extends CheckView {
  /** Channels of checks that have none of their own. */
  readonly inherited: string;
}

/** Reads the durations of the last runs of monitors, in milliseconds. */
export type ReadDurations = (monitorIDs: readonly number[]) => Promise<ReadonlyMap<number, number>>;

/** Writes monitors as JSON texts of checks. Caches the texts, because most of a long list is unchanged between reads. */
export type CheckTexts = (
  listed: readonly ListedMonitor[],
  view: ListView,
  readDurations: ReadDurations,
) => Promise<readonly string[]>;

export function createCheckTexts(): CheckTexts {
  const texts = createGenerationCache<string, CheckText>(CHECK_TEXTS_MAX);
  return async (listed, view, readDurations) => {
    const { now } = view;
    const kind = `${view.version}${view.isReadOnly ? 'r' : 'w'}`;
    const form = `${view.baseURL} ${view.inherited}`;
    const known = listed.map(({ id, version }) => {
      const text = texts.get(`${kind}${id}`);
      if (text === undefined || text.version !== version || text.form !== form) return null;
      return text.from <= now && now < text.until ? text.json : null;
    });
    const missing = listed.filter((_, index) => known[index] === null);
    const durations = await readDurations(missing.map(({ id }) => id));
    return listed.map(({ id, version, read }, index) => {
      const json = known[index];
      if (json !== null && json !== undefined) return json;
      const record = read();
      const written = JSON.stringify(writeCheck(record, view, durations.get(id) ?? null));
      if (version !== null && written.length <= CHECK_TEXT_LENGTH_MAX)
        texts.set(`${kind}${id}`, {
          version,
          form,
          from: now,
          until: sameUntil(record, now),
          json: written,
        });
      return written;
    });
  };
}

/** Returns the time at which the status changes without a ping, because the expected run becomes late. */
function sameUntil({ state }: MonitorRecord, now: number): number {
  const { nextExpectedAt } = state;
  return nextExpectedAt === null || nextExpectedAt < now ? Number.POSITIVE_INFINITY : nextExpectedAt + 1;
}
