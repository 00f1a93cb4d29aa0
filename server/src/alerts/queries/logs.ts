import { chunks } from '@overdue/domain/chunks.ts';
import { type Kysely, sql } from 'kysely';
import type { Schema } from '../../database/schema.ts';

const EVENTS_PER_STATEMENT = 100;
const EXCERPT_LENGTH_MAX = 2000;
const BYTES_MAX = 4 * EXCERPT_LENGTH_MAX;

interface LoggedEvent {
  readonly monitorID: number;
  readonly number: number;
}

/** Returns the last part of each ping's body as text, keyed by `<monitor ID> <event number>`. */
export async function findLogs(
  db: Kysely<Schema>,
  events: readonly LoggedEvent[],
): Promise<ReadonlyMap<string, string>> {
  const logs = new Map<string, string>();
  for (const chunk of chunks(events, EVENTS_PER_STATEMENT))
    for (const row of await readTails(db, chunk))
      logs.set(`${row.monitor_id} ${row.number}`, decodeTail(row.tail));
  return logs;
}

function readTails(db: Kysely<Schema>, events: readonly LoggedEvent[]) {
  return db
    .selectFrom('event_bodies')
    .select(['monitor_id', 'number'])
    .select(
      sql<Uint8Array>`substr(body, CASE WHEN length(body) > ${sql.lit(BYTES_MAX)}
        THEN length(body) - ${sql.lit(BYTES_MAX - 1)} ELSE 1 END)`.as('tail'),
    )
    .where((where) =>
      where.or(
        events.map(({ monitorID, number }) =>
          where.and([where('monitor_id', '=', monitorID), where('number', '=', number)]),
        ),
      ),
    )
    .execute();
}

/** Bytes that are not valid UTF-8 become replacement characters. */
function decodeTail(bytes: Uint8Array): string {
  const characters = [...new TextDecoder().decode(bytes.subarray(wholeFrom(bytes)))];
  return characters.slice(-EXCERPT_LENGTH_MAX).join('');
}

function wholeFrom(bytes: Uint8Array): number {
  if (bytes.length < BYTES_MAX) return 0;
  let start = 0;
  while (start < 3 && ((bytes[start] ?? 0) & 0b1100_0000) === 0b1000_0000) start += 1;
  return start;
}
