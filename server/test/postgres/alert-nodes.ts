import type { PlanningContext } from '@overdue/domain/alerting/alert-plan-draft.ts';
import type { AlertPlanInput } from '@overdue/domain/alerting/alert-plan-input.ts';
import { planAlerts } from '@overdue/domain/alerting/plan-alerts.ts';
import { expect, onTestFinished, vi } from 'vitest';
import { openPostgresStore } from '../../src/store/postgres/store.ts';
import type { Store } from '../../src/store/store.ts';
import { countingIDs, NOON } from '../store/suite/fixtures.ts';
import type { Version } from './binaries.ts';
import { query } from './cluster.ts';
import { type Connection, holdConnection } from './connection.ts';
import { takeDatabase } from './database.ts';

/** Two nodes on one database. */
export interface Nodes {
  readonly a: Store;
  readonly b: Store;
  readonly url: string;
  query(statement: string): Promise<readonly Record<string, unknown>[]>;
  /** Opens a transaction that holds the locks of a statement. */
  hold(statement: string): Promise<Connection>;
  /** Resolves once a transaction is waiting for a lock of another transaction. */
  untilLockWait(): Promise<void>;
}

const WAITING = `SELECT pid FROM pg_stat_activity
  WHERE wait_event_type = 'Lock' AND datname = current_database()`;

/** Opens two nodes. After the test, closes and checks them. */
export async function openNodes(version: Version): Promise<Nodes> {
  const { url, drop } = await takeDatabase(version);
  const newID = countingIDs();
  const a = await openPostgresStore({ url, newID, now: NOON });
  const b = await openPostgresStore({ url, newID, now: NOON });
  onTestFinished(async () => {
    const findings = await a.check(10);
    await Promise.all([a.close(), b.close()]);
    await drop();
    if (findings.length > 0) throw new Error(findings.join('\n'));
  });
  return {
    a,
    b,
    url,
    query: (statement) => query(url, statement),
    async hold(statement) {
      const connection = await holdConnection(url, statement);
      onTestFinished(() => connection.release());
      return connection;
    },
    untilLockWait: () =>
      vi.waitFor(
        async () => {
          expect(await query(url, WAITING)).toHaveLength(1);
        },
        { timeout: 20_000 },
      ),
  };
}

/** Returns the planner of a node. `seen` gets the input of each plan. */
export function planner(seen: (input: AlertPlanInput) => void = () => {}) {
  let keys = 0;
  const planning: PlanningContext = {
    newKey() {
      keys += 1;
      return `key-${keys}`;
    },
    tracksIncidents: () => false,
    hasMail: true,
    baseURL: 'https://overdue.example.com',
  };
  return (input: AlertPlanInput) => {
    seen(input);
    return planAlerts(input, planning);
  };
}
