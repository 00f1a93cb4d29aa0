import type { Run } from '@overdue/domain/monitor/run.ts';
import { newMonitorState } from '@overdue/domain/monitor/state.ts';
import { describe, expect, test } from 'vitest';
import { addStoredRun, type LockedMonitor, lockedMonitor } from '../../src/core/postgres/locked-monitor.ts';
import { selectReports } from '../../src/core/postgres/report-lookups.ts';
import { planTransitions, saveRuns } from '../../src/core/postgres/save.ts';
import type { WorkingMonitor } from '../../src/core/working-set.ts';
import type { Connection } from '../../src/database/postgres/connections.ts';
import type { Statement } from '../../src/database/postgres/statement.ts';
import { BEGIN, ROLLBACK } from '../../src/database/postgres/transaction-statements.ts';
import { EVERY_HOUR, MINUTE, NOON } from '../store/suite/fixtures.ts';
import { VERSIONS } from './binaries.ts';
import { connectForTest } from './one-connection.ts';

const COUNTED = 5000;
const BATCH = 100;

/** Returns a monitor whose only run was stored as open at noon and has ended. */
function closing(monitorID: number): LockedMonitor {
  const locked = {
    monitorID,
    rulesVersion: 0,
    wakeAt: null,
    state: newMonitorState({ kind: 'cron', createdAt: NOON, paused: false }),
  };
  const held = lockedMonitor(locked, { teamID: 'team', rules: EVERY_HOUR });
  const run: Run = {
    seq: 1,
    runID: `run ${monitorID}`,
    state: 'running',
    expectedAt: null,
    startedAt: NOON,
    endedAt: null,
    durationMs: null,
    late: false,
    startEvent: 1,
    endEvent: null,
    limitAt: null,
    blindWindowID: null,
    countedAs: null,
    check: null,
  };
  addStoredRun(held, { run, madeAt: NOON });
  held.working.runs.set(1, { ...run, state: 'succeeded', endedAt: NOON + MINUTE });
  held.working.changedRunSeqs.add(1);
  return held;
}

function recovering(monitorID: number): WorkingMonitor {
  const { working } = closing(monitorID);
  working.transitions.push({
    from: 'down',
    to: 'up',
    at: NOON,
    reason: 'succeeded',
    runSeq: 1,
    eventNumber: 2,
  });
  return working;
}

describe.for(VERSIONS)('plans of PostgreSQL %s', (version) => {
  /** Returns the query plan of a statement in a batch. */
  async function explain(connection: Connection, statement: Statement | undefined): Promise<string> {
    const { text = '', values = [] } = statement ?? {};
    const responses = await connection.pipeline([...BEGIN, { text: `EXPLAIN ${text}`, values }, ROLLBACK]);
    return responses.at(-2)?.rows.join('\n') ?? '';
  }

  test('each run that ends is found by index, even if the statistics predate all ended runs', async () => {
    const connection = await connectForTest(version);
    await connection.query(
      `INSERT INTO runs (monitor_id, seq, made_at, run_id, state, late)
       SELECT n, 1, $1::bigint - n, 'run ' || n, 'running', 0 FROM generate_series(1, $2::int) AS n`,
      [NOON - MINUTE, COUNTED],
    );
    await connection.query('ANALYZE runs', []);
    const [update] = saveRuns(Array.from({ length: BATCH }, (_, n) => closing(COUNTED + n)));
    const plan = await explain(connection, update);
    expect(plan).toMatch(/^Update on runs/);
    expect(plan).toMatch(/Index Cond: \(\(monitor_id = u\.monitor_id\) AND \(seq = u\.seq\)/);
  });

  test('each incident that ends is found by index, without reading ended incidents', async () => {
    const connection = await connectForTest(version);
    await connection.query(
      `INSERT INTO incidents (incident_id, team_id, monitor_id, reason, opened_at, closed_at)
       SELECT 'incident ' || n, 'team', n, 'missed', n, CASE WHEN n % 100 = 0 THEN NULL ELSE n END
       FROM generate_series(1, $1::int) AS n`,
      [COUNTED],
    );
    await connection.query('ANALYZE incidents', []);
    const monitors = Array.from({ length: BATCH }, (_, n) => recovering(n));
    const plan = await explain(connection, planTransitions(monitors, () => '').statements[0]);
    expect(plan).toMatch(/^Update on incidents/);
    expect(plan).toMatch(/Scan using incidents_open/);
    expect(plan).not.toMatch(/Scan using incidents_pkey on incidents open/);
  });

  test('the events of a repeated report are found by their time and number', async () => {
    const connection = await connectForTest(version);
    await connection.query(
      `INSERT INTO events (monitor_id, number, type, at, happened_at, run_id, method, user_agent, remote_address, body_size)
       SELECT n % 50, n, 'log', n, CASE WHEN n % 10 = 0 THEN n - 1 ELSE NULL END, 'run ' || n, 'GET', '', '', 0
       FROM generate_series(1, $1::int) AS n`,
      [COUNTED],
    );
    await connection.query('ANALYZE events', []);
    const lookup = { locked: closing(7), key: { runID: 'run 7', happenedAt: 6, number: 7 }, bodySize: 0 };
    const plan = await explain(connection, selectReports([lookup, lookup]));
    expect(plan).toMatch(/Index Cond: \(\(monitor_id = u\.monitor_id\) AND \(happened_at = u\.happened_at\)/);
    expect(plan).toMatch(/Index Cond: \(\(monitor_id = u\.monitor_id\) AND \(number = u\.number\)/);
    expect(plan).not.toContain('Seq Scan');
  });
});
