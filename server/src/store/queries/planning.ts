import type { Transaction } from 'kysely';
import type { NotifyStore } from '../alert-store.ts';
import type { Schema } from '../schema.ts';
import { loadPlanInput } from './plan-load.ts';
import { savePlan } from './plan-save.ts';
import type { FindRuns } from './run-keys.ts';

type Write = Parameters<NotifyStore['planAlerts']>[2];

/** @returns how many rows were looked at */
export async function planDue(
  db: Transaction<Schema>,
  options: {
    readonly now: number;
    readonly limit: number;
    readonly write: Write;
    readonly findRuns: FindRuns;
  },
): Promise<number> {
  const input = await loadPlanInput(db, options);
  if (input === null) return 0;
  await savePlan(db, input, options.write(input));
  return input.rows.length;
}
