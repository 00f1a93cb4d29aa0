import type { Run } from '@overdue/domain/run.ts';
import type { HistoryStore } from '../../core/history/contract.ts';
import type { ListedMonitor, MonitorFilter, MonitorListStore } from '../../monitors/contract.ts';
import { createMonitorJSONCache, type MonitorJSONCache } from '../../monitors/monitor-json-cache.ts';
import { successBody } from '../../platform/http/envelope.ts';
import type { Clock } from '../../platform/runtime/clock.ts';
import { createSlices } from '../../platform/runtime/yield-to-pings.ts';
import type { Span } from './run-span.ts';
import { createSpanWriter } from './span-writer.ts';

/** Monitors read per query, and monitors whose runs are read together. Kept small so that pings don't wait long. */
const CHUNK = 100;
const RUNS_CHUNK = 10;
/** Number of newest runs from which the usual (median) duration is calculated. */
export const USUAL_RUNS = 10;
/** Constant variant for the cache, because a usual duration depends on neither the time nor the reader. */
const ANY_VARIANT = { now: 0, variant: '' };
const COMMA = Buffer.from(',');

type Store = Pick<MonitorListStore & HistoryStore, 'listMonitors' | 'listNewestRuns'>;

interface ListRequest {
  readonly teamID: string;
  readonly filter: MonitorFilter;
  readonly span: Span;
  /** Aborted when no client waits for the list. */
  readonly signal: AbortSignal;
}

interface Expecting {
  readonly listed: ListedMonitor;
  readonly spans: string;
}

/** Writes a list of expected runs, in pieces of a response body. */
export type WriteExpectedRuns = (request: ListRequest) => Promise<readonly Buffer[]>;

/** Creates the writer of lists. Keeps usual durations between lists, because most monitors don't change in between. */
export function createExpectedRunsWriter(store: Store, clock: Clock): WriteExpectedRuns {
  const cachedTexts = createMonitorJSONCache<number>();

  return async ({ teamID, filter, span, signal }) => {
    const slices = createSlices(clock);
    const pause = async (): Promise<void> => {
      await slices.next();
      signal.throwIfAborted();
    };
    const writeSpans = createSpanWriter(span);
    const pieces: Buffer[] = [];
    for (let afterID = 0; ; ) {
      const chunk = await store.listMonitors(teamID, { ...filter, afterID, limit: CHUNK });
      const expecting: Expecting[] = [];
      for (const listed of chunk) {
        const spans = writeSpans(listed.read());
        if (spans !== null) expecting.push({ listed, spans });
        if (slices.isOver()) await pause();
      }
      for (let start = 0; start < expecting.length; start += RUNS_CHUNK) {
        const some = expecting.slice(start, start + RUNS_CHUNK);
        pieces.push(Buffer.from(await writeMonitors(store, cachedTexts, some)));
        if (slices.isOver()) await pause();
      }
      if (chunk.length < CHUNK) return joinBody(pieces);
      afterID = chunk.at(-1)?.id ?? afterID;
    }
  };
}

async function writeMonitors(
  store: Store,
  known: MonitorJSONCache<number>,
  expecting: readonly Expecting[],
): Promise<string> {
  const usual = new Map(
    expecting.map(({ listed }) => [listed.id, known.find(listed.id, listed, ANY_VARIANT)]),
  );
  const unknown = expecting.filter(({ listed }) => usual.get(listed.id) === null);
  const newest = await store.listNewestRuns(
    unknown.map(({ listed }) => listed.id),
    USUAL_RUNS,
  );
  for (const { listed } of unknown) {
    const json = JSON.stringify(usualSeconds(newest.get(listed.id) ?? []));
    usual.set(listed.id, json);
    known.keep(listed.id, listed, { ...ANY_VARIANT, until: Number.POSITIVE_INFINITY, json });
  }
  return expecting
    .map(
      ({ listed, spans }) =>
        `{"shortID":${JSON.stringify(listed.read().shortID)},"usualDuration":${usual.get(listed.id) ?? 'null'},"spans":${spans}}`,
    )
    .join(',');
}

function usualSeconds(runs: readonly Run[]): number | null {
  const durations = runs
    .flatMap(({ state, durationMs }) => (state === 'succeeded' && durationMs !== null ? [durationMs] : []))
    .sort((a, b) => a - b);
  const median = durations[Math.floor((durations.length - 1) / 2)];
  return median === undefined ? null : median / 1000;
}

/** Writes the envelope with an empty list, then inserts the monitors, which are already JSON. */
function joinBody(pieces: readonly Buffer[]): readonly Buffer[] {
  const envelope = successBody({ expected: [] });
  const start = envelope.indexOf('[') + 1;
  const list = pieces.flatMap((piece, index) => (index === 0 ? [piece] : [COMMA, piece]));
  return [Buffer.from(envelope.slice(0, start)), ...list, Buffer.from(envelope.slice(start))];
}
