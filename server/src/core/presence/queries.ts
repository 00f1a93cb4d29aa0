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
import type { WatchdogStore } from '../contract.ts';
import { readPingsSetAside } from '../queries/pings-set-aside.ts';

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

interface ExpectedBefore {
  readonly window: Pick<BlindWindow, 'to' | 'teamID'>;
  readonly afterID: number;
  readonly span: number;
}

async function findMonitorsExpectedBefore(
  db: Kysely<Schema>,
  { window: { to, teamID }, afterID, span }: ExpectedBefore,
): Promise<{ readonly ids: readonly number[]; readonly next: number | null }> {
  const next = await findSpanEnd(db, afterID, span);
  const rows = await db
    .selectFrom('monitor_states')
    .select('monitor_id')
    .where('monitor_id', '>', afterID)
    .where('monitor_id', '<=', next ?? Number.MAX_SAFE_INTEGER)
    .where('next_expected_at', '<=', to)
    .$if(teamID !== undefined, (found) =>
      found.where(
        'monitor_id',
        'in',
        db
          .selectFrom('monitors')
          .select('id')
          .where('team_id', '=', teamID ?? ''),
      ),
    )
    .where('monitor_id', 'not in', db.selectFrom('pings_set_aside').select('monitor_id'))
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
  gap: Omit<BlindWindow, 'id'>,
  at: number,
): Promise<BlindWindow> {
  const { from, to, brief, teamID = null } = gap;
  const { id } = await db
    .insertInto('blind_windows')
    // A brief gap hides nothing, so there is nothing to settle.
    .values({
      from_at: from,
      to_at: to,
      brief: briefCode(brief),
      team_id: teamID,
      settled_at: brief === undefined ? null : at,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  if (brief === 'stall' || teamID !== null) await forgetOldGaps(db, id);
  return { id, ...gap };
}

/** Deletes old stalls and old gaps of teams, because a client may be able to cause any number of them. */
async function forgetOldGaps(db: Kysely<Schema>, newestID: number): Promise<void> {
  await db
    .deleteFrom('blind_windows')
    .where('id', '<=', newestID - GAPS_KEPT)
    .where((where) => where.or([where('brief', '=', briefCode('stall')), where('team_id', 'is not', null)]))
    .where('settled_at', 'is not', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('runs').select('runs.seq').whereRef('runs.blind_window_id', '=', 'blind_windows.id'),
        ),
      ),
    )
    .execute();
}

/** Number of newest windows and gaps among which stalls and gaps of teams are kept. Older ones change no verdict any more. */
export const GAPS_KEPT = 10_000;

const BRIEF_GAPS: readonly BriefGap[] = ['restart', 'stall'];

/** Returns the stored form of a kind of gap: 0 for a blind window. */
export function briefCode(brief: BriefGap | undefined): number {
  return brief === undefined ? 0 : 1 + BRIEF_GAPS.indexOf(brief);
}

export function parseBrief(code: number): Pick<BlindWindow, 'brief'> {
  const brief = BRIEF_GAPS[code - 1];
  return brief === undefined ? {} : { brief };
}

const WINDOW_COLUMNS = ['id', 'from_at as from', 'to_at as to', 'brief', 'team_id as teamID'] as const;

function parseWindow({
  brief: code,
  teamID,
  ...window
}: {
  readonly id: number;
  readonly from: number;
  readonly to: number;
  readonly brief: number;
  readonly teamID: string | null;
}): BlindWindow {
  return { ...window, ...parseBrief(code), ...(teamID === null ? {} : { teamID }) };
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

/** Returns the newest blind windows and the newest brief gaps, oldest first: see {@link newestOf}. */
export async function listNewestBlindWindows(
  db: Kysely<Schema>,
  limit: number,
): Promise<readonly BlindWindow[]> {
  const newest = db.selectFrom('blind_windows').select(WINDOW_COLUMNS).orderBy('id', 'desc');
  const shared = newest.where('team_id', 'is', null).limit(limit);
  const [blind, brief] = [shared.where('brief', '=', 0), shared.where('brief', '<>', 0)];
  const ofTeams = newest.where('team_id', 'is not', null).limit(GAPS_KEPT);
  const rows = [...(await blind.execute()), ...(await brief.execute()), ...(await ofTeams.execute())];
  return newestOf(rows.sort((a, b) => a.id - b.id).map(parseWindow), limit);
}

/**
 * Returns the newest blind windows and the newest brief gaps of the service and of each team, at most `limit` of each, so that many
 * gaps displace no blind window, and the gaps of a team displace none of others.
 */
export function newestOf(windows: readonly BlindWindow[], limit: number): readonly BlindWindow[] {
  if (windows.length <= limit) return windows;
  const counts = new Map<string, number>();
  let countOfTeams = 0;
  const newest = windows.toReversed().filter(({ teamID, brief }) => {
    const key = `${brief === undefined} ${teamID ?? ''}`;
    const count = (counts.get(key) ?? 0) + 1;
    counts.set(key, count);
    if (teamID !== undefined) countOfTeams += 1;
    return count <= limit && (teamID === undefined || countOfTeams <= GAPS_KEPT);
  });
  return newest.reverse();
}

/** Requires a transaction. Repeating the call changes nothing. */
async function settleBlindWindow(db: Kysely<Schema>, id: number, at: number): Promise<void> {
  // Locks the window first, because batches that hide further runs wait for this transaction, and then write rows of their own.
  const { numUpdatedRows } = await db
    .updateTable('blind_windows')
    .set({ settled_at: at })
    .where('id', '=', id)
    .where('settled_at', 'is', null)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return;
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
      conflict
        .columns(['blind_window_id', 'team_id'])
        .where('blind_window_id', 'is not', null)
        .where('monitor_id', 'is', null)
        .doNothing(),
    )
    .execute();
}

export function presenceQueries({ db, inTransaction }: QueryContext) {
  return {
    findNextWakeAt: () => findNextWakeAt(db),
    listUnsettledBlindWindows: () => listUnsettledBlindWindows(db),
    readPingsSetAside: (limit) => readPingsSetAside(db, limit),
    settleBlindWindow: (id, at) => inTransaction((transaction) => settleBlindWindow(transaction, id, at)),
    listMonitorsExpectedBefore: (window, afterID, span) =>
      findMonitorsExpectedBefore(db, { window, afterID, span }),
  } satisfies Partial<WatchdogStore>;
}
