import type { Log } from '../log.ts';
import type { SpoolMetrics } from '../metrics.ts';
import type { Spool, SpooledPing } from '../store/spool.ts';
import type { Applied } from '../store/store.ts';
import type { Numbered } from './apply-pings.ts';

/** Bytes of bodies in one transaction at most: what is read at once holds up everybody. */
const CHUNK_BYTES = 4 * 1024 * 1024;

export interface ReplayOptions {
  readonly spool: Spool;
  readonly chunk: number;
  readonly log: Log;
  readonly meters: Pick<SpoolMetrics, 'spooled' | 'replayed' | 'dropped'>;
  /** Until when pings may be replayed; asked with the life that took the first in line, null if nobody knows. */
  readonly mayReplayUntil: (epoch: string | null) => Promise<number>;
  /** Applies pings of one epoch in one transaction. Those that were applied before are left out. */
  readonly apply: (pings: readonly Numbered[], epoch: string) => Promise<readonly Applied[]>;
}

export interface Replayed {
  readonly taken: number;
  readonly epoch: string | null;
  /** Infinity when no other node is behind. */
  readonly until: number;
}

/**
 * Applies the first in line of the spool, and only then removes them: after a crash in between they are applied again, which
 * their tickets see.
 *
 * @returns how many were taken from the spool, of which life they were, and until when they might be
 */
export async function replayChunk({
  spool,
  chunk: limit,
  log,
  meters,
  mayReplayUntil,
  apply,
}: ReplayOptions): Promise<Replayed> {
  const rows = spool.first(limit, CHUNK_BYTES);
  const epoch = rows.find(({ ping }) => ping !== null)?.ping?.epoch ?? null;
  const until = await mayReplayUntil(epoch);
  const other = rows.findIndex(
    ({ ping }) => ping !== null && (ping.epoch !== epoch || ping.command.at > until),
  );
  const chunk = other === -1 ? rows : rows.slice(0, other);
  const last = chunk.at(-1);
  if (last === undefined) return { taken: 0, epoch, until };
  const pings = chunk.flatMap(({ ping }) => (ping === null ? [] : [numbered(ping)]));
  const applied = epoch === null ? [] : await apply(pings, epoch);
  spool.removeThrough(last.position);
  tell(applied, chunk.length - pings.length, log, meters);
  return { taken: chunk.length, epoch, until };
}

function numbered({ ticket, pingKey, command, request }: SpooledPing): Numbered {
  // Its monitor may have been deleted meanwhile, and another one made.
  return { ticket, pingKey, monitorID: null, command, request };
}

function tell(
  applied: readonly Applied[],
  unreadable: number,
  log: Log,
  meters: ReplayOptions['meters'],
): void {
  const gone = applied.filter(({ outcome }) => outcome === 'gone').length;
  const failed = applied.flatMap((each) => (each.outcome === 'failed' ? [each.error] : []));
  meters.replayed.inc(applied.length - gone - failed.length);
  meters.dropped.gone.inc(gone);
  meters.dropped.failed.inc(failed.length);
  meters.dropped.unreadable.inc(unreadable);
  if (gone > 0)
    log.warn({ pings: gone }, 'Pings of the spool were dropped: no monitor has their ping URLs (any more).');
  if (failed.length > 0)
    log.error({ pings: failed.length, err: failed[0] }, 'Pings of the spool could not be applied.');
  if (unreadable > 0)
    log.error({ pings: unreadable }, 'Pings of the spool were dropped: their rows are damaged.');
}
