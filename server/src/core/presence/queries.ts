import {
  type BlindWindow,
  type BriefGap,
  boundChain,
  extendWatched,
  type WatchedTime,
} from '@overdue/domain/blind-window.ts';
import type { Kysely } from 'kysely';
import { findSpanEnd } from '../../database/monitor-span.ts';
import type { QueryContext } from '../../database/query-context.ts';
import type { Schema } from '../../database/schema.ts';
import { readRefused } from '../queries/refused-pings.ts';
import type { WatchdogStore } from './contract.ts';

const WATCH_ID = 1;

async function findNextWakeAt(db: Kysely<Schema>): Promise<number | null> {
  const row = await db
    .selectFrom('monitor_states')
    .select('wake_at')
    .where('wake_at', 'is not', null)
    .orderBy('wake_at')
    .limit(1)
    .executeTakeFirst();
  return row?.wake_at ?? null;
}

async function findMonitorsExpectedBefore(
  db: Kysely<Schema>,
  { at, afterID, span }: { readonly at: number; readonly afterID: number; readonly span: number },
): Promise<{ readonly ids: readonly number[]; readonly next: number | null }> {
  const next = await findSpanEnd(db, afterID, span);
  const rows = await db
    .selectFrom('monitor_states')
    .select('monitor_id')
    .where('monitor_id', '>', afterID)
    .where('monitor_id', '<=', next ?? Number.MAX_SAFE_INTEGER)
    .where('next_expected_at', '<=', at)
    .where('monitor_id', 'not in', db.selectFrom('refused_pings').select('monitor_id'))
    .orderBy('monitor_id')
    .execute();
  return { ids: rows.map((row) => row.monitor_id), next };
}

export async function findWatchedUntil(db: Kysely<Schema>): Promise<number | null> {
  const row = await db
    .selectFrom('watch')
    .select('watched_until')
    .where('id', '=', WATCH_ID)
    .executeTakeFirst();
  return row?.watched_until ?? null;
}

/** Extends the watched time, and returns the new window, if any. `earlier`: the newest recorded windows, oldest first. */
export async function extendWatch(
  db: Kysely<Schema>,
  watched: WatchedTime,
  earlier: readonly BlindWindow[],
): Promise<BlindWindow | null> {
  // Writes the existing value to lock the row. If two nodes resume at the same time, the second waits until the first has
  // recorded its window.
  const { watched_until: watchedUntil } = await db
    .insertInto('watch')
    .values({ id: WATCH_ID, watched_until: watched.at })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ id: WATCH_ID }))
    .returning('watched_until')
    .executeTakeFirstOrThrow();
  const extended = extendWatched(watchedUntil, watched);
  if (extended.watchedUntil !== watchedUntil)
    await db
      .updateTable('watch')
      .set({ watched_until: extended.watchedUntil })
      .where('id', '=', WATCH_ID)
      .execute();
  return extended.gap === null ? null : insertBlindWindow(db, boundChain(extended.gap, earlier), watched.at);
}

