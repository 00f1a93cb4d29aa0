import type { ReachableMember } from '@overdue/domain/alerting/alert-plan-input.ts';
import type { Roster } from '@overdue/domain/on-call/schedule.ts';
import type { Kysely } from 'kysely';
import { listResources } from '../../database/resources/queries.ts';
import type { Schema } from '../../database/schema.ts';
import { listMembersWithDevices } from '../../push/queries.ts';
import { listMembers } from '../../teams/queries/members.ts';
import { ON_CALL_CONTACTS } from './contacts.ts';
import { ON_CALL_SCHEDULES } from './on-call-schedules.ts';
import { ON_CALL_OVERRIDES } from './overrides.ts';

/** Returns all on-call schedules of a team with their overrides. */
export async function listRosters(db: Kysely<Schema>, teamID: string): Promise<readonly Roster[]> {
  const schedules = await listResources(ON_CALL_SCHEDULES, db, teamID);
  const overrides = await listResources(ON_CALL_OVERRIDES, db, teamID);
  return schedules.map((schedule) => ({
    schedule,
    overrides: overrides.filter((override) => override.schedule === schedule.shortID),
  }));
}

/** Returns the members of a team in the order in which they joined, with their own channels. */
export async function listReachable(db: Kysely<Schema>, teamID: string): Promise<readonly ReachableMember[]> {
  const contacts = await listResources(ON_CALL_CONTACTS, db, teamID);
  const channels = new Map(contacts.map((contact) => [contact.memberID, contact.channels]));
  const withDevices = await listMembersWithDevices(db, teamID);
  return (await listMembers(db, { teamID })).map(({ id, name, email, role }) => ({
    memberID: id,
    name: name === '' ? email : name,
    email,
    isAdmin: role === 'owner' || role === 'admin',
    channels: channels.get(id) ?? [],
    hasDevices: withDevices.has(id),
  }));
}
