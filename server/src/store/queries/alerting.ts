import type { Kysely } from 'kysely';
import { FLAPPING } from '../../domain/alerting/noise.ts';
import type { TeamAlerting } from '../../domain/alerting/settings.ts';
import { parseTeamAlerting, teamAlertingJSON } from '../alert-rows.ts';
import type { NamedKind, TeamSettings } from '../alert-store.ts';
import type { Schema } from '../schema.ts';

export async function findTeamSettings(db: Kysely<Schema>, teamID: string): Promise<TeamSettings> {
  const row = await db
    .selectFrom('teams')
    .select(['name', 'alerting'])
    .where('id', '=', teamID)
    .executeTakeFirstOrThrow();
  return { name: row.name, alerting: parseTeamAlerting(row.alerting) };
}

export async function updateTeamAlerting(
  db: Kysely<Schema>,
  teamID: string,
  alerting: TeamAlerting,
): Promise<void> {
  await db
    .updateTable('teams')
    .set({ alerting: teamAlertingJSON(alerting) })
    .where('id', '=', teamID)
    .execute();
}

export async function lookAgain(db: Kysely<Schema>, teamID: string, now: number): Promise<void> {
  await db
    .updateTable('outbox')
    .set({ plan_at: now })
    .where('planned_at', 'is', null)
    .where('plan_at', '>', now)
    .where('team_id', '=', teamID)
    .where('held', 'not like', `${FLAPPING}%`)
    .execute();
}

const NAMED_TABLES = {
  monitor: 'monitors',
  project: 'projects',
  channel: 'channels',
  escalation: 'escalation_policies',
} as const satisfies Record<NamedKind, keyof Schema>;

/** Those of some short IDs that nothing of the kind has in the team. */
export async function findUnknown(
  db: Kysely<Schema>,
  teamID: string,
  kind: NamedKind,
  shortIDs: readonly string[],
): Promise<string[]> {
  if (shortIDs.length === 0) return [];
  const rows = await db
    .selectFrom(NAMED_TABLES[kind])
    .select('short_id')
    .where('team_id', '=', teamID)
    .where('short_id', 'in', shortIDs)
    .execute();
  const known = new Set(rows.map((row) => row.short_id));
  return shortIDs.filter((shortID) => !known.has(shortID));
}