export async function insertBlindWindow(
  db: Kysely<Schema>,
  { from, to, brief }: Omit<BlindWindow, 'id'>,
  at: number,
): Promise<BlindWindow> {
  const { id } = await db
    .insertInto('blind_windows')
    // A brief gap hides nothing, so there is nothing to settle.
    .values({
      from_at: from,
      to_at: to,
      brief: briefCode(brief),
      settled_at: brief === undefined ? null : at,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  if (brief === 'stall') await forgetOldStalls(db, id);
  return brief === undefined ? { id, from, to } : { id, from, to, brief };
}

/** Deletes old stalls, because a client may be able to cause any number of them. */
async function forgetOldStalls(db: Kysely<Schema>, newestID: number): Promise<void> {
  await db
    .deleteFrom('blind_windows')
    .where('id', '<=', newestID - STALLS_KEPT)
    .where('brief', '=', briefCode('stall'))
    .execute();
}

/** Number of newest windows and gaps among which stalls are kept. Older stalls postpone no verdict any more. */
export const STALLS_KEPT = 10_000;

const BRIEF_GAPS: readonly BriefGap[] = ['restart', 'stall'];

/** Returns the stored form of a kind of gap: 0 for a blind window. */
export function briefCode(brief: BriefGap | undefined): number {
  return brief === undefined ? 0 : 1 + BRIEF_GAPS.indexOf(brief);
}

export function parseBrief(code: number): Pick<BlindWindow, 'brief'> {
  const brief = BRIEF_GAPS[code - 1];
  return brief === undefined ? {} : { brief };
}

const WINDOW_COLUMNS = ['id', 'from_at as from', 'to_at as to', 'brief'] as const;

function parseWindow({
  brief: code,
  ...window
}: {
  readonly id: number;
  readonly from: number;
  readonly to: number;
  readonly brief: number;
}): BlindWindow {
  return { ...window, ...parseBrief(code) };
}

async function listUnsettledBlindWindows(db: Kysely<Schema>): Promise<BlindWindow[]> {
  const rows = await db
    .selectFrom('blind_windows')
    .select(WINDOW_COLUMNS)
    .where('settled_at', 'is', null)
    .orderBy('id')
    .execute();
  return rows.map(parseWindow);
}

/** Returns the newest blind windows and the newest brief gaps, at most `limit` of each, oldest first. */
export async function listNewestBlindWindows(db: Kysely<Schema>, limit: number): Promise<BlindWindow[]> {
  const newest = db.selectFrom('blind_windows').select(WINDOW_COLUMNS).orderBy('id', 'desc').limit(limit);
  const [blind, brief] = [newest.where('brief', '=', 0), newest.where('brief', '<>', 0)];
  const rows = [...(await blind.execute()), ...(await brief.execute())];
  return rows.sort((a, b) => a.id - b.id).map(parseWindow);
}

/** Drops the oldest blind windows and the oldest brief gaps beyond `limit` of each, so that many gaps displace no blind window. */
export function newestOf(windows: readonly BlindWindow[], limit: number): readonly BlindWindow[] {
  if (windows.length <= limit) return windows;
  const blind = windows.filter(({ brief }) => brief === undefined).slice(-limit);
  const brief = windows.filter((window) => window.brief !== undefined).slice(-limit);
  return [...blind, ...brief].sort((a, b) => a.id - b.id);
}

/** Requires a transaction. Repeating the call changes nothing. */
async function settleBlindWindow(db: Kysely<Schema>, id: number, at: number): Promise<void> {
  await db
    .insertInto('outbox')
    .columns(['team_id', 'monitor_id', 'kind', 'transition_id', 'blind_window_id', 'created_at'])
    .expression((from) =>
      from
        .selectFrom('runs')
        .innerJoin('monitors', 'monitors.id', 'runs.monitor_id')
        .where('runs.blind_window_id', '=', id)
        .select(({ val, cast }) => [
          'monitors.team_id',
          cast<number | null>(val(null), 'bigint').as('monitor_id'),
          val('blind_window').as('kind'),
          cast<number | null>(val(null), 'bigint').as('transition_id'),
          'runs.blind_window_id',
          cast<number>(val(at), 'bigint').as('created_at'),
        ])
        .distinct(),
    )
    .onConflict((conflict) =>
      conflict.columns(['blind_window_id', 'team_id']).where('blind_window_id', 'is not', null).doNothing(),
    )
    .execute();
  await db
    .updateTable('blind_windows')
    .set({ settled_at: at })
    .where('id', '=', id)
    .where('settled_at', 'is', null)
    .execute();
}

export function presenceQueries({ db, inTransaction }: QueryContext) {
  return {
    findNextWakeAt: () => findNextWakeAt(db),
    listUnsettledBlindWindows: () => listUnsettledBlindWindows(db),
    readRefused: (limit) => readRefused(db, limit),
    settleBlindWindow: (id, at) => inTransaction((transaction) => settleBlindWindow(transaction, id, at)),
    listMonitorsExpectedBefore: (at, afterID, span) => findMonitorsExpectedBefore(db, { at, afterID, span }),
  } satisfies Partial<WatchdogStore>;
}
