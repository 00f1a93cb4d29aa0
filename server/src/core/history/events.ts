import type { Event } from '@overdue/domain/ping/event.ts';
import { EVENT_TYPES, PING_METHODS } from '@overdue/domain/ping/ping.ts';
import type { Kysely, Selectable } from 'kysely';
import type { EventBody, EventRecord } from '../../database/records.ts';
import { parseTexts, readOr, requireOneOf } from '../../database/rows.ts';
import type { Schema } from '../../database/schema.ts';

type EventRow = Selectable<Schema['events']>;

export function parseEvent(row: Omit<EventRow, 'id' | 'previous_id'>): EventRecord {
  return {
    ...parseReportedEvent(row),
    request: {
      method: requireOneOf(PING_METHODS, row.method, 'events.method'),
      userAgent: row.user_agent,
      remoteAddress: row.remote_address,
      exitStatus: row.exit_status,
    },
    bodySize: row.body_size,
  };
}

/** Parses an event without its request. */
export function parseReportedEvent(
  row: Pick<EventRow, 'number' | 'type' | 'at' | 'happened_at' | 'duration_ms' | 'run_id' | 'warnings'>,
): Event {
  const { warnings } = row;
  return {
    number: row.number,
    type: requireOneOf(EVENT_TYPES, row.type, 'events.type'),
    at: row.at,
    happenedAt: row.happened_at ?? row.at,
    durationMs: row.duration_ms,
    runID: row.run_id,
    warnings: warnings === null ? [] : readOr(() => parseTexts(warnings, 'events.warnings'), []),
  };
}

export async function findEventBody(
  db: Kysely<Schema>,
  monitorID: number,
  number: number,
): Promise<Uint8Array | null> {
  const row = await db
    .selectFrom('event_bodies')
    .select('body')
    .where('monitor_id', '=', monitorID)
    .where('number', '=', number)
    .executeTakeFirst();
  return row?.body ?? null;
}

/** Returns the newest body among numbered events; null if none of the events has a body. */
export async function findNewestBody(
  db: Kysely<Schema>,
  monitorID: number,
  numbers: readonly number[],
): Promise<EventBody | null> {
  if (numbers.length === 0) return null;
  const row = await db
    .selectFrom('event_bodies')
    .select(['number', 'body'])
    .where('monitor_id', '=', monitorID)
    .where('number', 'in', numbers)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ?? null;
}
