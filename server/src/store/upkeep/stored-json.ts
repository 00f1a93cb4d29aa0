import { type Kysely, sql } from 'kysely';
import { parseSubscriptions } from '../../channels/queries.ts';
import {
  readMonitorAlerting,
  readProjectAlerting,
  readScope,
  readSteps,
  readTeamAlerting,
  readTimes,
} from '../../database/alert-rows.ts';
import { readRotations } from '../../database/on-call-rows.ts';
import { parseTexts } from '../../database/rows.ts';
import type { Schema } from '../../database/schema.ts';
import { readViewSettings } from '../../views/queries.ts';
import { expectNoRows, type InvariantCheck } from './invariants.ts';

interface StoredJSON {
  readonly table: string;
  readonly column: string;
  /** The most common value, which needs no check. */
  readonly usual: string;
  /** Throws if the value is damaged. @param place table and column, for the error */
  readonly read: (json: string, place: string) => unknown;
}

/** JSON columns that the service reads as unset if they are damaged. */
const STORED: readonly StoredJSON[] = [
  { table: 'teams', column: 'alerting', usual: '{}', read: readTeamAlerting },
  { table: 'projects', column: 'alerting', usual: '{}', read: readProjectAlerting },
  { table: 'monitors', column: 'alerting', usual: '{}', read: readMonitorAlerting },
  { table: 'monitors', column: 'tags', usual: '[]', read: parseTexts },
  { table: 'maintenance_windows', column: 'scope', usual: '', read: readScope },
  { table: 'maintenance_windows', column: 'times', usual: '', read: readTimes },
  { table: 'escalation_policies', column: 'steps', usual: '', read: readSteps },
  { table: 'channels', column: 'subscriptions', usual: '[]', read: parseSubscriptions },
  { table: 'on_call_schedules', column: 'rotations', usual: '', read: readRotations },
  { table: 'on_call_contacts', column: 'channels', usual: '[]', read: parseTexts },
  { table: 'saved_views', column: 'settings', usual: '', read: readViewSettings },
  { table: 'channels', column: 'tags', usual: '[]', read: parseTexts },
  { table: 'channels', column: 'members', usual: '[]', read: parseTexts },
];

const CHUNK = 1000;

function readable({ table, column, usual, read }: StoredJSON): InvariantCheck {
  return async (db: Kysely<Schema>, limit) => {
    const findings: string[] = [];
    for (let after = ''; findings.length < limit; ) {
      const { rows } = await sql<{ readonly id: string; readonly json: string }>`
        SELECT CAST(id AS TEXT) AS id, ${sql.ref(column)} AS json FROM ${sql.table(table)}
        WHERE ${sql.ref(column)} <> ${usual} AND CAST(id AS TEXT) > ${after} ORDER BY 1 LIMIT ${CHUNK}`.execute(
        db,
      );
      for (const { id, json } of rows) {
        try {
          read(json, `${table}.${column}`);
        } catch {
          findings.push(
            `${column} of row ${id} of ${table} is damaged and treated as unset. Save the value again.`,
          );
        }
      }
      const last = rows.at(-1);
      if (last === undefined) break;
      after = last.id;
    }
    return findings.slice(0, limit);
  };
}

interface SetAside {
  readonly id: number;
  readonly reason: string;
}

/** Lists rows that the service set aside as unreadable. */
export const STORED_JSON_CHECKS: readonly InvariantCheck[] = [
  ...STORED.map(readable),
  expectNoRows(
    sql<SetAside>`SELECT id, set_aside AS reason FROM outbox WHERE set_aside IS NOT NULL ORDER BY id`,
    ({ id, reason }) =>
      `Alert ${id} (outbox) was set aside: ${reason} After repairing it, run: overdue-server retry-alerts`,
  ),
  expectNoRows(
    sql<SetAside>`SELECT id, set_aside AS reason FROM deliveries WHERE set_aside IS NOT NULL ORDER BY id`,
    ({ id, reason }) => `Delivery ${id} was set aside: ${reason}`,
  ),
  expectNoRows(
    sql<
      SetAside & { readonly pings: number }
    >`SELECT monitor_id AS id, COUNT(*) AS pings, MAX(reason) AS reason
      FROM pings_set_aside GROUP BY monitor_id ORDER BY monitor_id`,
    ({ id, pings, reason }) =>
      `The database refuses pings of monitor ${id}. ${pings} are set aside and tried again: ${reason}`,
  ),
];
