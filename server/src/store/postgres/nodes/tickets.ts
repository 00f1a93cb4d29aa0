import { type Kysely, sql } from 'kysely';
import type { Tickets } from '../../pings/contract.ts';
import type { Schema } from '../../schema.ts';
import type { RetentionStore } from '../../upkeep/contract.ts';
import type { Answer, Statement } from '../connection/statement.ts';

const PUNCH = `
  INSERT INTO ping_nodes (epoch, through, through_before) VALUES ($1, $2::bigint, 0)
  ON CONFLICT (epoch) DO UPDATE SET
    through_before = ping_nodes.through,
    through = GREATEST(ping_nodes.through, excluded.through),
    idle_since = NULL
  RETURNING through_before`;

/**
 * Names the batch in its transaction, as the first thing in it: the row of the process is locked, so that a batch which comes
 * a second time waits until it is known what became of the first. The statement that counts is not the one that asks, since a
 * row that another transaction is just making can not be asked for.
 */
export function claimTickets({ epoch, numbers }: Tickets): Statement {
  return { text: PUNCH, values: [epoch, String(numbers.at(-1) ?? 0)] };
}

/** How many of the batch's first inputs were applied before, by the answer to {@link claimTickets}. */
export function countApplied({ numbers }: Tickets, answer: Answer | undefined): number {
  const through = answer?.rows[0]?.[0];
  if (typeof through !== 'string') throw new Error('PostgreSQL kept no ticket.');
  // They ascend.
  const fresh = numbers.findIndex((number) => number > Number(through));
  return fresh === -1 ? numbers.length : fresh;
}

/** Who is idle is noted only now and then: a batch would have to say what time it is, and all it does is to take the note away. */
export async function forgetTickets(
  db: Kysely<Schema>,
  ...[now, afterMs]: Parameters<RetentionStore['forgetTickets']>
): Promise<void> {
  await sql`DELETE FROM ping_nodes WHERE idle_since < ${now - afterMs}`.execute(db);
  await sql`UPDATE ping_nodes SET idle_since = ${now} WHERE idle_since IS NULL`.execute(db);
}
