import { z } from 'zod';
import { maxRunMs } from '../../../domain/monitor.ts';
import type { Run } from '../../../domain/run.ts';
import { yieldToPings } from '../../../runtime/yield-to-pings.ts';
import type { HistoryStore } from '../../../store/history/contract.ts';
import type { MonitorRecord } from '../../../store/records.ts';
import { invalid } from '../api/problems.ts';
import { timeInput } from '../api/schemas.ts';

/** Rows that are read at once: so few that a ping never waits long behind them. */
const CHUNK = 500;
/** A row may be written somewhat later than the deadline that it is dated by. */
const MARGIN_MS = 60_000;

export const spanFields = {
  from: timeInput.optional().meta({
    description: 'Runs that took place from this time on, RFC 3339.',
    example: '2026-11-20T00:00:00Z',
  }),
  to: timeInput
    .optional()
    .meta({ description: 'And before this time. Now by default.', example: '2026-11-21T00:00:00Z' }),
};

export interface Span {
  readonly from: number;
  readonly to: number;
}

/** Refuses a time that ends before it begins. */
export function checkSpan(span: Span): Span {
  if (span.to > span.from) return span;
  throw invalid([{ path: 'from', message: 'This must be before `to`, which is now if it is left out.' }]);
}

/**
 * Calls with the runs of a monitor that took place in a time, newest first, chunk by chunk; other work gets its turn between
 * two of them.
 *
 * @param take answers whether it wants more
 * @param lookedMax rows that are looked at
 * @returns whether it ended before all were seen, because they were too many
 */
export async function readRunsWithin(
  store: Pick<HistoryStore, 'listRunsWithin'>,
  { id, rules }: MonitorRecord,
  { from, to }: Span,
  { take, lookedMax }: { readonly take: (runs: readonly Run[]) => boolean; readonly lookedMax: number },
): Promise<{ readonly truncated: boolean }> {
  const slackMs = maxRunMs(rules) + rules.schedule.graceMs + MARGIN_MS;
  let before: number | undefined;
  for (let looked = 0; looked < lookedMax; looked += CHUNK) {
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

/** At most so many of a monitor's runs, the newest first. */
export async function newestRunsWithin(
  store: Pick<HistoryStore, 'listRunsWithin'>,
  monitor: MonitorRecord,
  { span, max, lookedMax }: { readonly span: Span; readonly max: number; readonly lookedMax: number },
): Promise<{ readonly runs: readonly Run[]; readonly truncated: boolean }> {
  const found: Run[] = [];
  const { truncated } = await readRunsWithin(store, monitor, span, {
    take(runs) {
      found.push(...runs);
      return found.length <= max;
    },
    lookedMax,
  });
  return { runs: found.slice(0, max), truncated: truncated || found.length > max };
}

export const truncated = z.boolean().meta({
  description: 'There are more runs in this time than the answer has: the oldest are left out.',
  example: false,
});
