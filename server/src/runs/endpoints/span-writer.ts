import { type ExpectedSpan, expectedSpans } from '@overdue/domain/schedule/expected-spans.ts';
import type { Schedule } from '@overdue/domain/schedule/schedule.ts';
import { writeTime } from '../../api/times.ts';
import type { MonitorRecord } from '../../database/records.ts';
import type { Span } from './run-span.ts';

/** Maximum detailed spans in a list of expected runs. Above this number, each further monitor gets a single span. */
export const SPANS_MAX = 50_000;

interface Spans {
  readonly count: number;
  readonly json: string;
  /** JSON of a single span from the first to the last run. */
  readonly single: string;
}

/** Returns the expected runs of a monitor as a JSON list; null if the monitor expects none. */
export type SpanWriter = (monitor: Pick<MonitorRecord, 'state' | 'rules'>) => string | null;

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

/** Returns a cache key of all inputs of the spans; null for an interval, whose spans are cheap to compute. */
function sharedKey(schedule: Schedule, startAt: number): string | null {
  if (schedule.type === 'interval') return null;
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
