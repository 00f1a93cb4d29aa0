import type { OnCallSchedule } from '@overdue/domain/on-call/schedule.ts';
import { removeScheduleReferences } from '../../channels/queries/remove-references.ts';
import { parseRotations } from '../../database/on-call-rows.ts';
import type { ResourceKind } from '../../database/resources/kind.ts';
import type { OnCallResource } from '../contract.ts';

export const ON_CALL_SCHEDULES: ResourceKind<OnCallResource> = {
  table: 'on_call_schedules',
  idColumn: 'short_id',
  async read(db, { where, limit }) {
    const rows = await db
      .selectFrom('on_call_schedules')
      .select(['short_id', 'name', 'timezone', 'rotations', 'revision'])
      .where(where)
      .orderBy('id')
      .limit(limit)
      .execute();
    return rows.map(({ short_id, name, timezone, rotations, revision }) => ({
      shortID: short_id,
      name,
      timezone,
      rotations: parseRotations(rotations),
      revision,
    }));
  },
  async insert(db, { teamID, createdAt, ...schedule }) {
    await db
      .insertInto('on_call_schedules')
      .values({
        team_id: teamID,
        short_id: schedule.shortID,
        ...settingsRow(schedule),
        created_at: createdAt,
      })
      .execute();
    return { outcome: 'created', record: { ...schedule, revision: 1 } };
  },
  update: (db, rowID, schedule) =>
    db
      .updateTable('on_call_schedules')
      .set({ ...settingsRow(schedule), revision: schedule.revision })
      .where('id', '=', rowID)
      .execute(),
  async deleteOwned(db, { teamID, shortID }) {
    await db
      .deleteFrom('on_call_overrides')
      .where('team_id', '=', teamID)
      .where('schedule', '=', shortID)
      .execute();
  },
  async removeReferences(db, deleted, locks) {
    await removeScheduleReferences(db, deleted, locks);
    return [];
  },
};

function settingsRow({ name, timezone, rotations }: OnCallSchedule) {
  return { name, timezone, rotations: JSON.stringify(rotations) };
}
