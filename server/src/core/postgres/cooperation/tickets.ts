import { type Kysely, sql } from 'kysely';
import type { Statement, StatementResult } from '../../../database/postgres/statement.ts';
import type { Schema } from '../../../database/schema.ts';
import type { Tickets } from '../../contract.ts';
import type { PrunePolicy } from '../../operations.ts';

const CLAIM = `
  INSERT INTO ping_nodes (epoch, through, through_before) VALUES ($1, $2::bigint, 0)
  ON CONFLICT (epoch) DO UPDATE SET
    through_before = ping_nodes.through,
    through = GREATEST(ping_nodes.through, excluded.through),
    idle_since = NULL
  RETURNING through_before`;

/**
 * Claims the tickets of a batch, as the first statement of its transaction. A repeated batch waits for the lock on the node's
 * row, until the outcome of the first attempt is known. Returns the last ticket stored before, from which {@link countApplied}
 * derives how many inputs are already applied.
 */
export function claimTickets({ epoch, numbers }: Tickets): Statement {
  return { text: CLAIM, values: [epoch, String(numbers.at(-1) ?? 0)] };
}

/** Returns how many inputs at the start of the batch are already applied. `result`: the result of {@link claimTickets}. */
export function countApplied({ numbers }: Tickets, result: StatementResult | undefined): number {
  const through = result?.rows[0]?.[0];
  if (typeof through !== 'string') throw new Error('PostgreSQL stored no ticket.');
  const fresh = numbers.findIndex((number) => number > Number(through));
  return fresh === -1 ? numbers.length : fresh;
}

/**
 * How much longer than events the tickets of an ended node are kept, because partitions of events are dropped up to two weeks
 * late.
 */
const KEPT_MS = 30 * 86_400_000;

/**
 * Forgets the last stored tickets of long idle nodes. Tickets stay longer than events, because a batch with an uncertain
 * commit may be applied again. Marks idle nodes, so that batches need not store their time: a batch only clears the mark.
 */
export async function forgetTickets(
  db: Kysely<Schema>,
  { now, oldBefore }: Pick<PrunePolicy, 'now' | 'oldBefore'>,
): Promise<void> {
  await sql`DELETE FROM ping_nodes WHERE idle_since < ${oldBefore - KEPT_MS}`.execute(db);
  await sql`UPDATE ping_nodes SET idle_since = ${now} WHERE idle_since IS NULL`.execute(db);
}
