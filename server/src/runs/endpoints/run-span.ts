import { runLimitMs } from '@overdue/domain/monitor/rules.ts';
import type { Run } from '@overdue/domain/monitor/run.ts';
import { z } from 'zod';
import { invalidInputError } from '../../api/problems.ts';
import { timeInput } from '../../api/schemas.ts';
import type { HistoryStore } from '../../core/history/contract.ts';
import type { MonitorRecord } from '../../database/records.ts';
import { yieldToPings } from '../../platform/runtime/yield-to-pings.ts';

/** Rows read per query. Kept small so that pings don't wait long. */
const CHUNK = 500;
/** Maximum delay between a missed deadline and the write of its row. The row's time is the deadline. */
const MARGIN_MS = 60_000;

export const spanFields = {
  from: timeInput.optional().meta({
    description: 'Only runs that took place at or after this time, RFC 3339.',
    example: '2026-11-20T00:00:00Z',
  }),
  to: timeInput.optional().meta({
    description: 'Only runs that took place before this time, RFC 3339. Default: now.',
    example: '2026-11-21T00:00:00Z',
  }),
};

export interface Span {
  readonly from: number;
  readonly to: number;
}

export function checkSpan(span: Span): Span {
  if (span.to > span.from) return span;
  throw invalidInputError([{ path: 'from', message: 'This must be before `to`, which defaults to now.' }]);
}

/**
 * Reads runs in a span, newest first, until `take` returns false or `readMax` rows are read. `truncated` is true if more rows
 * exist.
 */
export async function readRunsWithin(
  store: Pick<HistoryStore, 'listRunsWithin'>,
  { id, rules }: MonitorRecord,
  {
    from,
    to,
    take,
    readMax,
  }: Span & { readonly take: (runs: readonly Run[]) => boolean; readonly readMax: number },
): Promise<{ readonly truncated: boolean }> {
  const slackMs = runLimitMs(rules) + rules.schedule.graceMs + MARGIN_MS;
  let before: number | undefined;
  for (let read = 0; read < readMax; read += CHUNK) {
    const span = { from, to, slackMs, limit: CHUNK, ...(before === undefined ? {} : { before }) };
    const { runs, next } = await store.listRunsWithin(id, span);
    const wantsMore = take(runs);
    if (next === null) return { truncated: false };
    if (!wantsMore) return { truncated: true };
    before = next;
    await yieldToPings();
  }
  return { truncated: true };
}

export async function newestRunsWithin(
  store: Pick<HistoryStore, 'listRunsWithin'>,
  monitor: MonitorRecord,
  { span, max, readMax }: { readonly span: Span; readonly max: number; readonly readMax: number },
): Promise<{ readonly runs: readonly Run[]; readonly truncated: boolean }> {
  const collected: Run[] = [];
  const { truncated } = await readRunsWithin(store, monitor, {
    ...span,
    take(runs) {
      collected.push(...runs);
      return collected.length <= max;
    },
    readMax,
  });
  return { runs: collected.slice(0, max), truncated: truncated || collected.length > max };
}

export const truncated = z.boolean().meta({
  description: 'Whether the span has more runs than the response. The oldest are left out.',
  example: false,
});
