import type { Run } from '@overdue/domain/monitor/run.ts';
import { type ExpectedSpan, expectedSpans } from '@overdue/domain/schedule/expected-spans.ts';
import type { Schedule } from '@overdue/domain/schedule/schedule.ts';
import { writeTime } from '../../api/times.ts';
import type { HistoryStore } from '../../core/history/contract.ts';
import type { MonitorRecord } from '../../database/records.ts';
import type { ListedMonitor, MonitorFilter, MonitorListStore } from '../../monitors/contract.ts';
import { createMonitorJSONCache, type MonitorJSONCache } from '../../monitors/monitor-json-cache.ts';
import { successBody } from '../../platform/http/envelope.ts';
import type { Clock } from '../../platform/runtime/clock.ts';
import { createSlices } from '../../platform/runtime/yield-to-pings.ts';
import type { Span } from './run-span.ts';

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

/** Maximum detailed spans in a list of expected runs. Above this number, each further monitor gets a single span. */
export const SPANS_MAX = 50_000;

interface Spans {
  readonly count: number;
  readonly json: string;
  /** JSON of a single span from the first to the last run. */
  readonly single: string;
}

/** Returns the expected runs of a monitor as a JSON list; null if the monitor expects none. */
type SpanWriter = (monitor: Pick<MonitorRecord, 'state' | 'rules'>) => string | null;

/** Creates the writer of one list. Monitors with the same expression, time zone and next run share the computed spans. */
export function createSpanWriter({ from, to }: Span): SpanWriter {
  const computed = new Map<string, Spans | null>();
  let listed = 0;

  function compute(schedule: Schedule, nextAt: number): Spans | null {
    const key = sharedKey(schedule, Math.max(from, nextAt));
    const cached = key === null ? undefined : computed.get(key);
    if (cached !== undefined) return cached;
    const spans = writeSpans(expectedSpans(schedule, { from, to, nextAt }));
    if (key !== null) computed.set(key, spans);
    return spans;
  }

  return ({ state, rules }) => {
    if (state.paused || state.nextExpectedAt === null) return null;
    const spans = compute(rules.schedule, state.nextExpectedAt);
    if (spans === null) return null;
    if (listed + spans.count > SPANS_MAX) return spans.single;
    listed += spans.count;
    return spans.json;
  };
}

/** Returns a cache key of all inputs of the spans; null for an interval or a grid, whose spans are cheap to compute. */
function sharedKey(schedule: Schedule, startAt: number): string | null {
  if (schedule.type === 'interval' || schedule.type === 'grid') return null;
  const expression = schedule.type === 'cron' ? schedule.cron : schedule.onCalendar;
  return `${schedule.type} ${schedule.timezone} ${startAt} ${expression}`;
}

function writeSpans(spans: readonly ExpectedSpan[]): Spans | null {
  const [first] = spans;
  const last = spans.at(-1);
  if (first === undefined || last === undefined) return null;
  return {
    count: spans.length,
    json: `[${spans.map(writeSpan).join(',')}]`,
    single: `[${writeSpan({ firstAt: first.firstAt, lastAt: last.lastAt })}]`,
  };
}

function writeSpan({ firstAt, lastAt }: ExpectedSpan): string {
  return `{"firstAt":"${writeTime(firstAt)}","lastAt":"${writeTime(lastAt)}"}`;
}
