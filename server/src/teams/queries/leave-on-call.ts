import { withoutMember } from '@overdue/domain/on-call/schedule.ts';
import type { Transaction } from 'kysely';
import { readRotations } from '../../database/on-call-rows.ts';
import { readOr } from '../../database/rows.ts';
import type { Schema } from '../../database/schema.ts';

/** Removes a member from all rotations, overrides and contacts. Requires the team lock. */
export async function leaveOnCall(
  db: Transaction<Schema>,
  { teamID, memberID }: { readonly teamID: string; readonly memberID: string },
): Promise<void> {
  await db.deleteFrom('on_call_contacts').where('member_id', '=', memberID).execute();
  await db
    .deleteFrom('on_call_overrides')
    .where('team_id', '=', teamID)
    .where((where) => where.or([where('member_id', '=', memberID), where('replaces', '=', memberID)]))
    .execute();
  const schedules = await db
    .selectFrom('on_call_schedules')
    .select(['id', 'rotations', 'revision'])
    .where('team_id', '=', teamID)
    .where('rotations', 'like', `%${JSON.stringify(memberID)}%`)
    .orderBy('id')
    .execute();
  for (const { id, rotations, revision } of schedules) {
    const current = readOr(() => readRotations(rotations), null);
    if (current === null) continue;
    await db
      .updateTable('on_call_schedules')
      .set({ rotations: JSON.stringify(withoutMember(current, memberID)), revision: revision + 1 })
      .where('id', '=', id)
      .execute();
  }
}
