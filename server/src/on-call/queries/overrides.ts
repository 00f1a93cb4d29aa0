import type { ResourceKind } from '../../database/resources/kind.ts';
import type { OverrideResource } from '../contract.ts';

export const ON_CALL_OVERRIDES: ResourceKind<OverrideResource> = {
  table: 'on_call_overrides',
  idColumn: 'short_id',
  async read(db, { where, limit }) {
    const rows = await db
      .selectFrom('on_call_overrides')
      .select(['short_id', 'schedule', 'member_id', 'replaces', 'from_at', 'to_at', 'revision'])
      .where(where)
      .orderBy('id')
      .limit(limit)
      .execute();
    return rows.map(({ short_id, schedule, member_id, replaces, from_at, to_at, revision }) => ({
      shortID: short_id,
      schedule,
      memberID: member_id,
      replaces,
      from: from_at,
      to: to_at,
      revision,
    }));
  },
  async insert(db, { teamID, createdAt, ...override }) {
    const { shortID, schedule, memberID, replaces, from, to } = override;
    await db
      .insertInto('on_call_overrides')
      .values({
        team_id: teamID,
        short_id: shortID,
        schedule,
        member_id: memberID,
        replaces,
        from_at: from,
        to_at: to,
        created_at: createdAt,
      })
      .execute();
    return { outcome: 'created', record: { ...override, revision: 1 } };
  },
  update: (db, rowID, { from, to, revision }) =>
    db
      .updateTable('on_call_overrides')
      .set({ from_at: from, to_at: to, revision })
      .where('id', '=', rowID)
      .execute(),
};
