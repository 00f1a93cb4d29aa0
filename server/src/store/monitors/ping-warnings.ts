import type { Transaction } from 'kysely';
import { mergePingWarnings, type PingWarning } from '../../domain/ping/ping-warning.ts';
import type { RowLocks } from '../row-locks.ts';
import { readOr } from '../rows.ts';
import type { Schema } from '../schema.ts';
import type { PingWarningChange, WarnedMonitor } from './contract.ts';
import { parsePingWarnings, pingWarningsJSON } from './ping-warning-rows.ts';

async function addPingWarnings(
  db: Transaction<Schema>,
  warnings: ReadonlyMap<string, readonly PingWarning[]>,
  locks: RowLocks,
): Promise<readonly WarnedMonitor[]> {
  if (warnings.size === 0) return [];
  const rows = await db
    .selectFrom('monitors as m')
    .innerJoin('monitor_states as s', 's.monitor_id', 'm.id')
    .select(['m.id', 'm.team_id', 'm.ping_key', 's.ping_notices'])
    .where('m.ping_key', 'in', [...warnings.keys()])
    .orderBy('m.id')
    .modifyEnd(locks.waiting('s'))
    .execute();
  for (const row of rows) {
    const merged = mergePingWarnings(
      readOr(() => parsePingWarnings(row.ping_notices), []),
      warnings.get(row.ping_key) ?? [],
    );
    await db
      .updateTable('monitor_states')
      .set({ ping_notices: pingWarningsJSON(merged) })
      .where('monitor_id', '=', row.id)
      .execute();
  }
  return rows.map((row) => ({ teamID: row.team_id, monitorID: row.id }));
}

async function dismissPingWarnings(db: Transaction<Schema>, monitorID: number): Promise<void> {
  await db
    .updateTable('monitor_states')
    .set({ ping_notices: null })
    .where('monitor_id', '=', monitorID)
    .execute();
}

export async function changePingWarnings(
  db: Transaction<Schema>,
  change: PingWarningChange,
  locks: RowLocks,
): Promise<readonly WarnedMonitor[]> {
  if (change.kind === 'add') return addPingWarnings(db, change.warnings, locks);
  await dismissPingWarnings(db, change.monitor.monitorID);
  return [change.monitor];
}
