import { mergePingNotices, type PingNotice } from '@overdue/domain/ping/ping-notice.ts';
import type { Transaction } from 'kysely';
import { parsePingNotices, pingNoticesJSON } from '../../core/ping-notice-rows.ts';
import type { PingNoticeChange, WarnedMonitor } from '../../core/ping-notices.ts';
import type { RowLocks } from '../../database/row-locks.ts';
import { readOr } from '../../database/rows.ts';
import type { Schema } from '../../database/schema.ts';

async function addPingNotices(
  db: Transaction<Schema>,
  notices: ReadonlyMap<string, readonly PingNotice[]>,
  locks: RowLocks,
): Promise<readonly WarnedMonitor[]> {
  if (notices.size === 0) return [];
  const rows = await db
    .selectFrom('monitors as m')
    .innerJoin('monitor_states as s', 's.monitor_id', 'm.id')
    .select(['m.id', 'm.team_id', 'm.ping_key', 's.ping_notices'])
    .where('m.ping_key', 'in', [...notices.keys()])
    .orderBy('m.id')
    .modifyEnd(locks.forChange('s'))
    .execute();
  for (const row of rows) {
    const merged = mergePingNotices(
      readOr(() => parsePingNotices(row.ping_notices), []),
      notices.get(row.ping_key) ?? [],
    );
    await db
      .updateTable('monitor_states')
      .set({ ping_notices: pingNoticesJSON(merged) })
      .where('monitor_id', '=', row.id)
      .execute();
  }
  return rows.map((row) => ({ teamID: row.team_id, monitorID: row.id }));
}

async function dismissPingNotices(db: Transaction<Schema>, monitorID: number): Promise<void> {
  await db
    .updateTable('monitor_states')
    .set({ ping_notices: null })
    .where('monitor_id', '=', monitorID)
    .execute();
}

export async function changePingNotices(
  db: Transaction<Schema>,
  change: PingNoticeChange,
  locks: RowLocks,
): Promise<readonly WarnedMonitor[]> {
  if (change.kind === 'add') return addPingNotices(db, change.notices, locks);
  await dismissPingNotices(db, change.monitor.monitorID);
  return [change.monitor];
}
