import type { WindowsOf } from '@overdue/domain/blind-window.ts';
import type { ApplyOutcome, BatchInput } from '../../database/records.ts';
import { type Connection, prepare, transact } from '../../database/sqlite-connection.ts';
import {
  parseRefused,
  REFUSED_PER_MONITOR_MAX,
  RETRIED_MAX,
  refusedPing,
  tooManyRefused,
} from '../queries/refused-pings.ts';
import { setAsideReason } from '../queries/set-aside.ts';
import type { PingRow } from '../spool/rows.ts';
import type { Applier } from './apply.ts';
import { applyAlone } from './batch.ts';

const COLUMNS = [
  'at',
  'happened_at',
  'type',
  'rid',
  'new_run_id',
  'duration_ms',
  'warnings',
  'method',
  'user_agent',
  'remote_address',
  'exit_status',
  'body',
] as const;

type KeptRow = Pick<PingRow, (typeof COLUMNS)[number]> & { readonly id: number };

export interface RefusedPingStatements {
  /** Keeps a ping that could not be stored. Returns null if the input is no ping. */
  keep(input: BatchInput, error: unknown): ApplyOutcome | null;
  /** See {@link import('../queue-contract.ts').PingQueue}. */
  applyAgain(monitorID: number, at: number): readonly ApplyOutcome[];
}

export function prepareRefusedPings(
  db: Connection,
  applier: Applier,
  windowsOf: () => WindowsOf,
): RefusedPingStatements {
  const insert = prepare<readonly (string | number | Uint8Array | null)[]>(
    db,
    `INSERT INTO refused_pings (monitor_id, reason, tried_at, ${COLUMNS.join(', ')}) VALUES (?, ?, ?, ${COLUMNS.map(() => '?').join(', ')})`,
  );
  const count = prepare<[number], { pings: number }>(
    db,
    'SELECT COUNT(*) AS pings FROM refused_pings WHERE monitor_id = ?',
  );
  const findMonitor = prepare<[number], { id: number }>(db, 'SELECT id FROM monitors WHERE id = ?');
  const first = prepare<[number], KeptRow>(
    db,
    `SELECT id, ${COLUMNS.join(', ')} FROM refused_pings WHERE monitor_id = ? ORDER BY id LIMIT ${RETRIED_MAX}`,
  );
  const markTried = prepare<[number, string, number]>(
    db,
    'UPDATE refused_pings SET tried_at = ?, reason = ? WHERE id = ?',
  );
  const remove = prepare<[number]>(db, 'DELETE FROM refused_pings WHERE id = ?');

  function applyAgain(monitorID: number, at: number): readonly ApplyOutcome[] {
    const applied: ApplyOutcome[] = [];
    for (const { id, ...row } of first.all(monitorID)) {
      const input = parseRefused(monitorID, {
        epoch: '',
        ticket: 0,
        normalized_ping_id: '',
        team_id: null,
        ...row,
      });
      const outcome: ApplyOutcome =
        input === null
          ? { outcome: 'gone' }
          : applyAlone(db, { applier, input, windowsOf: windowsOf(), passesRefused: true });
      if (outcome.outcome === 'failed') {
        markTried.run(at, setAsideReason(outcome.error), id);
        break;
      }
      remove.run(id);
      applied.push(outcome);
    }
    return applied;
  }

  return {
    keep(input, error) {
      const refused = refusedPing(input, error);
      if (refused === null) return null;
      const { monitorID, row, reason } = refused;
      if (findMonitor.get(monitorID) === undefined) return { outcome: 'gone' };
      if ((count.get(monitorID)?.pings ?? 0) >= REFUSED_PER_MONITOR_MAX)
        return { outcome: 'failed', error: tooManyRefused() };
      insert.run(monitorID, reason, row.at, ...COLUMNS.map((column) => row[column]));
      return { outcome: 'refused' };
    },
    applyAgain(monitorID, at) {
      try {
        return transact(db, () => applyAgain(monitorID, at));
      } catch (error) {
        applier.forgetAll();
        throw error;
      }
    },
  };
}
