import type { WindowsOf } from '@overdue/domain/blind-window.ts';
import type { ApplyOutcome, BatchInput } from '../../database/records.ts';
import { type Connection, prepare, transact } from '../../database/sqlite-connection.ts';
import {
  parsePingSetAside,
  pingSetAside,
  RETRIED_MAX,
  SET_ASIDE_PER_MONITOR_MAX,
  setAsideReason,
  tooManySetAside,
} from '../queries/pings-set-aside.ts';
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

type StoredRow = Pick<PingRow, (typeof COLUMNS)[number]> & { readonly id: number };

export interface SetAsideStatements {
  /** Sets aside a ping that could not be stored. Returns null if the input is no ping. */
  setAside(input: BatchInput, error: unknown): ApplyOutcome | null;
  /** See {@link import('../contract.ts').PingQueue}. */
  applyAgain(monitorID: number, at: number): readonly ApplyOutcome[];
}

export function preparePingsSetAside(
  db: Connection,
  applier: Applier,
  windowsOf: () => WindowsOf,
): SetAsideStatements {
  const insert = prepare<readonly (string | number | Uint8Array | null)[]>(
    db,
    `INSERT INTO pings_set_aside (monitor_id, reason, tried_at, ${COLUMNS.join(', ')}) VALUES (?, ?, ?, ${COLUMNS.map(() => '?').join(', ')})`,
  );
  const count = prepare<[number], { pings: number }>(
    db,
    'SELECT COUNT(*) AS pings FROM pings_set_aside WHERE monitor_id = ?',
  );
  const findMonitor = prepare<[number], { id: number }>(db, 'SELECT id FROM monitors WHERE id = ?');
  const first = prepare<[number], StoredRow>(
    db,
    `SELECT id, ${COLUMNS.join(', ')} FROM pings_set_aside WHERE monitor_id = ? ORDER BY id LIMIT ${RETRIED_MAX}`,
  );
  const markTried = prepare<[number, string, number]>(
    db,
    'UPDATE pings_set_aside SET tried_at = ?, reason = ? WHERE id = ?',
  );
  const remove = prepare<[number]>(db, 'DELETE FROM pings_set_aside WHERE id = ?');

  function applyAgain(monitorID: number, at: number): readonly ApplyOutcome[] {
    const applied: ApplyOutcome[] = [];
    for (const { id, ...row } of first.all(monitorID)) {
      const input = parsePingSetAside(monitorID, {
        epoch: '',
        ticket: 0,
        normalized_ping_id: '',
        team_id: null,
        ...row,
      });
      const outcome: ApplyOutcome =
        input === null
          ? { outcome: 'gone' }
          : applyAlone(db, { applier, input, windowsOf: windowsOf(), passesSetAside: true });
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
    setAside(input, error) {
      const ping = pingSetAside(input, error);
      if (ping === null) return null;
      const { monitorID, row, reason } = ping;
      if (findMonitor.get(monitorID) === undefined) return { outcome: 'gone' };
      if ((count.get(monitorID)?.pings ?? 0) >= SET_ASIDE_PER_MONITOR_MAX)
        return { outcome: 'failed', error: tooManySetAside() };
      insert.run(monitorID, reason, row.at, ...COLUMNS.map((column) => row[column]));
      return { outcome: 'set_aside' };
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
